"""From a link to a chair in one tap; and the link sent on, by the phone's sheet or held up as a square."""

import asyncio

from tests.browser.person import says

SMALL = {"width": 360, "height": 640}  # what a phone's browser leaves of 360 × 780
BUTTON = ".invitation .button-action"
SHARES = "navigator.share = async (what) => { window.shared = what; };"
DRAWN = "() => document.querySelector('#qr-panel img').naturalWidth > 0"
IN_SIGHT = """e => {
  const { top, bottom, left, right } = e.getBoundingClientRect();
  return top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
}"""


async def test_a_guest_sits_ready_after_one_tap_and_sends_the_link_on(comes, server):
    cai, _an, binh = await asyncio.to_thread(server.open_table, "--seats=3", batch=1)
    link = f"/rooms/{cai['room']}/"
    await asyncio.to_thread(server.post, f"{link}room/", binh["cookie"], room="stand_up")
    host = await comes("cai", cookie=cai["cookie"])
    await host.comes_to(cai["room"])

    khach = await comes("khach", size=SMALL, has_touch=True)
    await khach.page.add_init_script(SHARES)
    await khach.opens(link)
    assert "rủ bạn vào bàn" in await khach.reads("h1")
    assert await khach.all(BUTTON, IN_SIGHT) == [True], "nothing to scroll"
    await khach.clicks(BUTTON)
    await khach.is_linked()
    await khach.sees("#seat-2[data-mine]")
    await khach.sees(f"{says('ready')}[aria-pressed=true]")
    assert (khach.clicked, khach.typed) == (1, 0)
    await host.sees("#seat-2.is-taken")

    await khach.clicks("#centre [data-share]")
    assert await khach.page.evaluate("window.shared") == {"url": khach.url + link}
    await khach.clicks("[data-open-panel=menu]")
    await khach.clicks("#menu [data-qr]")
    await khach.page.wait_for_function(
        "() => document.querySelector('#qr-panel[open] img')?.naturalWidth > 0"
    )
    await khach.presses("Escape")
    await khach.sees_no("#qr-panel[open]")
