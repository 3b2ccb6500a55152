"""Whatever somebody writes stays words: the page has the same elements as if they had written "x".

A hundred payloads. What the policy refuses, a dialog or an error on any page fails the test (person.py).
"""

import asyncio
import json

import pytest

from tests.browser.person import DESK, Person, says
from tests.browser.test_moderation import comes_in, makes_a_moderator
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


# Fifty texts in everything that staff and who reported read: said by others, reported, answered, noted.
WRITTEN = """
import json
from accounts.models import Appeal, ModAction, Report, User
from lobby.models import ChatLine, Room
texts, room = json.loads({texts!r}), Room.objects.get(code={room!r})
by, whom = (seat.user for seat in room.seats.order_by("number"))
staff = User.objects.get(username={staff!r})
crowd = [User.objects.get_or_create(username=f"Khách {{n}}")[0] for n in range(len(texts))]
act = {{"act": "warn", "kind": "person", "target": str(whom.pk), "by": staff, "whom": whom}}
for text in texts:
    against = ModAction.objects.create(**act, reason=text)
    said = {{"text": text, "answer": text, "status": "kept", "answered_by": staff}}
    Appeal.objects.create(against=against, whom=whom, **said)
ChatLine.objects.filter(room=room).delete()
lines = [ChatLine.objects.create(room=room, user=whom, text=text) for text in texts]
first, _ = Report.objects.update_or_create(
    by=by, person=whom, status="new",
    defaults={{
        "name": whom.username, "reason": "abuse", "text": texts[0], "note": texts[0], "room": room.pk,
        "line": lines[9].pk, "first_line": lines[0].pk, "last_line": lines[-1].pk,
    }},
)
for other, text in zip(crowd, texts):
    said = {{"reason": "other", "text": text}}
    told = said | {{"name": whom.username, "gathered_under": first}}
    Report.objects.update_or_create(by=other, person=whom, status="new", defaults=told)
    mine = said | {{"name": other.username}}
    Report.objects.update_or_create(by=by, person=other, status="dismissed", defaults=mine)
print(first.pk, whom.pk)
"""
MODERATOR = "Cô Tư"


async def test_what_is_reported_and_answered_stays_words_for_staff_and_who_reported(comes, server):
    opened = await asyncio.to_thread(server.open_table, "--seats=2")
    room = opened[0]["room"]
    await makes_a_moderator(server, MODERATOR)
    an = await comes("an", size=DESK, cookie=opened[0]["cookie"])
    staff = await comes(MODERATOR, size=DESK, language="en")
    await comes_in(staff, MODERATOR, "/admin/")
    await staff.page.wait_for_url("**/admin/")
    plain = {}
    for texts in (["x"] * 50, SOME[:50], SOME[50:]):
        written = WRITTEN.format(texts=json.dumps(texts), staff=MODERATOR, room=room)
        told = await asyncio.to_thread(server.manage, "shell", "-v0", "-c", written)
        report, person = told.split()[-2:]
        for reader, path, shows, root in (
            (an, "/reports/", texts[-20:], "body"),
            (staff, "/admin/accounts/modaction/", texts, "#result_list"),
            (staff, "/admin/accounts/appeal/", texts, "#result_list"),
            (staff, "/admin/lobby/chatline/", texts, "body"),
            (staff, f"/admin/accounts/report/{report}/change/", texts, "body"),
            (staff, f"/admin/accounts/user/{person}/change/", texts[-1:], "body"),
        ):
            await reader.opens(path)
            words = " ".join((await reader.page.evaluate("document.body.textContent")).split())
            assert [text for text in shows if " ".join(text.split()) not in words] == [], path
            found = await tree(reader, root)
            assert found == plain.setdefault(path, found), path
