from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LobbyConfig(AppConfig):
    name = "lobby"
    verbose_name = _("rooms")

    def ready(self) -> None:
        from accounts import closing, export, groups, notices
        from accounts.back_office import front_page, search
        from accounts.reports.evidence import lay_in_rooms
        from lobby.evidence import ROOMS
        from lobby.export import PARTS
        from lobby.finder import SHELF, find_rooms
        from lobby.overview import OVERVIEW
        from lobby.services.erasing import ERASERS
        from lobby.services.moderation import NOTICES

        export.lay_in(*PARTS)
        lay_in_rooms(ROOMS)
        closing.lay_in(*ERASERS)
        notices.lay_in(NOTICES)
        front_page.lay_in(*OVERVIEW)
        search.lay_in(find_rooms)
        search.put_up(SHELF)
        groups.lay_in(moderators=("lobby.view_room", "lobby.view_roomevent", "lobby.view_chatline"))
