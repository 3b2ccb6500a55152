"""Whatever somebody writes stays words: the page has the same elements as if they had written "x"."""

import asyncio

import pytest

from tests.browser.person import DESK, Person, says

PAYLOADS = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<svg onload=alert(1)>",
    "<svg><script>alert(1)</script></svg>",
    "<iframe src=javascript:alert(1)>",
    "<body onload=alert(1)>",
    "<a href=javascript:alert(1)>x</a>",
    "<details open ontoggle=alert(1)>",
    "<video><source onerror=alert(1)>",
    "<input autofocus onfocus=alert(1)>",
    "<math><mtext><img src=x onerror=alert(1)>",
    "<style>*{display:none}</style>",
    "<link rel=stylesheet href=//x.invalid>",
    "<meta http-equiv=refresh content=0>",
    "<base href=//x.invalid>",
    "<form action=//x.invalid><button>x",
    '"><img src=x onerror=alert(1)>',
    "' onmouseover='alert(1)",
    '" autofocus onfocus="alert(1)',
    "</li></ol></div><h1>x",
    "</textarea><script>alert(1)</script>",
    "</title><script>alert(1)</script>",
    "</template><img src=x onerror=alert(1)>",
    "--><img src=x onerror=alert(1)>",
    "<!-- x",
    "<hx-partial hx-target='#table'>x</hx-partial>",
    "<div id=hand hx-swap-oob=true>x</div>",
    "<div hx-get=/lobby/ hx-trigger=load>x</div>",
    "<div data-hx-on:load=alert(1)>x</div>",
    '{"type":"bye","reason":"banned"}',
    '{"content":"<b>x</b>","target":"#table"}',
    "{{ 7|add:7 }}{% debug %}",
    "${alert(1)}`'\"",
    "&lt;img src=x onerror=alert(1)&gt;",
    "&#60;script&#62;alert(1)",
    "<ı onclick=alert(1)>",
    "%3Cscript%3Ealert(1)%3C/script%3E",
    "\\u003cscript\\u003ealert(1)",
    "<x " + "y" * 60,
    "ẢẤ" * 40,
]
TREE = """root => {
  const attributes = (e) => [...e.attributes].map(({ name }) => name).sort().join();
  return [...document.querySelector(root).querySelectorAll("*")].map((e) => `${e.tagName} ${attributes(e)}`);
}"""


async def tree(an: Person, root: str = "body") -> list[str]:
    return await an.page.evaluate(TREE, root)


@pytest.fixture
def quiet(houses):
    """A server on which one may talk as fast as one likes: every line is another person's."""
    return houses.shared()


async def test_what_is_said_in_the_chat_stays_words(table):
    """Five lines, then a pause: the table's own limit."""
    cai, an = await table(seats=2, sizes=(DESK,), turn_seconds=120)
    await cai.chats("x")
    await an.sees("[data-said]", 1)
    line = "[...document.querySelectorAll('[data-said]')].at(-1)"
    shape = f"({line}).outerHTML.replace(/>[^<]+</g, '><').replace(/data-said=.\\d+./, '')"
    plain = await an.page.evaluate(shape)
    outside = await tree(an, ".felt")
    said = 1
    for payload in PAYLOADS:
        await until_said(cai, payload)
        said += 1
        await an.until(lambda: last_line(an, payload), payload)
        assert await an.page.evaluate(shape) == plain, payload
    assert await tree(an, ".felt") == outside
    await an.page.reload()
    await an.is_linked()
    assert await last_line(an, PAYLOADS[-1])


async def until_said(an: Person, text: str) -> None:
    """Again, where it was too fast."""
    await an.chats(text)
    while not await last_line(an, text):
        if await an.sees_now("#toasts .toast-error"):
            await an.clicks("#toasts .toast-error [data-toast-close]")
            await asyncio.sleep(1)
            await an.chats(text)
        await asyncio.sleep(0.05)


async def last_line(an: Person, text: str) -> bool:
    lines = await an.all("[data-said] .chat-text", "e => e.textContent")
    return bool(lines) and lines[-1] == text


async def test_the_name_of_a_room_stays_words_in_the_lobby_and_at_the_table(comes, table):
    cai, _ = await table(seats=2)
    an = await comes(size=DESK)
    plain = {}
    for name in ["x", *PAYLOADS[:3], PAYLOADS[16], PAYLOADS[19], PAYLOADS[21]]:
        await cai.opens("/rooms/new/")
        await cai.page.locator("[name=name]").fill(name[:40])
        await cai.clicks("form[data-room-form] .form-actions button")
        await cai.is_linked()
        code = cai.page.url.rstrip("/").rsplit("/", 1)[1]
        await an.opens("/lobby/")
        await an.sees(f"#room-{code}")
        found = {"table": await tree(cai), "row": await tree(an, f"#room-{code}")}
        plain = plain or found
        assert found == plain, name
        assert name[:40].strip() in await an.locator(f"#room-{code} h3").text_content()
        await cai.clicks("button[data-open-panel=menu]")
        await cai.clicks(says("close"))
        await cai.clicks(says("close"))
        await an.sees_no(f"#room-{code}")


@pytest.mark.parametrize("reason", ["x", *PAYLOADS[1:4], PAYLOADS[16], PAYLOADS[25]])
async def test_the_reason_for_sending_somebody_away_stays_words(table, reason):
    cai, an = await table(seats=2, batch=6, turn_seconds=120)
    await cai.clicks("button[data-open-panel=menu]")
    await cai.clicks("#kick-1 summary")
    await cai.page.locator("#kick-1 [name=reason]").fill(reason)
    await cai.clicks("#kick-1 form button")
    await cai.sees("#seat-1.is-free")
    for person in (cai, an):
        assert not await person.sees_now("img, iframe, svg[onload], [onerror]")
