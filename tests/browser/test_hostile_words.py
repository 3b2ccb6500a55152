"""Whatever somebody writes stays words: the page has the same elements as if they had written "x".

A hundred payloads. What the policy refuses, a dialog or an error on any page fails the test (person.py).
"""

import asyncio

import pytest

from tests.browser.person import DESK, Person, says
from tests.client import Player
from tests.payloads import SOME

PARTS = [SOME[:34], SOME[34:68], SOME[68:]]  # as many as eight people may say at once
NAMED = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "</textarea><script>alert(1)</script>",
]
TREE = """root => {
  const attributes = (e) => [...e.attributes].map(({ name }) => name).sort().join();
  return [...document.querySelector(root).querySelectorAll("*")].map((e) => `${e.tagName} ${attributes(e)}`);
}"""


async def tree(an: Person, root: str = "body") -> list[str]:
    return await an.page.evaluate(TREE, root)


@pytest.mark.parametrize("payloads", PARTS, ids=["first", "second", "third"])
async def test_what_is_said_in_the_chat_stays_words(comes, server, payloads):
    """By eight people, as each may say five lines in ten seconds."""
    opened = await asyncio.to_thread(server.open_table, "--seats=8", "--spectators=1")
    an = await comes(size=DESK, cookie=opened[8]["cookie"])
    await an.comes_to(opened[0]["room"])
    people = [await Player.at(server.url, line["room"], line["cookie"]) for line in opened[:8]]
    await an.until(lambda: everybody_is_there(an), "every seat online")
    felt, shapes = await tree(an, ".felt"), []
    for number, text in enumerate(f"{text} {n}" for n, text in enumerate(["x", *payloads])):  # none twice
        await people[number // 5].say(room="chat", text=text)
        await an.until(lambda text=text: last_line(an, text), text)
        shapes.append(await tree(an, "[data-said]:last-child"))
        assert shapes[-1] == shapes[0], text
    assert await tree(an, ".felt") == felt, "and nothing else changed"
    await an.page.reload()
    await an.is_linked()
    assert await last_line(an, text)
    assert await tree(an, "[data-said]:last-child") == shapes[0]
    await asyncio.gather(*(person.close() for person in people))


async def test_what_the_policy_refuses_would_be_noticed(comes):
    an = await comes(size=DESK)
    await an.opens("/lobby/")
    await an.page.evaluate("document.body.insertAdjacentHTML('beforeend', '<p style=color:red>x')")
    await an.until(lambda: asyncio.sleep(0, "policy: style-src" in "".join(an.trouble)), "told")
    an.expects("policy: style-src", "inline style")


async def everybody_is_there(an: Person) -> bool:
    taken, gone = [await an.all(seats, "e => e.id") for seats in (".seat.is-taken", "[data-gone]")]
    return len(taken) == 8 and not gone


async def last_line(an: Person, text: str) -> bool:
    lines = await an.all("[data-said] .chat-text", "e => e.textContent")
    return bool(lines) and lines[-1] == " ".join(text.split())


async def test_the_name_of_a_room_stays_words_in_the_lobby_and_at_the_table(comes, table):
    cai, _ = await table(seats=2)
    an = await comes(size=DESK)
    plain = {}
    for name in ["x", *NAMED]:
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


async def test_the_reason_for_sending_somebody_away_stays_words(table):
    plain = {}  # who wrote it is not offered to report it
    for reason in ["x", *NAMED]:
        cai, an = await table(seats=2, batch=6)
        await cai.clicks("button[data-open-panel=menu]")
        await cai.clicks("#kick-1 summary")
        await cai.page.locator("#kick-1 [name=reason]").fill(reason)
        await cai.clicks("#kick-1 form button")
        for person in (cai, an):
            await person.sees("#seat-1.is-free")
            await person.sees(".chat-notice")
            assert reason in await person.locator(".chat-notice").last.text_content()
            found = await tree(person, ".chat-notice:last-child")
            assert found == plain.setdefault(person.name, found), reason
        assert plain[an.name] != plain[cai.name]
