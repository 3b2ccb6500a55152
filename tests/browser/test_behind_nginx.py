"""Staff in production, behind nginx: led to a second step, in by a code, in by a passkey."""

import asyncio
import os
import shutil

import pytest

from tests.browser.person import DESK
from tests.browser.test_second_step import (
    DEVICE,
    PASSKEY,
    PASSWORD,
    confirms,
    gives_the_password,
    logs_out,
    types_the_code,
)
from tests.nginx import Nginx

pytestmark = pytest.mark.slow  # a server of its own
FIRST_ADMIN = (
    f"from accounts.models import User; User.objects.create_superuser('chu nha', password={PASSWORD!r})"
)


@pytest.fixture
def production(houses, tmp_path):
    if shutil.which("nginx") is None:
        missing = pytest.fail if os.environ.get("CI") == "true" else pytest.skip
        missing("no nginx here (Debian: apt install nginx-light)")
    nginx = Nginx(tmp_path, houses).start()
    yield nginx
    nginx.stop()


async def test_staff_are_led_to_a_second_step_and_come_in_by_it(comes, production):
    await asyncio.to_thread(production.server.manage, "shell", "-c", FIRST_ADMIN)
    boss = await comes(to=production, size=DESK, language="en", ignore_https_errors=True)
    boss.called = "chu nha"
    await boss.opens("/admin/")
    await boss.types("login", "chu nha")
    await boss.types("password", PASSWORD)
    await boss.clicks("main form[action$='/login/'] .form-actions button")
    await boss.page.wait_for_url("**/accounts/mfa/")
    assert "Staff need a second step" in await boss.reads("#toasts")

    await boss.clicks("main a[href$='/totp/activate/']")
    await confirms(boss)
    secret = await boss.reads(".qr-key")
    await types_the_code(boss, secret, "**/recovery-codes/")
    await boss.opens("/admin/accounts/user/")
    await types_the_code(boss, secret, "**/admin/accounts/user/")
    assert "chu nha" in await boss.reads("#result_list")

    device = await boss.context.new_cdp_session(boss.page)
    await device.send("WebAuthn.enable")
    await device.send("WebAuthn.addVirtualAuthenticator", {"options": DEVICE})
    await boss.opens("/accounts/mfa/webauthn/add/")
    await boss.clicks(PASSKEY)
    await boss.page.wait_for_url("**/accounts/mfa/")
    await logs_out(boss)
    await boss.clicks(PASSKEY)
    await boss.page.wait_for_url("**/lobby/")
    await boss.opens("/admin/accounts/user/")
    assert "chu nha" in await boss.reads("#result_list")

    await logs_out(boss)
    await gives_the_password(boss)
    await boss.opens("/admin/")
    await boss.page.wait_for_url("**/mfa/authenticate/")
    cookies = {cookie["name"]: cookie for cookie in await boss.context.cookies()}
    assert cookies["__Host-sessionid"]["secure"] and cookies["__Host-sessionid"]["httpOnly"]
