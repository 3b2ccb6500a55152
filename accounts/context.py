"""How the person in front of a page likes it: their account's settings, or their cookies."""

from typing import Any

from django.http import HttpRequest

from accounts.models import User

THEME_COOKIE, DECK_COOKIE = "theme", "deck"


def look(request: HttpRequest) -> dict[str, Any]:
    """`theme`, `motion`, `deck` and `language`, for every template."""
    user = getattr(request, "user", None)
    if isinstance(user, User):
        theme, motion, deck = user.theme, user.motion, user.deck
    else:
        motion = User.Motion.SYSTEM.value
        theme = _cookie(request, THEME_COOKIE, User.Theme)
        deck = _cookie(request, DECK_COOKIE, User.Deck)
    language = getattr(request, "LANGUAGE_CODE", "")
    return {"theme": theme, "motion": motion, "deck": deck, "language": language}


def _cookie(request: HttpRequest, name: str, choices: type[User.Theme] | type[User.Deck]) -> str:
    value = request.COOKIES.get(name, "")
    return value if value in choices.values else choices.values[0]
