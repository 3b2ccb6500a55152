"""How often something may be done to accounts, as allauth reads it."""

from typing import Final

# Ten households of thirty people, each of them once a minute.
FROM_AN_ADDRESS: Final = "300/m/ip"
DOORS: Final = ("guest", "login", "login_failed", "signup", "reset_password", "reset_password_from_key")
# A stranger's wrong guesses must not lock the owner out: by name they have only an upper bound. Nor may a
# stranger fill a letter box.
OF_ONE_NAME: Final = {"login_failed": "100/h/key", "reset_password": "5/m/key,10/h/key"}


def rates(*, by_address: bool) -> dict[str, str]:
    """On a local site everybody has one address, that of its machine, and nobody is counted by it."""
    everybodys = FROM_AN_ADDRESS if by_address else ""
    return {door: ",".join(filter(None, (everybodys, OF_ONE_NAME.get(door)))) for door in DOORS}
