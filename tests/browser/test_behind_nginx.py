"""A moderator in production, behind nginx: led to a second step, in by a code or a passkey, and at work."""

import asyncio

import pytest

from tests.back_office import MAKE
from tests.browser.person import DESK, says
from tests.browser.test_moderation import Office, answers, comes_in, reads_a_notice
from tests.browser.test_reports import opens_beside, reports
from tests.browser.test_second_step import (
    DEVICE,
    PASSKEY,
    PASSWORD,
    confirms,
    gives_the_password,
    logs_out,
    types_the_code,
)
from tests.nginx import Nginx, needs_nginx

pytestmark = [pytest.mark.slow, pytest.mark.service_worker]  # a server of its own
MODERATOR, LOUD, QUIET = "Cô Tư", "An", "Bình"


@pytest.fixture
def production(houses, tmp_path):
    needs_nginx()
    nginx = Nginx(tmp_path, houses).start()
    yield nginx
    nginx.stop()


async def test_a_moderator_is_led_to_a_second_step_comes_in_by_it_and_acts(comes, production):
    how = {"to": production, "size": DESK, "language": "en", "ignore_https_errors": True}
    for name in (MODERATOR, LOUD, QUIET):
        await asyncio.to_thread(production.server.manage, "shell", "-c", MAKE.format(name, PASSWORD))
    await asyncio.to_thread(production.server.manage, "make_moderator", MODERATOR)
    moderator = await comes(MODERATOR, **how)
    await has_two_steps(moderator)
    await acts_upon_who_was_reported(Office(moderator), await comes(LOUD, **how), await comes(QUIET, **how))
    cookies = {cookie["name"]: cookie for cookie in await moderator.context.cookies()}
    assert cookies["__Host-sessionid"]["httpOnly"]
    assert all(name.startswith("__Host-") and cookie["secure"] for name, cookie in cookies.items())


async def has_two_steps(moderator):
    """Sets up an app on the way in, and a passkey; comes in by each of them, and not without."""
    moderator.called = MODERATOR
    await comes_in(moderator, MODERATOR, "/admin/")
    await moderator.page.wait_for_url("**/accounts/mfa/")
    assert "Staff need a second step" in await moderator.reads("#toasts")
    await moderator.clicks("main a[href$='/totp/activate/']")
    await confirms(moderator)
    secret = await moderator.reads(".qr-key")
    await types_the_code(moderator, secret, "**/recovery-codes/")
    await moderator.opens("/admin/accounts/user/")
    await types_the_code(moderator, secret, "**/admin/accounts/user/")
    assert MODERATOR in await moderator.reads("#result_list")

    device = await moderator.context.new_cdp_session(moderator.page)
    await device.send("WebAuthn.enable")
    await device.send("WebAuthn.addVirtualAuthenticator", {"options": DEVICE})
    await moderator.opens("/accounts/mfa/webauthn/add/")
    await moderator.clicks(PASSKEY)
    await moderator.page.wait_for_url("**/accounts/mfa/")
    await logs_out(moderator)
    await gives_the_password(moderator)
    await moderator.opens("/admin/")
    await moderator.page.wait_for_url("**/mfa/authenticate/")
    await moderator.opens("/accounts/login/")
    await moderator.clicks(PASSKEY)
    await moderator.page.wait_for_url("**/lobby/")


async def acts_upon_who_was_reported(office, loud, quiet):
    """In the loud one's own room, where a round runs against a bot and the quiet one waits for the next."""
    await comes_in(loud, LOUD, "/rooms/new/?game=xidach&bots=1")
    await loud.clicks("form[data-room-form] .form-actions button")
    await loud.is_linked()
    await loud.clicks(says("start"))
    room = loud.page.url.removeprefix(loud.url)
    await comes_in(quiet, QUIET, room)
    await quiet.is_linked()
    await quiet.clicks("[data-open-panel=menu]")
    form = await opens_beside(quiet, lambda: quiet.clicks('#menu a[href^="/reports/new/"]'))
    await reports(form, reason="abuse", text="nói tục")

    await office.turns_to("report")
    await office.person.clicks(f'#result_list a:text-is("{LOUD}")')
    await office.person.page.wait_for_url("**/change/")
    await office.acts("mute", "nói tục quá", term="day")
    await reads_a_notice(loud, "nói tục quá")
    await office.acts("void_rounds", "chơi lại nhé")
    await reads_a_notice(loud, "chơi lại nhé")
    await office.acts("close_rooms", "nghỉ tối nay")
    await quiet.sees('#table[data-link="bye"]')
    await office.acts("ban", "nói tục mãi", term="good")
    loud.expects("403 .*/accounts/login/", "status of 403")
    await comes_in(loud, LOUD, "/rooms/new/")
    await answers(loud, "You may not play here any more", "nói tục mãi")
    await office.person.clicks("button[value=resolve]")
    await office.person.sees(".messagelist .success")
    await form.opens("/reports/")
    await form.sees("#mine [data-status=resolved]")
