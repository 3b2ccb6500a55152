"""Pictures of every page and table state, on a phone and a desktop, light and dark, in var/shots/.

python -m tests.shots              all of them
python -m tests.shots 'rummy-*'    those whose scene has such a name, and what must be played to come there
"""

from __future__ import annotations

import asyncio
import shutil
import sys
import tempfile
from fnmatch import fnmatch
from pathlib import Path

from playwright.async_api import Browser

from tests.browser.chromium import chromium
from tests.browser.person import DESK, PHONE, WATCH, Person
from tests.browser.scenes import Scene, pages
from tests.browser.states import OTHERS, STATES, tables
from tests.server import Server

SHOTS = Path(__file__).resolve().parent.parent / "var" / "shots"
SIZES = {"phone": PHONE, "desk": DESK}
LIGHTS = ("light", "dark")
# A room's code, the time of day and what is left of a turn are others every time; the room they take is not.
SAME = """() => {
  const says = (what, word) => document.querySelectorAll(what).forEach((one) => { one.textContent = word; });
  for (let timer = setInterval(() => {}, 1e9); timer; timer -= 1) clearInterval(timer);
  for (const clock of document.querySelectorAll("[data-clock]")) clock.style.setProperty("--left", 1);
  says("[data-seconds]", "300");
  says(".log-time", "20:00");
  says(".invite-code, .top-narrow b", "CHIEU");
}"""
STILL = "document.fonts.ready.then(() => new Promise((done) => setTimeout(done, 400)))"


class Photographer:
    def __init__(self, browser: Browser, server: Server, folder: Path, pattern: str) -> None:
        self.browser, self.server, self.folder, self.pattern = browser, server, folder, pattern
        folder.mkdir(parents=True, exist_ok=True)

    def wants(self, name: str) -> bool:
        return fnmatch(name, self.pattern)

    async def takes(self, scene: Scene) -> None:
        for size in SIZES if self.wants(scene.name) else ():
            person = await self._sends(scene, size)
            await self._takes_each_light(person, scene.name, size)
            await person.context.close()

    async def _sends(self, scene: Scene, size: str) -> Person:
        scale = 2 if size == "phone" else 1
        context = await self.browser.new_context(
            viewport=SIZES[size], device_scale_factor=scale, locale="vi", reduced_motion="reduce"
        )
        await context.add_init_script(WATCH)
        if scene.cookie:
            key, _, value = scene.cookie.partition("=")
            await context.add_cookies([{"name": key, "value": value, "url": self.server.url}])
        person = Person(scene.name, context, await context.new_page(), self.server.url)
        await person.opens(scene.path)
        await person.sees(scene.ready)
        return person

    async def _takes_each_light(self, person: Person, name: str, size: str) -> None:
        for light in LIGHTS:
            await person.page.emulate_media(color_scheme=light)
            await person.page.evaluate(SAME)
            await person.page.evaluate(STILL)
            path = self.folder / f"{name}-{size}-{light}.png"
            await person.page.screenshot(path=path)
            print(path.relative_to(SHOTS.parent.parent), flush=True)

    async def takes_the_line_lost(self, scene: Scene) -> None:
        """The last picture: nobody answers any more."""
        people = {size: await self._sends(scene, size) for size in SIZES}
        await asyncio.to_thread(self.server.kill)
        for size, person in people.items():
            await person.sees('.connection[data-state="lost"]')
            await self._takes_each_light(person, "connection-lost", size)


async def take_all(server: Server, folder: Path, pattern: str) -> None:
    async with chromium() as browser:
        photographer, last = Photographer(browser, server, folder, pattern), None
        async for scene in pages(server):
            await photographer.takes(scene)
        for game in dict.fromkeys(state.game for state in STATES):
            for players in (4,) if game in OTHERS else (4, 1, 7):
                async for scene in tables(server, players, game, photographer.wants):
                    await photographer.takes(scene)
                    last = scene
        if last and photographer.wants("connection-lost"):
            await photographer.takes_the_line_lost(last)


def main() -> None:
    data = Path(tempfile.mkdtemp(prefix="shots-"))
    server = Server(data, kind="still").start()
    try:
        asyncio.run(take_all(server, SHOTS, sys.argv[1] if len(sys.argv) > 1 else "*"))
    finally:
        server.stop()
        shutil.rmtree(data, ignore_errors=True)


if __name__ == "__main__":
    main()
