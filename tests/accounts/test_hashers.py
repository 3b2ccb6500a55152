"""Passwords: made slow to guess, without filling the machine."""

from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from threading import Barrier, BrokenBarrierError

import pytest
from django.contrib.auth.hashers import Argon2PasswordHasher as DjangoArgon2
from django.contrib.auth.hashers import PBKDF2PasswordHasher

from accounts.hashers import Argon2PasswordHasher

HASHER = Argon2PasswordHasher()


@pytest.mark.slow
def test_a_password_is_kept_as_argon2_of_46_mib():
    kept = HASHER.encode("xì dách", "a-salt-of-a-test-22-long")
    assert kept.startswith("argon2$argon2id$v=19$m=47104,t=1,p=1$")
    assert HASHER.verify("xì dách", kept) and not HASHER.verify("xi dach", kept)
    assert not HASHER.must_update(kept)


def test_it_is_the_first_choice():
    settings = import_module("config.settings")
    assert settings.PASSWORD_HASHERS[0] == "accounts.hashers.Argon2PasswordHasher"
    assert PBKDF2PasswordHasher.__name__ in settings.PASSWORD_HASHERS[1]


@pytest.mark.slow
@pytest.mark.parametrize("what", ["encode", "verify"])
def test_four_at_once_and_the_fifth_waits(monkeypatch, what):
    four, five = Barrier(4), Barrier(5)

    def together(barrier, seconds):
        try:
            barrier.wait(seconds)
        except BrokenBarrierError:
            return False
        return True

    met = {}
    for count, barrier, seconds in ((4, four, 20), (5, five, 0.2)):
        monkeypatch.setattr(DjangoArgon2, what, lambda *_, b=barrier, s=seconds: together(b, s))
        with ThreadPoolExecutor(count) as people:
            met[count] = list(people.map(lambda _: getattr(HASHER, what)("a", "b"), range(count)))
    assert met == {4: [True] * 4, 5: [False] * 5}
