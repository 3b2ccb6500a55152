"""What a table weighs, printed as a budget: the first visit, the frames of others' moves, and on a slow phone
how much work these are and how far they push things about."""

from random import Random
from statistics import median
from urllib.parse import urlsplit

import pytest

from tests.browser.person import PHONE, until
from tests.browser.states import act

FIRST_VISIT = 150_000  # bytes on the wire, headers and fonts included
FRAME = 4_096  # bytes when somebody else moves
APPLIED = 16  # ms of work for a frame to be put in place, on a processor four times slower
LAID_OUT = 40  # until the page is laid out again, too, and what moves is on its way
HANDS_OPEN = 48  # the same where all hands open one after the other
ENOUGH = 8  # frames to speak of what is typical
JUMP = 0.05  # layout shift of any one move of others, as browsers count it

MEASURE = """
window.jumps = 0;
document.addEventListener("htmx:ws:after:message:incoming", () => document.body.getBoundingClientRect());
new PerformanceObserver((list) => {
  for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) window.jumps += value;
}).observe({ type: "layout-shift" });
const next = () => new Promise(requestAnimationFrame);
window.drawn = () => next().then(next).then(next);
"""


@pytest.fixture
def server(still):
    return still


class Wire:
    """What a page asks for, with the bytes that came; what was in the cache takes none."""

    def __init__(self, session):
        self.session = session
        self.asked, self.came = {}, {}
        session.on("Network.requestWillBeSent", self._asks)
        session.on("Network.loadingFinished", self._comes)
        session.on("Network.loadingFailed", self._fails)

    @classmethod
    async def of(cls, page):
        session = await page.context.new_cdp_session(page)
        await session.send("Network.enable")
        return cls(session)

    def _asks(self, event):
        self.asked[event["requestId"]] = urlsplit(event["request"]["url"])

    def _comes(self, event):
        self.came[event["requestId"]] = int(event["encodedDataLength"])

    def _fails(self, event):
        self.asked.pop(event["requestId"], None)

    async def taken(self):
        """Since last asked, once all of it has come: address and bytes."""
        await until(self._all_came, "all that was asked for")
        taken = [(self.asked[key], size) for key, size in self.came.items() if size]
        self.asked, self.came = {}, {}
        return taken

    async def _all_came(self):
        return self.asked.keys() <= self.came.keys()


class Work:
    """What the page's thread has done, by its own clock: it stands still while others have the processor."""

    def __init__(self, session):
        self.session = session
        self.before = {}
        self.applied, self.laid_out = [], []  # ms a frame

    @classmethod
    async def of(cls, session):
        await session.send("Performance.enable", {"timeDomain": "threadTicks"})
        return cls(session)

    async def begins(self):
        self.before = await self._done()

    async def ends(self, frames):
        now = await self._done()
        scripts, styles, layout = (
            1000 * (now[kind] - self.before[kind]) / frames
            for kind in ("ScriptDuration", "RecalcStyleDuration", "LayoutDuration")
        )
        self.applied.append(scripts)
        self.laid_out.append(scripts + styles + layout)

    async def _done(self):
        told = await self.session.send("Performance.getMetrics")
        return {one["name"]: one["value"] for one in told["metrics"]}


@pytest.mark.parametrize(("game", "seats"), [("xidach", 5), ("bigtwo", 4), ("rummy", 2), ("niuniu", 5)])
async def test_a_table_keeps_within_its_budget(comes, server, capsys, game, seats):
    async with server.table(game=game, seats=seats, spectators=1, turn_seconds=120, batch=1) as table:
        an = await comes(cookie=table.cookies[-1], size=PHONE)
        wire = await Wire.of(an.page)
        await an.page.add_init_script(MEASURE)
        await an.comes_to(table.code)
        await an.page.evaluate("document.fonts.ready")
        first = await wire.taken()
        await an.page.reload()
        await an.is_linked()
        again = await wire.taken()
        await wire.session.send("Emulation.setCPUThrottlingRate", {"rate": 4})
        work, chance, sizes, jumps = await Work.of(wire.session), Random(5), [], [0.0]
        for coming in range(2, 10):  # a deal may end its round at once
            await table.start()
            while (actor := await table.next_actor()) and len(sizes) < 40:
                await an.until(lambda: shows(an, table), "the newest state")
                await an.page.evaluate("drawn().then(() => { window.jumps = 0; })")
                told, phase = len(an.frames), phase_of(table)
                await work.begins()
                await act(actor, chance)
                await an.until(lambda: shows(an, table), "the move")
                frames = [len(f.text.encode()) for f in an.frames[told:] if f.text.startswith("<")]
                await work.ends(len(frames))
                sizes += frames
                if phase_of(table) == phase:  # a new one may set the scene anew
                    jumps.append(await an.page.evaluate("drawn().then(() => window.jumps)"))
            if len(sizes) >= ENOUGH:
                break
            await table.until_open(coming)
    laid_out = HANDS_OPEN if game == "niuniu" else LAID_OUT
    weight, requests, hosts = sum(size for _, size in first), len(first), {url.netloc for url, _ in first}
    with capsys.disabled():
        print(
            f"\n{game}: first visit {weight / 1000:.0f} of {FIRST_VISIT / 1000:.0f} KB"
            f" in {requests} requests, frame {median(sizes):.0f} of {FRAME} bytes,"
            f" applied in {median(work.applied):.0f} of {APPLIED} ms of work at a quarter of the speed"
            f" and laid out in {median(work.laid_out):.0f} of {laid_out},"
            f" layout shift of a move at most {max(jumps):.3f} of {JUMP}"
        )
    assert weight <= FIRST_VISIT and len(hosts) == 1
    assert [url.path for url, _ in again] == [f"/rooms/{table.code}/"], "the rest is in the cache"
    assert median(sizes) <= FRAME
    assert median(work.applied) <= APPLIED
    assert median(work.laid_out) <= laid_out
    assert max(jumps) <= JUMP


def phase_of(table):
    return max(player.view["view"]["phase"] for player in table.people if player.reached == newest(table))


def newest(table):
    """What anybody was told of."""
    return max(player.reached for player in table.people)


async def shows(an, table):
    seen = await an.seen()
    return bool(seen) and tuple(map(int, seen.split("."))) >= newest(table)
