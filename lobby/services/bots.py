"""What house bots are called. Their names are nobody's: no username begins as they do."""

from __future__ import annotations

import random
import re
from typing import Final

from django.core.exceptions import ValidationError
from django.db.models import Q
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts import names
from accounts.models import User
from lobby.models import Room
from lobby.refusals import Code, Refusal
from lobby.services.chat import is_muted

BOT: Final = "Máy"  # what all of them are
BOT_NAMES: Final = (
    "Máy Tèo", "Máy Tí", "Máy Tủn", "Máy Bông", "Máy Sửu", "Máy Lúa", "Máy Mít", "Máy Na",
    "Máy Cốm", "Máy Đậu", "Máy Gạo", "Máy Xoài",
)  # fmt: skip
NO_NAME: Final = Refusal(Code.MUTED, words=_("You may not write, so the bot gets one of our names."))


def name_for(room: Room, by: User, asked: str) -> str | Refusal:
    """As the owner asked, by the rules of names and like nobody; or one of the house's."""
    taken = set(room.seats.exclude(bot_name="").values_list("bot_name", flat=True))
    own = re.sub(rf"^{BOT}\b", "", names.tidy(asked), flags=re.IGNORECASE).strip()
    if not own:
        return random.choice([name for name in BOT_NAMES if name not in taken])
    if is_muted(room, by):
        return NO_NAME
    name = f"{BOT} {own}"
    no = _why_not(own) or (
        _("There is already a bot with that name here.") if _is_among(name, taken) else None
    )
    return Refusal(Code.BAD_NAME, words=no) if no else name


def _why_not(own: str) -> Promise | str | None:
    try:
        names.validate(own)
    except ValidationError as error:
        return error.message
    if names.is_reserved(own):
        return _("That name is reserved. Choose another.")
    alike = User.objects.filter(Q(folded=names.folded(own)) | Q(skeleton=names.skeleton(own)))
    return _("Somebody already has that name, or one that looks like it.") if alike.exists() else None


def _is_among(name: str, taken: set[str]) -> bool:
    return names.skeleton(name) in set(map(names.skeleton, taken))
