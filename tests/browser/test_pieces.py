"""How a frame comes into the page: what is the same stays the same element, whatever else has changed."""

import pytest_asyncio

# On the page of a real table, in a corner of its own: what stands there, the frame, and what stands there
# then. An element tells its tag, what one knows it by, and * where it is the very one that was there before.
APPLY = """async ([before, frame, focused]) => {
  const corner = document.createElement("div");
  corner.id = "corner";
  corner.innerHTML = before;
  document.querySelector("#table").append(corner);
  const known = new Set(corner.querySelectorAll("*"));
  if (focused) corner.querySelector(focused).focus();
  const text = `<hx-frame>${frame}</hx-frame>`;
  await htmx.swap({ sourceElement: corner, target: corner, swap: "none swapEmpty:false", text });
  const tell = (node) => {
    if (node.nodeType !== Node.ELEMENT_NODE) return node.data;
    const name = node.id || node.dataset.card || node.className;
    const inside = [...node.childNodes].map(tell).join(" ");
    return `${node.localName}${name && "." + name}${known.has(node) ? "*" : ""}${inside && `(${inside})`}`;
  };
  const told = [...corner.childNodes].map(tell).join(" ");
  const at = document.activeElement;
  corner.remove();
  return [told, at.id || at.className || at.localName];
}"""

CHANGES = {
    "a word": ("<p>one</p>", "<p>two</p>", "p*(two)"),
    "a class": ('<p class="a b">x</p>', '<p class="a c">x</p>', "p.a c*(x)"),
    "one more at the end": ("<i>1</i>", "<i>1</i><i>2</i>", "i*(1) i(2)"),
    "one of another kind before": (
        '<b class="seat">x</b>',
        '<b class="note">n</b><b class="seat">x</b>',
        "b.note(n) b.seat*(x)",
    ),
    "one less": (
        '<b data-card="3S"></b><b data-card="4S"></b><b data-card="5S"></b>',
        '<b data-card="3S"></b><b data-card="5S"></b>',
        "b.3S* b.5S*",
    ),
    "the first one less": (
        '<b id="a"></b><b id="b"></b><b id="c"></b>',
        '<b id="b"></b><b id="c"></b>',
        "b.b* b.c*",
    ),
    "another order": ('<b id="a"></b><b id="b"></b>', '<b id="b"></b><b id="a"></b>', "b.b* b.a*"),
    "into another": (
        '<b id="a">x</b><i id="b"></i>',
        '<i id="b"><b id="a" data-same></b></i>',
        "i.b*(b.a*(x))",
    ),
    "out of another": (
        '<i id="b"><b id="a">x</b></i><u id="c"></u>',
        '<u id="c"><b id="a" data-same></b></u>',
        "u.c*(b.a*(x))",
    ),
    "the same, elsewhere": (
        '<b id="a">x</b><p>1</p>',
        '<p>2</p><b id="a" data-same></b>',
        "p*(2) b.a*(x)",
    ),
    "another tag": ('<b id="a">x</b>', '<p id="a">x</p>', "p.a(x)"),
    "all of it": ("<p>x</p>", "", ""),
    "what a translator has put there": (
        "<!-- theirs --><font><p>x</p></font><p>y</p>",
        "<p>1</p><p>2</p>",
        "p*(1) p(2)",
    ),
    "what nobody should write": ("<p>x</p>", "<!-- ours --><p>y</p>", " ours  p*(y)"),
}


@pytest_asyncio.fixture(loop_scope="session", params=["", "delete Element.prototype.moveBefore"])
async def at_a_table(comes, server, request):
    """In a young browser, and in one that cannot move an element without taking it out."""
    async with server.table(seats=2, turn_seconds=300) as table:
        person = await comes(cookie=table.cookies[0])
        await person.page.add_init_script(request.param)
        await person.comes_to(table.code)
        yield person


def whole(frame):
    return f'<div id="corner">{frame}</div>'


async def test_what_stays_is_the_same_element(at_a_table):
    for change, (before, frame, then) in CHANGES.items():
        told, _ = await at_a_table.page.evaluate(APPLY, [before, whole(frame), None])
        assert told == then, change


async def test_one_comes_after_those_that_stay_and_one_goes(at_a_table):
    before = '<p id="list"><b id="a">1</b><b id="b">2</b></p>'
    gone = '<i id="a" data-out></i><i id="z" data-out></i>'
    more = '<p id="list" data-more><b id="c">3</b><b id="d">4</b></p>'
    told, _ = await at_a_table.page.evaluate(APPLY, [before, gone + more, None])
    assert told == "p.list*(b.b*(2) b.c(3) b.d(4))"


async def test_focus_stays_with_what_it_was_on(at_a_table):
    before = '<button id="a">a</button><button id="b">b</button>'
    for frame in (
        '<button id="b">b</button>',
        '<p>new</p><button id="a">a</button><p>new</p><button id="b">B</button>',
        '<button id="b">b</button><button id="a">a</button>',
    ):
        _, focused = await at_a_table.page.evaluate(APPLY, [before, whole(frame), "#b"])
        assert focused == "b", frame


async def test_what_somebody_types_is_not_overwritten(at_a_table):
    typed = await at_a_table.page.evaluate(
        f"""async () => {{
          const apply = {APPLY};
          const type = ({{ target }}) => {{ target.value = "typed"; window.typed = target; }};
          addEventListener("focusin", type, {{ once: true }});
          await apply(['<input id="a" value="1">', '<div id="corner"><input id="a" value="2"></div>', "#a"]);
          return [typed.value, typed.getAttribute("value")];
        }}"""
    )
    assert typed == ["typed", "2"]
