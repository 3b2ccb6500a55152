"""How the person in front of a page likes it, by their account or their cookies; and what they are told."""

from functools import partial
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from accounts import notices
from accounts.models import User

THEME_COOKIE, DECK_COOKIE = f"{settings.COOKIE_PREFIX}theme", f"{settings.COOKIE_PREFIX}deck"


def look(request: HttpRequest) -> dict[str, Any]:
    """`theme`, `motion`, `deck`, `large_figures`, `language` and `notices`, for every template."""
    user = getattr(request, "user", None)
    if isinstance(user, User):
        theme, motion, deck = user.theme, user.motion, user.deck
    else:
        motion = User.Motion.SYSTEM.value
        theme = _cookie(request, THEME_COOKIE, User.Theme)
        deck = _cookie(request, DECK_COOKIE, User.Deck)
    language = getattr(request, "LANGUAGE_CODE", "")
    look = {"theme": theme, "motion": motion, "deck": deck, "language": language}
    look["large_figures"] = isinstance(user, User) and user.large_figures
    return look | {"notices": SimpleLazyObject(partial(_notices, user))}


def _notices(user: Any) -> list[notices.Shown]:
    """Asked for by whole pages only, and of the database only where there are some."""
    waits = isinstance(user, User) and user.has_notice
    return notices.shown(notices.waiting_for(user.pk)) if waits else []


def _cookie(request: HttpRequest, name: str, choices: type[User.Theme] | type[User.Deck]) -> str:
    value = request.COOKIES.get(name, "")
    return value if value in choices.values else choices.values[0]
