"""Who people are, and what is kept about what was done to them."""

from accounts.models.acts import AppendOnlyError, ModAction
from accounts.models.appeals import Appeal
from accounts.models.blocks import Block, Mute
from accounts.models.notices import Notice
from accounts.models.old_names import OldName
from accounts.models.people import (
    ANIMALS,
    DISCS,
    FOR_GOOD,
    NameKey,
    PeopleQuerySet,
    User,
    any_avatar,
)
from accounts.models.reports import Report
from accounts.models.whereabouts import Whereabouts

__all__ = [
    "ANIMALS",
    "DISCS",
    "FOR_GOOD",
    "Appeal",
    "AppendOnlyError",
    "Block",
    "ModAction",
    "Mute",
    "NameKey",
    "Notice",
    "OldName",
    "PeopleQuerySet",
    "Report",
    "User",
    "Whereabouts",
    "any_avatar",
]
