"""Who only watches sees backs, and no running round at all where the room says so."""

from tests.browser.person import DESK, RESULT, play, play_round, says, start, who_acts

CARDS = "[data-card]"


async def test_a_spectator_sees_backs_until_the_game_opens_them(table):
    people = await table(seats=2, spectators=1, sizes=(DESK,), turn_seconds=120)
    khach = people[2]
    players, shut = people[:2], 0

    async def look():
        nonlocal shut
        told = [await player.seen() for player in players]
        await khach.has_seen(max(told, key=lambda seen: tuple(map(int, seen.split(".")))))
        if not await khach.sees_now(f"{RESULT}, {CARDS}"):
            shut += 1
            assert await khach.sees_now(".seat .card.is-back")
        assert not await khach.sees_now("#my-cards, #actions form:has(input[name=do])")

    while not shut:  # a round may be over as soon as it is dealt
        await start(people)
        await (await who_acts(players)).acts()
        await play(players, look)
        await khach.sees(RESULT)


async def test_where_spectators_are_off_a_passer_by_sees_no_running_round(table):
    cai, an, khach = await table(seats=2, spectators=1, turn_seconds=120)
    await cai.clicks("button[data-open-panel=menu]")
    await cai.clicks("#menu-options summary")
    await cai.page.select_option("#menu-options [name=spectators]", "false")
    await cai.clicks("#menu-options form button")
    await khach.sees("#banner.banner")
    await cai.presses("Escape")
    players = [cai, an]
    await start(players)
    mark = len(khach.frames)

    async def look():
        if not await cai.sees_now(RESULT):
            assert not await khach.sees_now(f"{CARDS}, .seat .card.is-back, {RESULT}")

    await play(players, look)
    while_played = "".join(frame.text for frame in khach.frames[mark:])
    assert (
        "data-version"
        not in while_played.partition("result-title")[0].rpartition("<hx-frame data-version")[0]
    )


async def test_a_spectator_takes_a_free_seat_for_the_next_round(table, comes, server):
    cai, an, khach = await table(seats=2, spectators=1, turn_seconds=120)
    await an.clicks("button[data-open-panel=menu]")
    await an.clicks(says("stand_up"))
    await khach.sees(says("sit"))
    await khach.clicks(says("sit"))
    await khach.clicks(says("ready", ready="true"))
    await play_round([cai, khach])
    assert await khach.hand()


async def test_who_is_asked_to_leave_is_told_why_and_offered_no_chair_and_no_pen(table):
    cai, an, khach = await table(seats=2, spectators=1, sizes=(DESK,), turn_seconds=120)
    await cai.clicks("button[data-open-panel=menu]")
    await cai.clicks("#kick-1 summary")
    await cai.page.locator("#kick-1 [name=reason]").fill("đi ăn cơm")
    await cai.clicks("#kick-1 form button")
    await khach.sees(f"#banner {says('sit')}")  # the chair is free, for others
    assert await khach.locator("[data-chat-form]").is_visible()
    await an.sees("#banner.banner-warn")
    for _ in ("as the socket brought it", "as the page says it"):
        assert "đi ăn cơm" in await an.reads("#banner")
        assert not await an.sees_now(says("sit"))
        assert not await an.locator("[data-chat-form]").is_visible()
        assert await an.sees_now("#banner a[href='/lobby/']")
        await an.comes_to(an.room)
