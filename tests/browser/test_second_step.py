"""Passkeys and codes of an app in a real browser: made in the settings, asked for at the door, on a phone."""

import secrets
import time

from tests import totp
from tests.browser.person import PHONE

PASSWORD = "xì dách tối thứ bảy"
DEVICE = {
    "protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
    "isUserVerified": True, "automaticPresenceSimulation": True,
}  # fmt: skip
PASSKEY = "form[data-passkey] button"


async def signs_up(comes, **how):
    an = await comes(size=PHONE, language="en", **how)
    an.url = an.url.replace("127.0.0.1", "localhost")
    an.called = f"An {secrets.token_hex(4)}"
    await an.opens("/accounts/signup/")
    await an.types("username", an.called)
    await an.types("password1", PASSWORD)
    await an.clicks("main form[action$='/signup/'] .form-actions button")
    await an.page.wait_for_url("**/lobby/")
    return an


async def confirms(an):
    await an.types("password", PASSWORD)
    await an.clicks("main .form-actions button")


async def logs_out(an):
    await an.opens("/accounts/logout/")
    await an.clicks("main .form-actions button")
    await an.page.wait_for_url(an.url + "/")
    await an.opens("/accounts/login/")


async def gives_the_password(an):
    await an.types("login", an.called)
    await an.types("password", PASSWORD)
    await an.clicks("main form[action$='/login/'] .form-actions button")
    await an.page.wait_for_url("**/mfa/authenticate/")


async def is_in(an):
    await an.page.wait_for_url("**/lobby/")


async def fits(an):
    """Nothing on the page is wider than the phone."""
    assert await an.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


async def test_a_passkey_is_made_and_lets_in(comes):
    an = await signs_up(comes)
    device = await an.context.new_cdp_session(an.page)
    await device.send("WebAuthn.enable")
    added = await device.send("WebAuthn.addVirtualAuthenticator", {"options": DEVICE})
    await an.opens("/accounts/settings/")
    await an.clicks("main a[href='/accounts/mfa/']")
    await an.clicks("main a[href$='/webauthn/add/']")
    await confirms(an)
    await fits(an)
    await an.page.locator("[data-no-passkey]").wait_for(state="hidden")  # a script looks for a device first
    await an.clicks(PASSKEY)
    await an.page.wait_for_url("**/recovery-codes/")
    assert await an.page.locator(".codes li").count() == 10
    await fits(an)

    await logs_out(an)
    await an.clicks(PASSKEY)
    await is_in(an)

    await logs_out(an)
    await gives_the_password(an)
    await fits(an)
    await an.clicks(PASSKEY)
    await is_in(an)

    await logs_out(an)
    await device.send("WebAuthn.clearCredentials", added)
    await an.clicks(PASSKEY)
    await an.page.locator("[data-passkey-fails]").wait_for(state="visible")


async def test_at_an_address_nobody_is_offered_a_passkey(comes):
    an = await comes(language="en")
    await an.opens("/accounts/login/")
    await an.page.wait_for_load_state("networkidle")
    assert an.url.startswith("http://127.0.0.1")
    assert await an.page.locator("form[data-passkey]").is_hidden()


async def test_an_app_is_set_up_and_asked_for(comes):
    an = await signs_up(comes, color_scheme="dark")
    await an.opens("/accounts/mfa/totp/activate/")
    await confirms(an)
    secret = await an.reads(".qr-key")
    assert await an.page.locator(".qr").evaluate("e => e.complete && e.naturalWidth > 0")
    await fits(an)
    await types_the_code(an, secret, "**/recovery-codes/")
    assert "you will be asked for a code" in await an.reads("#toasts")
    await logs_out(an)
    await gives_the_password(an)
    await types_the_code(an, secret, "**/lobby/")


async def types_the_code(an, secret, then):
    """As a person would: where the digits changed meanwhile, the next ones."""
    for _ in range(3):
        await an.types("code", totp.code(secret, time.time()))
        async with an.page.expect_navigation():
            await an.clicks("main form:has([name=code]) .form-actions .button-action")
        if not await an.sees_now(".field-error"):
            break
    await an.page.wait_for_url(then)
