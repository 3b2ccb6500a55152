"""My turn in a tab that nobody sees: what says so, when it may, and that all is as before again."""

import asyncio
from random import Random

from tests.browser.beside import Beside

# A browser where a tab can go out of sight and what the device says is heard.
STAND_IN = """
window.away = false;
window.device = { asked: 0, told: [], up: 0, awake: 0 };
Object.defineProperty(Document.prototype, "hidden", { get: () => window.away });
window.Notification = class {
  static permission = localStorage.getItem("may") ?? "default";
  static async requestPermission() {
    window.device.asked += 1;
    localStorage.setItem("may", "granted");
    return (Notification.permission = "granted");
  }
  constructor(title, { body }) { window.device.told.push([title, body]); window.device.up += 1; }
  close() { window.device.up -= 1; }
};
Object.defineProperty(navigator, "wakeLock", { value: {
  async request() {
    const lock = new EventTarget();
    const release = () => { window.device.awake -= 1; lock.dispatchEvent(new Event("release")); };
    document.addEventListener("visibilitychange", () => { if (window.away && !lock.gone) lock.release(); });
    lock.release = async () => { if (!lock.gone) { lock.gone = true; release(); } };
    window.device.awake += 1;
    return lock;
  },
} });
window.goes = (away) => {
  window.away = away;
  document.dispatchEvent(new Event("visibilitychange"));
};
"""
SIGNS = """() => {
  const [icon] = document.querySelector("link[rel=icon]").href.split("/").pop().split(".");
  return { title: document.title, icon, ...window.device };
}"""
OFFER = "[data-offered]"


class Tab:
    """One player's tab at a table, whose moves are made by the others' way."""

    def __init__(self, at):
        self.at, self.page = at, at.an.page

    @classmethod
    async def of(cls, comes, table):
        an = await comes(cookie=table.cookies[1])
        await an.page.add_init_script(STAND_IN)
        await an.comes_to(table.code)
        return cls(Beside(table, an, 1))

    async def goes(self, *, away):
        await self.page.evaluate(f"goes({str(away).lower()})")

    async def signs(self):
        return await self.page.evaluate(SIGNS)

    async def turn_comes(self):
        assert await self.at.others_play()

    async def turn_ends(self):
        while (await self.at.table.next_actor()) is self.at.me:
            await self.at.me.act(Random(1))
        await self.at.is_shown()


async def test_my_turn_reaches_me_in_another_tab(comes, server):
    async with server.table(game="rummy", seats=2, turn_seconds=120, batch=1) as table:
        tab = await Tab.of(comes, table)
        usual = await tab.signs()
        assert usual["icon"] == "favicon" and usual["asked"] == 0
        await tab.goes(away=True)
        await table.start()
        await tab.turn_comes()
        missed = await tab.signs()
        assert missed["title"] == "● Đến lượt bạn · Rummy" and missed["icon"] == "favicon-turn"
        assert missed["asked"] == missed["awake"] == 0 and missed["told"] == [], "nobody said that it may"
        await tab.goes(away=False)
        seen = await tab.signs()
        assert seen["title"] == usual["title"] and seen["icon"] == "favicon" and seen["awake"] == 1
        assert not await tab.at.an.sees_now(OFFER), "not while I have to act"
        pressed = asyncio.create_task(
            tab.at.an.clicks(f"{OFFER} [data-notify-switch]")
        )  # soon: it goes by itself
        await tab.turn_ends()
        await pressed
        await tab.at.an.sees_no(OFFER)
        assert (await tab.signs())["asked"] == 1
        await tab.goes(away=True)
        await tab.turn_comes()
        await tab.page.evaluate(
            "document.querySelector('#table').dispatchEvent(new CustomEvent('table:ten'))"
        )
        room = await tab.page.evaluate("document.querySelector('[data-signals]').dataset.room")
        await tab.page.wait_for_function("device.told.length > 1")  # which asks for the worker first
        told = await tab.signs()
        assert told["told"] == [["Đến lượt bạn · Rummy", room], ["Còn 10 giây · Rummy", room]] and room
        assert told["title"] == "● Còn 10 giây · Rummy"
        await tab.turn_ends()
        over = await tab.signs()
        assert over["title"] == usual["title"] and over["up"] == 0, "nothing is left of it"


async def test_who_closes_the_offer_is_not_asked_again(comes, server):
    async with server.table(game="rummy", seats=2, turn_seconds=120, batch=1) as table:
        tab = await Tab.of(comes, table)
        for offered in (True, False):
            await tab.goes(away=True)
            if offered:
                await table.start()
            await tab.turn_comes()
            await tab.goes(away=False)
            if offered:
                closed = asyncio.create_task(tab.at.an.clicks(f"{OFFER} [data-toast-close]"))
            await tab.turn_ends()
            if offered:
                await closed
                await tab.at.an.sees_no(OFFER)
                await tab.page.reload()
                await tab.at.an.is_linked()
        assert not await tab.at.an.sees_now(OFFER) and (await tab.signs())["asked"] == 0
