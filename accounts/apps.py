from django.apps import AppConfig
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    name = "accounts"
    verbose_name = _("people")

    def ready(self) -> None:
        from accounts import closing, groups, idle, logins, seals, signals  # noqa: F401  registers the check, connects
        from accounts.back_office import front_page, search
        from accounts.erasing import ERASERS
        from accounts.finder import find_people
        from accounts.overview import OVERVIEW
        from accounts.reports import erasing

        looks = ("accounts.view_user", "accounts.view_modaction", "accounts.view_appeal")
        groups.lay_in(
            moderators=(*looks, "accounts.moderate_user"),
            admins=("accounts.add_user", "accounts.change_user"),
        )
        closing.lay_in(*ERASERS, *erasing.ERASERS)
        front_page.lay_in(*OVERVIEW)
        search.lay_in(find_people)
        post_migrate.connect(groups.give_rights)
