"""Each game's picture for messages that hold a link to a table of it: its cards on its colours, no word.

python -m tests.previews     draws games/<game>/static/games/<game>/preview.png anew
"""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import django
from playwright.async_api import Route

from tests.browser.chromium import chromium

WIDTH, HEIGHT = 1200, 630
HOUSE = "http://house.invalid"
PAGE = """<!doctype html><meta charset="utf-8">
<link rel="stylesheet" href="/css/tokens.css"><link rel="stylesheet" href="/css/base.css">
<link rel="stylesheet" href="/css/cards.css"><link rel="stylesheet" href="/css/pages.css">
<link rel="stylesheet" href="/games/{game}/tokens.css">
<style>
  body {{ display: grid; place-items: center; width: {width}px; height: {height}px; min-height: 0;
    background: url("/art/felt.svg") center / 1000px, color-mix(in srgb, var(--mark) 64%, black);
    --card-width: 250px; }}
  .fan {{ filter: none; }}
  .mark {{ position: absolute; left: 56px; bottom: 56px; width: 92px; height: 92px; }}
</style>
<body data-game="{game}"><span class="fan">{cards}</span>
<svg class="mark" viewBox="0 0 64 64"><use href="/art/cards.svg#mark"/></svg>
"""


async def draw(game: str, cards: str) -> bytes:
    page = PAGE.format(game=game, cards=cards, width=WIDTH, height=HEIGHT)

    async def answer(route: Route) -> None:
        from django.contrib.staticfiles.finders import find

        name = route.request.url.removeprefix(HOUSE).lstrip("/").removeprefix("static/").split("?")[0]
        if not name:
            await route.fulfill(body=page, content_type="text/html")
        else:
            await route.fulfill(path=find(name) or "/nothing")

    async with chromium() as browser:
        tab = await browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
        await tab.route("**/*", answer)
        await tab.goto(HOUSE, wait_until="networkidle")
        return await tab.screenshot(animations="disabled")


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    os.environ["DEBUG"] = "1"  # files by their own names
    django.setup()
    from django.contrib.staticfiles.finders import find

    from games.templatetags.cards import open_cards
    from lobby.catalogue import GAMES

    for game in GAMES.values():
        home = Path(str(find(f"games/{game.key}/tokens.css"))).parent
        picture = asyncio.run(draw(game.key, open_cards(game.cards)))
        (home / "preview.png").write_bytes(picture)
        print(f"{game.key}: {len(picture) / 1000:.0f} KB")


if __name__ == "__main__":
    main()
