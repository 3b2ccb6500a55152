"""Files as the server gives them: kept for good, called what they are, and nothing more said of each."""

import json
import re
from urllib.request import urlopen

from tests.files import scripts, served_as, stylesheets


def test_a_file_is_kept_for_good_and_taken_for_nothing_else(server):
    page = server.get("/accounts/login/")[1].decode()
    with urlopen(server.url + re.search(r'href="(/static/css/tokens[^"]*)"', page)[1], timeout=10) as answer:
        said = answer.headers
    assert said["Content-Type"].startswith("text/css") and said["X-Content-Type-Options"] == "nosniff"
    assert "immutable" in said["Cache-Control"]
    assert said["Cross-Origin-Opener-Policy"] is None


def test_a_page_says_what_pages_say(server):
    with urlopen(server.url + "/accounts/login/", timeout=10) as answer:
        said = answer.headers
    assert said["X-Content-Type-Options"] == "nosniff" and said["Referrer-Policy"] == "same-origin"
    assert said["Cross-Origin-Opener-Policy"] == "same-origin" and "Content-Security-Policy" in said
    assert "no-store" in said["Cache-Control"]


def test_what_is_served_is_short_and_has_no_comments(server):
    static = server.data / "static"
    names = json.loads((static / "staticfiles.json").read_text())["paths"]
    ours = [*stylesheets(), *scripts()]
    assert len(ours) > 40
    for path in ours:
        source, served = path.read_text(), (static / names[served_as(path)]).read_text()
        comments = re.findall(r"^\s*(?://|/\*) (.{20,}?)(?: \*/)?$", source, re.MULTILINE)
        assert len(served) <= len(source) and not [words for words in comments if words in served], path
