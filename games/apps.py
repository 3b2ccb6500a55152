from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("games")

    def ready(self) -> None:
        from games import services  # noqa: F401  (rounds follow their rooms)
        from games.catalogue import lay_in_all
        from games.live import ears  # noqa: F401  (live tables hear what is committed)

        lay_in_all()
