from django.contrib.auth.hashers import Argon2PasswordHasher as DjangoArgon2


class Argon2PasswordHasher(DjangoArgon2):
    """46 MiB instead of Django's 100 MiB a log-in: twenty at once must not fill the machine."""

    time_cost = 1
    memory_cost = 47104
    parallelism = 1
