from django.apps import AppConfig
from django.template import Library, engines
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("games")

    def ready(self) -> None:
        from games.live import news  # noqa: F401  (live tables hear what is committed)

        _lay_into_the_lobby()
        _lay_into_the_accounts()
        _lay_into_the_night()
        _offer_filters()


def _lay_into_the_lobby() -> None:
    """What rooms need to know of games, and of the rounds that are played in them."""
    from games import registry
    from games.rounds import reading, services, terms
    from lobby import catalogue, rounds

    for game in registry.GAMES.values():
        catalogue.lay_in(terms.entry(game))
    rounds.lay_in(
        rounds.Rounds(
            opened=services.commit_next, closed=services.room_closed, awaiting=reading.rooms_to_act_in
        )
    )


def _lay_into_the_accounts() -> None:
    """What is known here of a person, to be fetched or to go with the account; of a round, for reports; and
    what staff may look at, or is told them on their first page."""
    from accounts import closing, export, groups, notices, passwords
    from accounts.back_office import front_page, search
    from accounts.reports.evidence import lay_in_rounds
    from games.archive.evidence import ROUNDS
    from games.archive.export import PARTS
    from games.archive.overview import OVERVIEW as OF_ROUNDS
    from games.people.overview import OVERVIEW as OF_PEOPLE
    from games.rounds.finder import SHELF, find_rounds
    from games.rounds.services.names import ERASERS
    from games.rounds.services.voids import NOTICES
    from lobby import catalogue

    export.lay_in(*PARTS)
    for game in catalogue.GAMES.values():
        passwords.lay_in(game.key, game.name)
    lay_in_rounds(ROUNDS)
    closing.lay_in(*ERASERS)
    notices.lay_in(NOTICES)
    front_page.lay_in(*OF_ROUNDS, *OF_PEOPLE)
    search.lay_in(find_rounds)
    search.put_up(SHELF)
    looks = (
        "games.view_round",
        "games.view_move",
        "games.view_score",
        "games.view_standing",
        "games.view_suspicion",
    )
    groups.lay_in(moderators=looks)


def _lay_into_the_night() -> None:
    """What one of all servers does once a day."""
    from accounts import seals
    from accounts.reports import takers
    from games.live import daily, leftovers
    from games.people import suspicions

    daily.lay_in("leftovers", leftovers.clear)
    daily.lay_in("seals", seals.seal_anew)
    daily.lay_in("reports", takers.release_left)
    daily.lay_in("collusion", suspicions.look)


def _offer_filters() -> None:
    """What each game offers to its templates: `{% load <game> %}`."""
    from games.registry import GAMES

    libraries = engines["django"].engine.template_libraries  # type: ignore[attr-defined]
    for name, game in GAMES.items():
        libraries[name] = library = Library()
        library.filters.update(game.words.filters)
