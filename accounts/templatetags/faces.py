"""Avatars in words, for where no name stands beside them."""

from collections.abc import Iterable

from django import template
from django.utils.translation import gettext, pgettext

from accounts.services import ANIMAL_NAMES

register = template.Library()


@register.filter
def face_names(avatars: Iterable[str]) -> str:
    """Who is to be seen in a row: `tiger-3` is a tiger, a `robot` a bot; who is not known is left out."""
    animals = (avatar.partition("-")[0] for avatar in avatars)
    names = (ANIMAL_NAMES.get(animal) or (gettext("Bot") if animal == "robot" else "") for animal in animals)
    # Translators: between the things of a list.
    return pgettext("list", ", ").join(str(name) for name in names if name)
