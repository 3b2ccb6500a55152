"""What is said at a table is seen beside who says it, and takes no card and nothing to press out of sight."""

import pytest

from tests.browser.person import DESK, PHONE, TOUCH_PHONE, start

BUBBLE = ".bubble:not([hidden])"
# Where it stands, and what of the table it lies on.
LIES_ON = """() => {
  const [bubble] = document.querySelectorAll(".bubble:not([hidden])");
  const box = bubble.getBoundingClientRect();
  const kept = document.querySelectorAll(
    ".card, [data-slot], #dock, .felt button:not(.name-ask), .table-top, .seat-points, .seat-name",
  );
  const on = [...kept].filter((one) => {
    const { left, top, right, bottom, width } = one.getBoundingClientRect();
    return width && box.left < right && box.right > left && box.top < bottom && box.bottom > top;
  });
  const inside = box.left >= 0 && box.top >= 0 && box.right <= innerWidth && box.bottom <= innerHeight;
  return { on: on.map((one) => one.className || one.id), inside, width: box.width, height: box.height };
}"""


async def test_under_a_finger_the_chat_leaves_my_hand_in_sight_and_opens_without_a_keyboard(comes, table):
    cai, an = await table(seats=2, sizes=(TOUCH_PHONE["viewport"],))
    cookies = {one["name"]: one["value"] for one in await an.context.cookies()}
    finger = await comes("by finger", cookie=f"sessionid={cookies['sessionid']}", **TOUCH_PHONE)
    await finger.comes_to(an.room)
    await start([cai, an])
    await cai.moves("deal")
    await finger.sees("#my-cards [data-card]")
    await finger.clicks("[data-open-panel=chat]")
    await finger.sees(".rail[data-open=chat]")
    assert not await finger.sees_now("#chat-text:focus")
    await finger.until(lambda: finger.page.evaluate(SHEET_IS_ABOVE_THE_HAND), "the sheet above the hand")
    assert not await finger.sees_now("#dock[inert]")
    assert await finger.page.evaluate(FINGER_SIZED) == []
    await finger.clicks("[data-quick=':tea:']")
    await finger.sees("#chat [data-mine] .emote[data-emote=tea]")
    await finger.clicks(".chat-phrases button")
    await finger.sees("#chat [data-mine] .chat-text")
    assert not await finger.sees_now("#chat-text:focus") and await finger.sees_now(".rail[data-open=chat]")


SHEET_IS_ABOVE_THE_HAND = """() => {
  const box = (what) => document.querySelector(what).getBoundingClientRect();
  const [sheet, dock] = [".rail-body", "#dock"].map(box);
  return dock.height > 100 && sheet.height > 200 && sheet.top >= 0 && sheet.bottom <= dock.top + 1;
}"""
FINGER_SIZED = """() => [...document.querySelectorAll(
  "#panel-chat :is(button, a, input:not([type=hidden])), .table-top .button, .rail .sheet-handle")]
  .map((one) => [one.className, one.getBoundingClientRect()])
  .filter(([, box]) => box.width && (box.width < 44 || box.height < 44))
  .map(([name, box]) => `${name} ${box.width}×${box.height}`)"""


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
async def test_a_line_stands_beside_who_says_it_and_covers_nothing(table, size):
    cai, an = await table(seats=2, sizes=(size,))
    await start([cai, an])
    await cai.moves("deal")
    if size is PHONE:
        await an.clicks("[data-open-panel=chat]")
    await an.chats("Cho chờ một chút, nồi cơm sắp cạn rồi cả nhà ơi, về ngay đây")
    await cai.sees(BUBBLE)
    assert "nồi cơm" in await cai.reads(BUBBLE)
    where = await cai.page.evaluate(LIES_ON)
    assert where["on"] == [] and where["inside"], where
    await an.page.evaluate("document.querySelector('[data-quick=\":laugh:\"]').click()")
    await cai.sees(f"{BUBBLE} .emote[data-emote=laugh]")
    assert await cai.page.locator(BUBBLE).count() == 1
    where = await cai.page.evaluate(LIES_ON)
    assert where["on"] == [] and where["inside"] and where["width"] == where["height"] == 56, where
    assert not await an.sees_now(BUBBLE) or size is DESK, "on a phone the chat lies over the table"
    await cai.sees_no(".bubble")


async def test_who_is_not_read_says_nothing_at_the_table_either(table):
    cai, an = await table(seats=2, sizes=(DESK,))
    await cai.clicks(".seat-name .name-ask")
    await cai.clicks("#person form[action$='/mute/'] button")
    await cai.sees("#person form[action$='/unmute/']")
    await cai.clicks("[data-person-close]")
    await an.chats("có ai không?")
    await an.sees(BUBBLE)
    await cai.chats("tôi đây")
    await cai.sees(BUBBLE)
    assert await cai.all(".bubble", "one => one.textContent") == ["tôi đây"]
