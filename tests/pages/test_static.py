"""Files as the server gives them: kept for good, called what they are, and nothing more said of each."""

import re
from urllib.request import urlopen


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
