"""Somebody at a browser: what they do, what they see, and everything that went wrong meanwhile.

await an.opens("/lobby/")
await an.clicks(says("ready"))
await an.moves("draw")
"""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any

from playwright.async_api import BrowserContext, ConsoleMessage, Locator, Page, Response, WebSocket

PATIENCE = 15.0
APART = 0.5  # what comes quicker is one double tap
PHONE = {"width": 360, "height": 780}
DESK = {"width": 1440, "height": 900}
SIZES = (
    PHONE,
    {"width": 390, "height": 844},
    {"width": 844, "height": 390},
    {"width": 768, "height": 1024},
    DESK,
)
TOUCH_PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}

# A room of one's own, by the door of guests.
AS_A_GUEST = "/accounts/login/?next=/rooms/new/%3Fbots%3D2"

ACTIONS = "#actions form:has(input[name=do]) button:not([type=button]):enabled"
CHECKS = ".seat-act button:enabled"
RESULT = "#result.result"
MY_CARDS = "#my-cards [data-card]"

# window.seen: the newest round and version that this page shows. Whatever the browser refuses to load or run
# because of the site's policy becomes an error like any other.
WATCH = """
document.addEventListener("securitypolicyviolation", (event) => {
  const { violatedDirective, blockedURI, sourceFile, lineNumber } = event;
  console.error(`policy: ${violatedDirective} ${blockedURI} ${sourceFile}:${lineNumber}`);
});
document.addEventListener("table:frame", (event) => {
  const mark = /data-version="(\\d+\\.\\d+)"/.exec(event.detail.slice(0, 300));
  if (mark) window.seen = mark[1];
}, true);
"""
HOW_IT_STANDS = f"""() => {{
  const table = document.querySelector("#table");
  const says = (what) => table.querySelector(what) !== null;
  if (!table || !["open", "slow"].includes(table.dataset.link) || "locked" in table.dataset) return "waits";
  if (says("{RESULT}")) return "over";
  return says("{ACTIONS}") || says("{CHECKS}") ? "acts" : "waits";
}}"""


def does(move: str, **fields: Any) -> str:
    """The button of a move: `does("compare", target=2)`."""
    return _button("do", move, fields)


def says(word: str, **fields: Any) -> str:
    """The button of a room word: `says("bot", seat=3)`."""
    return _button("room", word, fields)


def _button(kind: str, what: str, fields: dict[str, Any]) -> str:
    inputs = "".join(f':has([name="{name}"][value="{value}"])' for name, value in fields.items())
    return f'form:has([name="{kind}"][value="{what}"]){inputs} button:not([type=button])'


@dataclass(frozen=True, slots=True)
class Frame:
    """What a socket brought, and after which state of the table."""

    text: str
    after: str


class Person:
    def __init__(self, name: str, context: BrowserContext, page: Page, url: str) -> None:
        self.name, self.context, self.page, self.url = name, context, page, url
        self.clicked = self.typed = 0
        self.frames: list[Frame] = []
        self.trouble: list[str] = []
        # Of the service worker: the one no page can catch, the other most tests ask for (conftest.py).
        self.expected = ["occurred when fetching the script", "Service Worker registration blocked"]
        self._version = ""
        self.taps = False
        self._tapped = 0.0
        page.set_default_timeout(PATIENCE * 1000)
        page.on("console", self._hears)
        page.on("pageerror", lambda error: self.trouble.append(f"error: {error}"))
        page.on("response", self._is_answered)
        page.on("websocket", self._listens)
        page.on("dialog", self._is_asked)

    # --- what may go wrong -----------------------------------------------------------------

    def expects(self, *patterns: str) -> None:
        """These are part of the story; everything else is trouble."""
        self.expected += patterns

    @property
    def surprises(self) -> list[str]:
        return [what for what in self.trouble if not any(re.search(known, what) for known in self.expected)]

    def _hears(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.trouble.append(f"{message.type}: {message.text} {message.location.get('url', '')}")

    def _is_answered(self, response: Response) -> None:
        if response.status >= 400:
            self.trouble.append(f"answer: {response.status} {response.url}")

    async def _is_asked(self, dialog: Any) -> None:
        self.trouble.append(f"dialog: {dialog.message}")
        await dialog.dismiss()

    def _listens(self, socket: WebSocket) -> None:
        socket.on("framereceived", self._receives)

    def _receives(self, text: str | bytes) -> None:
        assert isinstance(text, str)
        if mark := re.search(r'data-version="(\d+\.\d+)"', text[:300]):
            self._version = mark[1]
        self.frames.append(Frame(text, self._version))

    # --- what one does ---------------------------------------------------------------------

    async def hears_no_news(self) -> None:
        """The pages to come stand still: their sockets open, and nothing is said on them."""
        await self.page.route_web_socket("**/ws/**", lambda socket: None)

    async def opens(self, path: str) -> None:
        await self.page.goto(self.url + path, wait_until="load")

    async def comes_to(self, code: str) -> None:
        """To a table, until its socket is open."""
        await self.opens(f"/rooms/{code}/")
        await self.is_linked()

    async def is_linked(self) -> None:
        await self.sees('#table[data-link="open"]')

    async def clicks(self, what: str) -> None:
        """As a finger or a mouse would: what is covered, moving or locked is waited for."""
        button = self.page.locator(what).first
        if self.taps:
            await asyncio.sleep(self._tapped + APART - time.monotonic())
        await (button.tap() if self.taps else button.click())
        self._tapped = time.monotonic()
        self.clicked += 1

    async def types(self, field: str, text: str) -> None:
        await self.page.locator(f"[name={field}]").first.fill(text)
        self.typed += 1

    async def presses(self, *keys: str) -> None:
        for key in keys:
            await self.page.keyboard.press(key)

    async def chats(self, text: str) -> None:
        """In the chat, which is open."""
        await self.page.locator("#chat-text").fill(text)
        await self.page.locator("#chat-text").press("Enter")

    async def moves(self, do: str, **fields: Any) -> None:
        """One move, and the state it leads to."""
        before = await self.seen()
        await self.clicks(does(do, **fields))
        if await self.is_asked_again():
            await self.clicks(does(do, **fields))
        await self.has_seen_more_than(before)

    async def is_asked_again(self) -> bool:
        return await self.sees_now("form[data-asked]")

    async def acts(self) -> None:
        """What a careful player does: draws under 16, else stands; as the nhà cái checks one, then all."""
        if await self.sees_now(does("bet")):
            await self.moves("bet")
        elif await self.sees_now(does("deal")):
            await self.moves("deal")
        elif not await self.sees_now(f"{does('stand')}:enabled"):
            await self.moves("draw")
        elif await self.sees_now(CHECKS) and await self.page.locator(CHECKS).count() > 1:
            await self._checks()
        else:
            low = await self.sees_now(f"{does('draw')}:enabled") and await self.value() < 16
            await self.moves("draw" if low else "stand")

    async def _checks(self) -> None:
        before = await self.seen()
        await self.clicks(CHECKS)
        await self.has_seen_more_than(before)

    # --- what one sees ---------------------------------------------------------------------

    async def sees(self, what: str, count: int | None = None) -> None:
        """Sooner or later."""
        if count is None:
            await self.page.wait_for_selector(what, state="attached")
        else:
            await self.until(lambda: self._is(self.page.locator(what).count(), count), f"{count} of {what}")

    async def sees_no(self, what: str) -> None:
        await self.page.wait_for_selector(what, state="detached")

    async def sees_now(self, what: str) -> bool:
        return await self.page.locator(what).count() > 0

    async def reads(self, what: str) -> str:
        return " ".join((await self.page.locator(what).first.inner_text()).split())

    async def hand(self) -> list[str]:
        """My own cards, as my page shows them."""
        return await self.all(MY_CARDS, "e => e.dataset.card")

    async def value(self) -> int:
        return int(await self.reads(".hand-total"))

    async def all(self, what: str, read: str) -> list[Any]:
        return await self.page.eval_on_selector_all(what, f"all => all.map({read})")

    async def seen(self) -> str:
        return await self.page.evaluate("window.seen ?? ''")

    async def has_seen_more_than(self, version: str) -> None:
        await self.page.wait_for_function("before => (window.seen ?? '') !== before", arg=version)

    async def has_seen(self, version: str) -> None:
        await self.page.wait_for_function("version => window.seen === version", arg=version)

    async def stands(self) -> str:
        """`acts`, `waits` or `over`."""
        return await self.page.evaluate(HOW_IT_STANDS)

    async def until(self, met: Callable[[], Awaitable[Any]], what: str = "") -> None:
        await until(met, f"{self.name}: {what}")

    @staticmethod
    async def _is(answer: Awaitable[Any], wanted: Any) -> bool:
        return await answer == wanted

    def locator(self, what: str) -> Locator:
        return self.page.locator(what)


async def until(met: Callable[[], Awaitable[Any]], what: str = "", seconds: float = PATIENCE) -> Any:
    """What it answers, once it answers anything."""
    end = time.monotonic() + seconds
    while not (answer := await met()):
        assert time.monotonic() < end, f"not within {seconds:.0f} s: {what}"
        await asyncio.sleep(0.03)
    return answer


# --- several people at one table ---------------------------------------------------------------


async def who_acts(people: Sequence[Person]) -> Person | None:
    """Whose move it is; None where the round is over for all."""

    async def look() -> tuple[Person | None] | None:
        how = [await person.stands() for person in people]
        if "acts" in how:
            return (people[how.index("acts")],)
        return (None,) if set(how) == {"over"} else None

    return (await until(look, "somebody's turn"))[0]


async def start(people: Sequence[Person]) -> None:
    """The owner, who is the first of them, starts the next round."""
    before = [await person.seen() for person in people]
    await people[0].clicks(says("start"))
    for person, version in zip(people, before, strict=True):
        await person.has_seen_more_than(version)


async def play(
    people: Sequence[Person], before_each: Callable[[], Awaitable[None]] | None = None, moves: int = 200
) -> None:
    """Until the round is over, or so many moves."""
    for _ in range(moves):
        actor = await who_acts(people)
        if before_each:
            await before_each()
        if actor is None:
            return
        await actor.acts()


async def play_round(
    people: Sequence[Person], before_each: Callable[[], Awaitable[None]] | None = None
) -> None:
    await start(people)
    await play(people, before_each)
