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


def test_our_comments_stay_here_and_nothing_else_does(server):
    """Each file of ours, line by line."""
    static = server.data / "static"
    names = json.loads((static / "staticfiles.json").read_text())["paths"]
    ours = [*stylesheets(), *scripts()]
    assert len(ours) > 40
    for path in ours:
        served = lines((static / names[served_as(path)]).read_text())
        assert served == lines(without_comments(path.read_text(), path.suffix)), path.name


def lines(text: str) -> list[str]:
    """Addresses apart: they are of hashed names where they are served."""
    return [
        re.sub(r"""["(][^"()]*\.(svg|woff2|css|js)[^"()]*[")]""", "", line)
        for line in text.splitlines()
        if line.strip()
    ]


def without_comments(text: str, suffix: str) -> str:
    if suffix == ".js":
        return "\n".join(line for line in text.splitlines() if not line.lstrip().startswith("//"))
    kept, rest = "", text
    while "/*" in rest:
        before, _, rest = rest.partition("/*")
        kept, rest = kept + before, rest.partition("*/")[2]
    return kept + rest
