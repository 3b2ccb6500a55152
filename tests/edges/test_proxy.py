"""nginx as it is shipped, on a machine that writes down whatever it is not told to leave out."""

import os
import socket
import ssl
import time
import urllib.error
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from statistics import median
from threading import Thread

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


# --- who is slow on purpose ----------------------------------------------------------------------

HEAD = b"POST /accounts/login/ HTTP/1.1\r\nHost: localhost\r\n"
SLOW = {  # how far they come, and whether they go on, a byte a second
    "say nothing": (b"", False),
    "stop in the head": (HEAD, False),
    "never end the head": (HEAD + b"X-Long: ", True),
    "stop in the body": (HEAD + b"Content-Length: 5000\r\n\r\nlogin=", False),
}
GONE = 60  # seconds


class Behind(BaseHTTPRequestHandler):
    """Answers at once, and counts what it was asked."""

    asked = 0

    def do_GET(self):
        type(self).asked += 1
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    do_POST = do_GET

    def log_message(self, *_):
        pass


@pytest.fixture
def site(tmp_path):
    """Something quick behind the proxy."""
    needs_nginx()
    Behind.asked = 0
    behind = ThreadingHTTPServer(("127.0.0.1", 0), Behind)
    Thread(target=behind.serve_forever, daemon=True).start()
    address = f"127.0.0.1:{behind.server_port}"
    proxy = Proxy(tmp_path, behind=address, static=tmp_path, port=free_port()).start()
    yield proxy
    proxy.stop()
    behind.shutdown()
    behind.server_close()


def test_the_slow_are_shown_out_within_a_minute_and_the_site_never_sees_them(site):
    """T30  Others are answered at once meanwhile."""
    trusting, began = ssl._create_unverified_context(), time.monotonic()
    open_, trickling = [], []
    for number in range(200 if os.environ.get("FULL") else 40):
        said, goes_on = list(SLOW.values())[number % len(SLOW)]
        plain = socket.create_connection(("127.0.0.1", site.port), timeout=10)
        one = trusting.wrap_socket(plain, server_hostname="localhost")
        one.sendall(said)
        open_.append(one)
        if goes_on:
            trickling.append(one)
    before, waits = Behind.asked, []
    while open_:
        assert time.monotonic() - began < GONE
        for one in trickling:
            with suppress(OSError):
                one.sendall(b"x")
        at = time.monotonic()
        assert site.get("/lobby/") == 200
        waits.append(time.monotonic() - at)
        open_ = [one for one in open_ if is_open(one)]
        time.sleep(1)
    assert Behind.asked == before + len(waits)
    assert median(waits) < 1


def is_open(one):
    """Closed with or without a last word."""
    one.settimeout(0.001)
    try:
        return bool(one.recv(1000)) and is_open(one)
    except TimeoutError:
        return True
    except OSError:
        return False
