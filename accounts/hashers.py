from threading import BoundedSemaphore
from typing import Final

from django.contrib.auth.hashers import Argon2PasswordHasher as DjangoArgon2

AT_ONCE: Final = BoundedSemaphore(4)  # of this process; each is done within some hundredths of a second


class Argon2PasswordHasher(DjangoArgon2):
    """46 MiB instead of Django's 100 MiB a log-in, and four at once: twenty must not fill the machine."""

    time_cost = 1
    memory_cost = 47104
    parallelism = 1

    def encode(self, password: str, salt: str) -> str:
        with AT_ONCE:
            return super().encode(password, salt)

    def verify(self, password: str, encoded: str) -> bool:
        with AT_ONCE:
            return super().verify(password, encoded)
