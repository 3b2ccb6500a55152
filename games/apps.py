from django.apps import AppConfig
from django.template import Library, engines
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("games")

    def ready(self) -> None:
        from games import reading, services  # noqa: F401  (rounds follow their rooms)
        from games.catalogue import lay_in_all
        from games.live import ears  # noqa: F401  (live tables hear what is committed)
        from lobby import catalogue

        lay_in_all()
        catalogue.turns_are_known_by(reading.rooms_to_act_in)
        _offer_filters()


def _offer_filters() -> None:
    """What each game offers to its templates: `{% load xidach %}`."""
    from games.registry import GAMES

    libraries = engines["django"].engine.template_libraries  # type: ignore[attr-defined]
    for name, game in GAMES.items():
        libraries[name] = library = Library()
        library.filters.update(game.words.filters)
