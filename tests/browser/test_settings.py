"""How one likes it: language, theme, deck; what forms say when they do not understand; an invitation."""

import asyncio
import secrets

import pytest

from tests.browser.person import AS_A_GUEST, DESK, MY_CARDS, does, says, start

COLOUR = "e => getComputedStyle(e).backgroundColor"


@pytest.fixture
def a_seat(server):
    """The cookie and room of somebody with a seat."""

    async def sit(**wanted):
        arguments = [f"--{name}={value}" for name, value in wanted.items()]
        return (await asyncio.to_thread(server.open_table, "--seats=2", *arguments))[0]

    return sit


async def save(an, **chosen):
    await an.opens("/accounts/settings/")
    for name, value in chosen.items():
        field = an.locator(f"main [name={name}]").first
        if await field.evaluate("e => e.matches('select')"):
            await field.select_option(value)
        else:
            await an.locator(f"main label:has([name={name}][value='{value}'])").click()
    await an.clicks("form[action$='/settings/'] .form-actions button")
    await an.sees("#toasts [data-toast]")


async def test_the_settings_hold_on_every_page_and_at_the_table(comes, a_seat):
    line = await a_seat()
    an = await comes(cookie=line["cookie"])
    await save(an, language="en", theme="dark", deck="four")
    for path in ("/", "/lobby/", f"/rooms/{line['room']}/"):
        await an.opens(path)
        html = an.locator("html")
        assert await html.get_attribute("lang") == "en"
        assert await html.get_attribute("data-theme") == "dark"
        assert await html.get_attribute("data-deck") == "four"
    await save(an, language="zh-hans", theme="light", deck="two")
    assert await an.locator("html").get_attribute("lang") == "zh-hans"
    assert await an.locator("html").get_attribute("data-theme") == "light"
    assert await an.locator("html").get_attribute("data-deck") is None


async def test_who_wants_less_motion_has_none(comes, a_seat):
    """As many as they are: what moves on this page, and how long it takes to change."""
    line = await a_seat()
    an = await comes(cookie=line["cookie"])
    moving = """() => [...document.querySelectorAll("*")].filter((e) => {
      const { transitionProperty, transitionDuration, animationName } = getComputedStyle(e);
      const travels = transitionProperty !== "opacity" && parseFloat(transitionDuration) > 0;
      return travels || animationName !== "none";
    }).length"""
    await an.opens(f"/rooms/{line['room']}/")
    assert await an.page.evaluate(moving)
    await save(an, motion="still")
    for path in ("/lobby/", f"/rooms/{line['room']}/"):
        await an.opens(path)
        assert await an.page.evaluate(moving) == 0


async def test_four_colours_of_suits_are_four(table):
    cai, an = people = await table(seats=2, sizes=(DESK,), turn_seconds=120)
    await start(people)
    await cai.moves("deal")
    await an.sees(MY_CARDS)
    colours = """deck => {
      document.documentElement.dataset.deck = deck;
      const card = document.querySelector("#my-cards [data-card]");
      return ["s", "h", "d", "c"].map((suit) => {
        card.className = `card suit-${suit}`;
        return getComputedStyle(card.querySelector("svg")).color;
      });
    }"""
    assert len(set(await an.page.evaluate(colours, "four"))) == 4
    assert len(set(await an.page.evaluate(colours, "two"))) == 2


async def test_the_light_one_chose_holds_whatever_the_system_likes(comes):
    day, night = [await comes(size=DESK, color_scheme=scheme) for scheme in ("light", "dark")]
    colours = []
    for an in (day, night):
        await an.opens("/")
        colours.append(await an.locator("body").evaluate(COLOUR))
    assert colours[0] != colours[1]
    for an, other, colour in ((day, "dark", colours[1]), (night, "light", colours[0])):
        await an.clicks(f".theme-to-{other}")
        await an.sees(f'html[data-theme="{other}"]')
        assert await an.locator("body").evaluate(COLOUR) == colour
        assert await an.locator("html").evaluate("e => getComputedStyle(e).colorScheme") == other


@pytest.mark.parametrize("path", ["/", "/lobby/", "/accounts/signup/"])
async def test_a_passer_by_changes_language_and_light_in_the_top_bar(comes, path):
    an = await comes(size=DESK, color_scheme="light")
    await an.opens(path)
    light = await an.locator("body").evaluate(COLOUR)
    await an.clicks(".theme-to-dark")
    await an.sees('html[data-theme="dark"]')
    assert await an.locator("body").evaluate(COLOUR) != light
    await an.clicks("details[data-menu] summary")
    await an.clicks("button[name=language][value=en]")
    await an.sees('html[lang="en"]')
    assert an.page.url == an.url + path


async def test_without_a_choice_the_page_is_as_light_as_the_device(comes):
    an = await comes(color_scheme="dark")
    await an.opens("/lobby/")
    dark = await an.locator("body").evaluate(COLOUR)
    await an.page.emulate_media(color_scheme="light")
    assert await an.locator("body").evaluate(COLOUR) != dark


SIGN_UPS = [
    # name, password, the field that is wrong
    ("", "xì dách tối thứ bảy", "username"),
    ("x", "xì dách tối thứ bảy", "username"),
    ("<b>An</b>", "xì dách tối thứ bảy", "username"),
    ("admin", "xì dách tối thứ bảy", "username"),
    ("An Nguyễn", "123", "password1"),
]


async def test_a_form_says_under_the_field_what_is_wrong_and_keeps_the_rest(comes):
    an = await comes()
    for name, password, wrong in SIGN_UPS:
        await an.opens("/accounts/signup/")
        await an.types("username", name)
        await an.types("password1", password)
        await an.clicks("main form.panel .form-actions button")
        field = an.locator(f"[name={wrong}]")
        await an.sees(f".field.has-error [name={wrong}][aria-invalid=true]")
        note = await field.get_attribute("aria-describedby")
        assert note and await an.locator(f"#{note.split()[0]}").is_visible()
        assert await an.locator("[name=username]").input_value() == name
        assert await an.locator("[name=password1]").input_value() == ""


async def test_a_wrong_password_is_refused_in_words(comes):
    an = await comes()
    an.expects("answer: 4")
    await an.opens("/accounts/login/")
    await an.types("login", "Không Ai")
    await an.types("password", "không phải")
    await an.clicks("main form.panel .form-actions button")
    await an.sees(".field-error, .form-error, [role=alert]")


NEXT_LINK = """() => {
  const table = document.querySelector("#table");
  window.linked = new Promise((known) => table.addEventListener("table:link", ({ detail }) => {
    if (["open", "bye"].includes(detail)) known(detail);
  }));
}"""


async def test_what_one_chooses_in_another_tab_leaves_the_table_as_it_is(comes):
    an = await comes()
    await an.opens(AS_A_GUEST)
    await an.clicks("main form[action$='/guest/'] button")
    await an.clicks("form[data-room-form] .form-actions button")
    await an.is_linked()
    before = await an.reads("#actions")
    await an.page.evaluate(NEXT_LINK)
    tab = await comes(beside=an)
    await save(tab, language="en")
    await tab.types("username", f"Lan {secrets.token_hex(3)}")
    await tab.types("password1", "xì dách tối thứ bảy")
    await tab.clicks("#keep .form-actions button")
    await tab.sees_no("#keep")
    assert await an.page.evaluate("window.linked") == "open", "nobody was logged out"
    assert await an.reads("#actions") == before, "in the language of the page"


async def test_a_newcomer_with_an_invitation_ends_at_the_table(comes, a_seat):
    line = await a_seat()
    an = await comes()
    await an.opens(f"/rooms/{line['room']}/")
    await an.clicks("main form[action$='/sit/'] .button-action")
    await an.is_linked()
    assert an.page.url.endswith(f"/rooms/{line['room']}/")
    assert an.clicked == 1 and an.typed == 0


async def test_a_newcomer_with_an_invitation_signs_up_and_sits_down(comes, server):
    cai, an = await comes("Cái"), await comes("An")
    await cai.opens(AS_A_GUEST)
    await cai.clicks("main form[action$='/guest/'] button")
    await cai.clicks("form[data-room-form] .form-actions button")
    await cai.is_linked()
    await an.opens(cai.page.url.removeprefix(cai.url))
    await an.clicks("main a[href*='/accounts/signup/']")
    await an.types("username", f"An Được Mời {secrets.token_hex(3)}")
    await an.types("password1", "xì dách tối thứ bảy")
    await an.clicks("main form.panel .form-actions button")
    await an.is_linked()
    assert an.page.url == cai.page.url
    await cai.clicks(says("start"))
    await cai.clicks(does("deal"))
    await an.sees(MY_CARDS)
