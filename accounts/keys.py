"""Keys of rows, as addresses and forms say them."""

MOST = 2**63 - 1


def read_key(text: str | None) -> int | None:
    """A number that a database takes; None where it is no such key."""
    if not text or len(text) > 19 or not (text.isascii() and text.isdigit()):
        return None
    return min(int(text), MOST)
