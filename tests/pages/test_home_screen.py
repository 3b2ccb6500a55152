"""The site as an application: how it is installed, and what a browser keeps for when there is no network."""

import json
import re
from urllib.request import urlopen

import pytest
from django.test import Client

from config import home_screen
from tests.files import ROOT

SAID = {"vi": "không bao giờ là tiền", "en": "never money", "zh-hans": "不涉及金钱"}
ART = ROOT / "static"


def size_of(path):
    """As the first lines of a PNG say it."""
    head = path.read_bytes()[:24]
    assert head[:8] == b"\x89PNG\r\n\x1a\n"
    return int.from_bytes(head[16:20]), int.from_bytes(head[20:24])


@pytest.mark.django_db
@pytest.mark.parametrize("language", SAID)
def test_the_manifest_speaks_ones_language(client, language):
    page = client.get("/", headers={"accept-language": language}).content.decode()
    address = re.search(r'<link rel="manifest" href="([^"]+)"', page)[1]
    answer = client.get(address)  # browsers bring no cookies along
    told = json.loads(answer.content)
    assert told["lang"] == language and SAID[language] in told["description"]
    assert (told["name"], told["display"], told["scope"]) == ("Chiếu Bài", "standalone", "/")
    assert client.get(told["start_url"]).status_code == 200
    assert answer.headers["Content-Type"].startswith("application/manifest+json")


@pytest.mark.django_db
def test_every_icon_is_as_large_as_it_says(client):
    told = client.get("/manifest.webmanifest").json()
    sizes = {one["src"]: tuple(map(int, one["sizes"].split("x"))) for one in told["icons"]}
    assert sizes == {path: size_of(ART / path.removeprefix("/static/")) for path in sizes}
    assert {one["purpose"] for one in told["icons"]} == {"any", "maskable"}
    page = client.get("/").content.decode()
    touch = re.search(r'<link rel="apple-touch-icon" href="/static/([^"]+)"', page)[1]
    assert size_of(ART / touch) == (180, 180) and size_of(ART / "art/badge-96.png") == (96, 96)


def test_the_colours_of_the_system_are_those_of_the_page():
    """Where no style sheet reaches they are said again."""
    sheets = [(ART / "css" / name).read_text() for name in ("tokens.css", "dark.css")]
    known = {colour for sheet in sheets for colour in re.findall(r"#[0-9A-F]{6}\b", sheet)}
    pages = [ROOT / "templates" / name for name in ("base.html", "games/table.html")]
    said = {colour for page in pages for colour in re.findall(r'content="(#\w+)"', page.read_text())}
    assert {home_screen.PAGE} | said <= known and len(said) == 3


@pytest.mark.django_db
def test_the_page_for_when_there_is_no_network_knows_nobody(an):
    """It is kept once for whoever sits at this browser, in whatever language."""
    known, english = Client(), Client(headers={"accept-language": "en"})
    known.force_login(an)
    pages = {browser.get("/offline/").content for browser in (Client(), known, english)}
    assert len(pages) == 1
    page = pages.pop().decode()
    assert re.findall(r'<section[^>]* lang="([^"]+)"', page) == ["vi", "en", "zh-hans"]
    for sentence in ("Mất kết nối", "No connection", "没有网络连接"):
        assert sentence in page
    assert "csrf" not in page and len(re.findall("<h1", page)) == 1


# --- as it is served --------------------------------------------------------------------------


@pytest.fixture
def worker(server):
    with urlopen(server.url + "/service-worker.js", timeout=10) as answer:
        return answer.headers, answer.read().decode()


def test_nothing_but_files_of_that_page_is_on_the_list(server, worker):
    """By names that change with what is in them: what is old is never asked for again."""
    _headers, script = worker
    files = json.loads(re.search(r"const FILES = (\[.*?\]);", script)[1])
    assert len(files) >= 6
    for file in files:
        assert re.fullmatch(r"/static/(css|js|art)/\w[\w-]*\.[0-9a-f]{12}\.(css|js|svg)", file)
        with urlopen(server.url + file, timeout=10) as answer:
            assert "immutable" in answer.headers["Cache-Control"]
    assert script.count("caches.open") == 2 and ".put(" not in script, "what is on the list, and no answer"


def test_the_worker_is_asked_for_anew_each_time(worker):
    headers, script = worker
    assert "no-cache" in headers["Cache-Control"] and "Service-Worker-Allowed" not in headers
    assert headers["Content-Type"].startswith("text/javascript")
    assert (
        headers["X-Content-Type-Options"] == "nosniff"
        and "worker-src 'self'" in headers["Content-Security-Policy"]
    )
    assert re.search(r'const KEPT = "offline-[0-9a-f]{16}"', script)
