"""What pages of the back office are made of, for every app that has some."""

from accounts.back_office.asking import Asking, ReasonForm, RenameForm, TermForm
from accounts.back_office.changed_only import ChangedOnly, NewPasswordForm
from accounts.back_office.long_lists import LongList
from accounts.back_office.read_only import ReadOnly, ReadOnlyAdmin, ReadOnlyInline

__all__ = [
    "Asking",
    "ChangedOnly",
    "LongList",
    "NewPasswordForm",
    "ReadOnly",
    "ReadOnlyAdmin",
    "ReadOnlyInline",
    "ReasonForm",
    "RenameForm",
    "TermForm",
]
