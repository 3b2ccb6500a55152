"""What a site measures of itself is told to whoever runs it, and to nobody else."""

import urllib.error
import urllib.request

import pytest
from django.test import Client

TOKEN = "one-long-token-for-who-measures"
PASSED_ON = ["X-Forwarded-For", "X-Forwarded-Proto", "X-Forwarded-Host", "X-Real-IP", "Forwarded", "Via"]


def asked(**how):
    return Client(**how).get("/metrics").status_code


def with_token(token, **headers):
    return Client(headers={"Authorization": f"Bearer {token}", **headers})


@pytest.fixture
def public(settings):
    """A site with an address of its own: TLS ends at the proxy, the token is for its owner."""
    settings.PRODUCTION = settings.SECURE_SSL_REDIRECT = True
    settings.METRICS_TOKEN = TOKEN
    return settings


# --- a local site -----------------------------------------------------------------------------


def test_this_machine_may_measure_a_local_site():
    answer = Client().get("/metrics")
    assert answer.status_code == 200 and b"python_info" in answer.content
    assert asked(REMOTE_ADDR="::1") == 200


@pytest.mark.parametrize("address", ["203.0.113.7", "192.168.1.20", "2001:db8::1", "127.0.0.1.example", ""])
def test_another_machine_may_not(address):
    assert asked(REMOTE_ADDR=address) == 404


@pytest.mark.parametrize("header", PASSED_ON)
@pytest.mark.parametrize("claimed", ["203.0.113.7", "127.0.0.1"])
def test_nor_who_comes_through_a_proxy_on_this_machine(header, claimed):
    """Its address is this machine's, whoever is behind it."""
    assert asked(headers={header: claimed}) == 404


def test_a_token_that_is_set_is_asked_for_here_too(settings):
    settings.METRICS_TOKEN = TOKEN
    assert asked() == 404
    assert with_token(TOKEN).get("/metrics").status_code == 200


# --- in production ----------------------------------------------------------------------------


@pytest.mark.parametrize("address", ["127.0.0.1", "203.0.113.7"])
def test_in_production_the_token_opens(public, address):
    assert with_token(TOKEN).get("/metrics", REMOTE_ADDR=address).status_code == 200, "without TLS, beside us"
    behind_proxy = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.7"}
    assert with_token(TOKEN, **behind_proxy).get("/metrics", REMOTE_ADDR=address).status_code == 200


WRONG = [
    "",
    "Bearer",
    "Bearer ",
    f"Bearer {TOKEN}x",
    f"Bearer {TOKEN[:-1]}",
    TOKEN,
    f"Basic {TOKEN}",
    "Bearer é",
]


@pytest.mark.slow
@pytest.mark.parametrize("sent", WRONG)
def test_in_production_nothing_else_does(public, sent):
    assert asked() == 404
    assert asked(headers={"Authorization": sent}) == 404


def test_in_production_without_a_token_nobody_is_answered(public):
    public.METRICS_TOKEN = ""
    assert asked() == 404
    assert asked(headers={"Authorization": "Bearer "}) == 404


# --- a running server -------------------------------------------------------------------------


@pytest.mark.slow
def test_a_server_tells_its_own_machine_and_no_proxy_on_it(any_server):
    assert any_server.get("/metrics")[0] == 200
    request = urllib.request.Request(any_server.url + "/metrics", headers={"X-Forwarded-For": "203.0.113.7"})
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(request, timeout=10)
    assert refused.value.code == 404
