"""What changes in place: the part one asked for, its address, Back, a reload; by keys, without scripts, and
where the answer is not what was hoped for."""

import asyncio

import pytest

from tests.browser.person import DESK, PHONE

NIUNIU = '#open-rooms .chip[href*="game=niuniu"]'
CURRENT = '[aria-current="true"]'
GAMES = "[...new Set([...document.querySelectorAll('#rooms .room')].map((row) => row.dataset.game))].sort()"
FOCUS = "document.activeElement.textContent.trim()"


@pytest.fixture
async def rooms(server):
    """One of Niu Niu and one of Xì Dách, at least."""
    return [
        await asyncio.to_thread(server.open_table, "--seats=3", f"--game={game}")
        for game in ("niuniu", "xidach")
    ]


async def a_new_room(server, game):
    async with server.table(seats=4, game=game, batch=1) as table:
        await table.tell_the_lobby()
    return table.code


async def stays(an):
    """From here on the page is never loaded anew."""
    await an.page.evaluate("window.stayed = true")


async def stayed(an):
    return await an.page.evaluate("window.stayed === true")


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
async def test_a_filter_of_the_lobby_back_and_reload(comes, server, rooms, size):
    an = await comes(size=size, language="en")
    an.expects("closed before the connection is established")  # who goes back and forth is quicker
    await an.opens("/lobby/")
    await stays(an)
    await an.locator(NIUNIU).focus()
    await an.presses("Enter")
    await an.page.wait_for_url("**/lobby/?game=niuniu")
    await an.sees(NIUNIU + CURRENT)
    assert await stayed(an)
    assert await an.page.evaluate(GAMES) == ["niuniu"]
    assert await an.page.evaluate(FOCUS) == "Niu Niu", "the focus stays where it was"
    assert (await an.reads("#open-rooms [role=status]")).startswith("Niu Niu ·")
    assert "Niu Niu" in await an.reads("#tip h2")
    assert await an.all(".topbar [name=next]", "e => e.value") == ["/lobby/?game=niuniu"] * 2

    # The list that is shown is the one that lives.
    new, other = [await a_new_room(server, game) for game in ("niuniu", "xidach")]
    await an.sees(f"#room-{new}")
    assert not await an.sees_now(f"#room-{other}") and await stayed(an)

    await an.clicks("#open-rooms .chip[href*=free]")
    await an.page.wait_for_url("**/lobby/?free=1&game=niuniu")
    await an.page.go_back()
    await an.page.wait_for_url("**/lobby/?game=niuniu")
    await an.sees(NIUNIU + CURRENT)
    await an.sees_no("#open-rooms .chip[href*=free]" + CURRENT)
    assert await an.page.evaluate(GAMES) == ["niuniu"]
    await an.page.reload()
    assert await an.sees_now(NIUNIU + CURRENT) and await an.page.evaluate(GAMES) == ["niuniu"]
    await an.page.go_back()
    await an.page.wait_for_url("**/lobby/")
    await an.sees_no(NIUNIU + CURRENT)
    await an.sees(f"#room-{other}")
    assert await an.sees_now(".topbar") and await an.sees_now("h1"), "the whole page, not a part"


async def test_back_from_another_page_brings_the_whole_page(comes, rooms):
    an = await comes(size=DESK)
    await an.opens("/leaderboard/")
    await stays(an)
    await an.clicks("#board .segment[href*='period=all']")
    await an.page.wait_for_url("**/leaderboard/?period=all")
    assert await stayed(an)
    await an.clicks(".topbar-link[href='/lobby/']")
    await an.sees("#rooms-title")
    await an.page.go_back()
    await an.page.wait_for_url("**/leaderboard/?period=all")
    await an.sees(f"#board .segment[href*='period=all']{CURRENT}")
    assert await an.sees_now(".topbar") and not await stayed(an)
    await an.page.go_back()
    await an.page.wait_for_url("**/leaderboard/")
    await an.sees(f"#board .segment[href*='period=month']{CURRENT}")
    assert await an.sees_now(".topbar")


async def test_of_two_choices_made_at_once_the_last_one_counts(comes):
    an = await comes(size=DESK)
    await an.opens("/leaderboard/")
    first, second = '#board .chip[href*="game=xidach"]', '#board .chip[href*="game=niuniu"]'

    async def late(route):
        await asyncio.sleep(0.5)
        await route.continue_()

    await an.page.route("**/leaderboard/?game=xidach*", late)
    an.expects("ERR_ABORTED")
    await an.clicks(first)
    await an.clicks(second)
    await an.sees(second + CURRENT)
    await asyncio.sleep(0.8)
    assert await an.sees_now(second + CURRENT) and "niuniu" in an.page.url


async def test_without_scripts_every_choice_is_a_page(comes, rooms):
    an = await comes(size=DESK, java_script_enabled=False)
    await an.opens("/lobby/")
    await an.clicks(NIUNIU)
    await an.page.wait_for_url("**/lobby/?game=niuniu")
    assert await an.sees_now(".topbar") and await an.sees_now(NIUNIU + CURRENT)
    await an.opens("/leaderboard/")
    await an.clicks("#board .segment[href*='period=all']")
    assert await an.sees_now(".topbar") and await an.sees_now(f"#board .segment[href*='period=all']{CURRENT}")


async def test_where_no_part_comes_one_is_led_to_the_page(comes):
    an = await comes(size=DESK)
    await an.opens("/leaderboard/")
    an.expects("500")

    async def fails(route):
        asked = await route.request.all_headers()
        await (route.fulfill(status=500, body="<p>oh</p>") if "hx-request" in asked else route.continue_())

    await stays(an)
    await an.page.route("**/leaderboard/?*", fails)
    await an.clicks("#board .segment[href*='period=all']")
    await an.sees(f"#board .segment[href*='period=all']{CURRENT}")
    assert not await stayed(an) and "oh" not in await an.reads("main")


# --- settings ---------------------------------------------------------------------------------


async def test_a_guest_is_told_what_is_wrong_where_they_stand(comes):
    an = await comes(language="en")
    await an.opens("/accounts/login/")
    await an.clicks("form[action='/accounts/guest/'] button")
    await an.opens("/accounts/settings/")
    await stays(an)
    await an.types("username", "admin")
    await an.types("password1", "ba con voi xanh")
    await an.clicks("#keep .form-actions button")
    await an.sees("#keep [name=username][aria-invalid=true]:focus")
    assert await an.locator("#keep .field-error").is_visible() and await stayed(an)
    assert await an.locator("#keep [name=password1]").input_value() == "ba con voi xanh"

    await an.clicks("#settings label[for=id_sound]")
    await an.clicks("#settings .form-actions button")
    await an.sees("#toasts .toast-success")
    assert await stayed(an) and an.page.url.endswith("/accounts/settings/")
    assert not await an.locator("#id_sound").is_checked()

    await an.locator("#settings label:has([name=animal][value=dragon])").click()
    await an.locator("#settings label:has([name=disc][value='8'])").click()
    await an.clicks("#settings .form-actions button")
    await an.sees("#me .avatar[data-avatar=dragon-8]")
    await an.sees("#settings .form-actions button:focus")
    assert await stayed(an)

    await an.locator("#settings [name=theme][value=dark]").check()
    await an.clicks("#settings .form-actions button")
    await an.sees("html[data-theme=dark]")
    await an.sees("#toasts .toast-success")

    await an.page.context.clear_cookies(name="sessionid")
    await an.clicks("#settings .form-actions button")
    await an.page.wait_for_url("**/accounts/login/**")
