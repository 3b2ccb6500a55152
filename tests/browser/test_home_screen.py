"""Without a network, in a browser: a page of ours says so, and no other was kept."""

import asyncio

import pytest

pytestmark = pytest.mark.service_worker

SAYS = {"vi": "Mất kết nối", "en": "No connection", "zh-CN": "没有网络连接"}
READY = "navigator.serviceWorker.ready.then(() => true)"
KEPT = """async () => {
  const found = [];
  for (const name of await caches.keys())
    for (const { url } of await (await caches.open(name)).keys()) found.push(new URL(url).pathname);
  return found;
}"""


@pytest.fixture
def server(houses):
    """One that goes, and comes again."""
    server = houses.new().start()
    yield server
    server.stop()


async def test_without_a_network_a_page_of_ours_says_so(comes, server):
    people = [await comes(language, language=language) for language in SAYS]
    for person in people:
        await person.opens("/leaderboard/")
        assert await person.page.evaluate(READY)
    await asyncio.to_thread(server.stop)
    for person in people:
        person.expects("ERR_CONNECTION_REFUSED", "Failed to load resource")
        await person.opens("/lobby/")
        assert await person.page.locator("h2:visible").all_inner_texts() == [SAYS[person.name]]
        assert await person.reads("h1") == "Chiếu Bài"
        shown = await person.page.locator("main").evaluate("e => getComputedStyle(e).maxWidth")
        assert shown != "none", "its style sheets are there"
    await asyncio.to_thread(server.start)
    for person in people:
        await person.sees("#rooms, .empty")  # by itself


async def test_no_page_of_a_table_is_ever_kept(comes, server):
    """T8  Nor what logging out leaves in the way of the next one."""
    async with server.table(game="rummy", seats=2, turn_seconds=120, batch=1) as table:
        an = await comes(cookie=table.cookies[1], language="en")
        await an.opens("/lobby/")  # a table asks for no worker
        await an.page.evaluate(READY)
        await an.comes_to(table.code)
        await table.start()
        await an.sees("#my-cards [data-card]")
        await an.page.reload()
        await an.is_linked()
        kept = await an.page.evaluate(KEPT)
        assert kept.count("/offline/") == 1 and len(kept) > 5
        assert all(path == "/offline/" or path.startswith("/static/") for path in kept)
    await an.opens("/accounts/logout/")
    await an.clicks("main form button")
    await an.page.wait_for_url("**/")
    assert await an.page.evaluate(READY), "the next page begins anew"
