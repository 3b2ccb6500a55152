"""A browser for all tests of a process, one server, and people who come with a context of their own."""

from __future__ import annotations

import asyncio
import os

import pytest
import pytest_asyncio

from tests.browser.chromium import SAID_WHERE_MISSING, NoChromiumError, chromium
from tests.browser.line import Line
from tests.browser.person import PHONE, WATCH, Person


def pytest_collection_modifyitems(items):
    for item in items:
        if item.path.is_relative_to(os.path.dirname(__file__)):
            item.add_marker(pytest.mark.browser)
            if asyncio.iscoroutinefunction(getattr(item, "obj", None)):
                item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser():
    try:
        async with chromium() as browser:
            yield browser
    except NoChromiumError:
        if os.environ.get("CI") == "true":
            pytest.fail(SAID_WHERE_MISSING)
        pytest.skip(SAID_WHERE_MISSING)


@pytest.fixture
def still(houses):
    """A server with the same deals every time: what is measured on a page depends on no special hand."""
    return houses.shared(kind="still")


@pytest_asyncio.fixture(loop_scope="session")
async def comes(browser, server, request):
    """`await comes("An", language="en")`: somebody opens a browser. None may end with an error unseen."""
    people: list[Person] = []
    request.node.came = people
    worker = "allow" if request.node.get_closest_marker("service_worker") else "block"

    async def come(name="An", *, size=PHONE, language="vi", cookie="", to=server, beside=None, **how):
        if beside is None:
            how = {"viewport": size, "service_workers": worker} | how
            context = await browser.new_context(locale=language, reduced_motion="reduce", **how)
            await context.add_init_script(WATCH)
        else:
            context = beside.context  # another tab
        if cookie:
            key, _, value = cookie.partition("=")
            await context.add_cookies([{"name": key, "value": value, "url": to.url}])
        person = Person(name, context, await context.new_page(), to.url)
        person.taps = bool(how.get("has_touch"))
        people.append(person)
        return person

    yield come
    surprises = {person.name: person.surprises for person in people if person.surprises}
    for context in {person.context for person in people}:
        await context.close()
    assert not surprises


@pytest_asyncio.fixture(loop_scope="session")
async def table(comes, server):
    """`cai, an, khach = await table(seats=2, spectators=1)`: a fresh table, everybody there and ready."""

    async def sit_down(*, to=server, batch=1, sizes=(), languages=(), lines=(), **wanted):
        arguments = [f"--{name.replace('_', '-')}={value}" for name, value in wanted.items()]
        opened = await asyncio.to_thread(to.open_table, *arguments, batch=batch)
        people = []
        for which, line in enumerate(opened):
            how = {}
            if sizes:
                how["size"] = sizes[which % len(sizes)]
            if languages:
                how["language"] = languages[which % len(languages)]
            how["to"] = lines[which] if which < len(lines) and lines[which] else to
            name = "khach" if line["seat"] is None else f"seat {line['seat']}"
            person = await comes(name, cookie=line["cookie"], **how)
            await person.comes_to(line["room"])
            person.room = line["room"]
            people.append(person)
        return people

    return sit_down


@pytest_asyncio.fixture(loop_scope="session")
async def line(server):
    """What lies between a browser and the server, to be cut."""
    line = await Line(server).mend()
    yield line
    await line.cut()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    """A story that failed also tells what its browsers said."""
    report = yield
    if report.failed and call.when == "call" and (came := getattr(item, "came", None)):
        for person in came:
            report.sections.append(
                (person.name, f"{person.page.url}, {len(person.frames)} frames\n" + "\n".join(person.trouble))
            )
        report.sections.append(("server", item.funcargs["server"].log[-3000:]))
    return report
