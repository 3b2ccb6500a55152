"""Files as the server gives them: kept for good, called what they are, and nothing more said of each."""

import json
import re
from pathlib import Path
from urllib.request import urlopen

from config.static import GamesInOne
from games.registry import GAMES
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


def test_colours_of_all_games_come_in_one_file(server):
    """In the order of the list; a table has no tiles, and does not ask for it."""
    page = server.get("/leaderboard/")[1].decode()
    with urlopen(server.url + re.search(r'href="(/static/css/games[^"]*)"', page)[1], timeout=10) as answer:
        sheet = answer.read().decode()
    assert re.findall(r"data-game=\"?(\w+)", sheet) == list(GAMES)


def test_the_file_of_all_games_is_as_old_as_what_it_says(settings, tmp_path):
    """Else files would be collected again at every start."""
    settings.DATA_DIR, settings.STATICFILES_DIRS = tmp_path, [tmp_path]
    sheet = tmp_path / "games" / "baicao" / "tokens.css"
    sheet.parent.mkdir(parents=True)
    finder = GamesInOne()
    told = []
    for text in ("green", "green", "red"):
        sheet.write_text(text)
        path = Path(finder.find(finder.name))
        told.append((path.read_text(), path.stat().st_mtime_ns))
    assert [text for text, _ in told] == ["green", "green", "red"]
    assert told[0] == told[1] != told[2]
    assert finder.find("css/base.css") is None and finder.find(finder.name, find_all=True) == [str(path)]
