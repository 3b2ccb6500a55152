"""nginx as it is shipped, on a machine that writes down whatever it is not told to leave out."""

import urllib.error

import pytest

from tests.nginx import Proxy, needs_nginx
from tests.server import free_port

pytestmark = pytest.mark.slow

UNLISTED = "k3jq8xw2v7m4n9p5r6s1t0b2cd"


@pytest.fixture
def proxy(tmp_path):
    """Nobody is behind it, as while the site is put in place anew."""
    needs_nginx()
    nobody = f"unix:{tmp_path}/nobody.sock"
    proxy = Proxy(tmp_path, behind=nobody, static=tmp_path, port=free_port()).start()
    yield proxy
    proxy.stop()


def written(proxy):
    return "".join(log.read_text() for log in proxy.folder.glob("*.log"))


def test_the_proxy_writes_down_neither_addresses_nor_keys(proxy):
    """T6  Nor where a page had one before, a file is not there, too much is sent, another site is meant."""
    key = f"/rooms/{UNLISTED}/"
    assert proxy.get(key, Referer=proxy.url + key) == 502
    assert proxy.get(f"/static/{UNLISTED}.js") == 404
    assert proxy.get(key, **{"Content-Length": "99999"}) == 413
    with pytest.raises((urllib.error.URLError, ConnectionError)):
        proxy.get(key, Host="evil.example")
    told = written(proxy)
    assert UNLISTED not in told and "127.0.0.1" not in told
