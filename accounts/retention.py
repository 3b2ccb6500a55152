"""How long what is kept: the code that clears it away and the page that promises it read the same numbers."""

from datetime import timedelta
from typing import Final

CHAT: Final = timedelta(days=90)
PASSAGES: Final = timedelta(days=1)  # that somebody sat down or left
EVIDENCE: Final = timedelta(days=90)  # chat around what was reported, from the answer on
ADDRESSES: Final = timedelta(days=180)  # keyed hashes of where somebody came from, since they last did
SUSPICIONS: Final = timedelta(days=30)  # who may play for whom: the rounds that are compared
NOTICES: Final = timedelta(days=90)  # what somebody was told, from when they read it
GRACE: Final = timedelta(days=7)  # in which an account that is to be closed can be kept after all
LATECOMERS: Final = timedelta(
    days=2
)  # for so long what a process wrote late about a closed account is erased
