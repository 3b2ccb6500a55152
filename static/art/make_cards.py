"""Draws the cards: writes cards.svg, the three backs, felt.svg, favicon.svg and favicon-turn.svg beside this file.

    python static/art/make_cards.py           write them
    python static/art/make_cards.py --check   exit 1 if a file differs from what would be written

A card is 100 wide and 140 high. In cards.svg, `KH` is both faces of a card, the full and the compact one:
the page shows one of them by `--full` and `--compact`, so that a card is a single element of it, and `KH-small` is
the compact one alone, for places where a card is never large: there is less of it to build. Suits are
drawn in currentColor and courts in custom properties (`--court-robe` …), so the page decides the palette
and the four-colour deck. External sprites cannot be trusted with url(#…), so there is no gradient, pattern
or clip in cards.svg; the backs are pictures of their own and may use them.
"""

# ruff: noqa: E501 -- outlines are one line each, however long

import sys
from math import cos, pi, sin
from pathlib import Path

HERE = Path(__file__).resolve().parent
SVG = '<svg xmlns="http://www.w3.org/2000/svg"'
RANKS = "A23456789TJQK"
SUITS = "SHDC"
JOKERS = ("X1", "X2")

# Rank figures: outlines of Phudu at weight 900, 140 high, each with its width.
FIGURES = {
    "A": (109, "M0 140v-6l25-134h59l25 134v6h-39l-3-26h-24l-3 26zM47 81h16l-5-45h-6z"),
    "2": (
        87,
        "M87 40q0-12-4-21-4-8-11-13-7-5-15-6-8-2-16-2-16 0-26 4-10 4-15 9v37h5q1-2 6-6 4-4 10-6 6-3 13-3 6 0 10 4 3 4 3 10 0 4-1 7-1 4-4 9-3 4-8 10-5 6-13 14-8 7-20 18v35h84v-38h-31v-2l13-12q6-7 10-14 5-7 8-16 2-8 2-18z",
    ),
    "3": (
        86,
        "M30 80h-9v-22l18-19v-2h-36v-37h80v35l-22 23v2q5 2 11 6 6 4 10 12 4 7 4 19 0 15-7 25-6 10-16 15-11 5-23 5-11 0-19-2-8-2-13-5-5-3-8-6v-37h2q2 2 6 5 5 4 12 7 7 3 14 3 5 0 8-3 4-2 4-9 0-8-4-11-4-4-12-4z",
    ),
    "4": (102, "M52 140v-87l-17 26v3h67v32h-102v-36l50-78h40v140z"),
    "5": (
        86,
        "M36 47h5q13 0 23 6 10 6 16 16 6 11 6 25 0 16-6 26-6 11-16 17-10 5-23 5-12 0-20-2-8-2-13-5-5-3-8-6v-37h2q2 2 6 5 5 4 12 7 6 3 14 3 6 0 9-3 3-3 3-9 0-5-3-8-2-3-7-5-4-1-10-1h-26v-16v-65h80v37h-44z",
    ),
    "6": (
        99,
        "M0 90q0 17 7 28 6 11 18 16 11 6 25 6 14 0 25-6 11-5 18-16 6-11 6-28 0-13-5-22-5-10-13-15-8-5-18-5-8 0-10 0-3 1-3 1v-3q1-2 4-7 4-5 9-12 5-7 10-15 5-7 9-12v-2h-41q-3 3-8 10-4 6-8 13-5 7-8 13-8 14-13 28-4 14-4 28zM39 90q0-4 1-7 1-3 4-5 2-2 6-2 3 0 6 2 2 2 3 5 1 3 1 7 0 3-1 6-1 4-3 6-2 2-6 2-4 0-6-2-3-2-4-6-1-3-1-6z",
    ),
    "7": (85, "M85 38l-33 102h-42l34-101v-2h-44v-37h85z"),
    "8": (
        103,
        "M52 142q-16 0-28-6-12-6-18-16-6-9-6-21 0-9 3-15 2-6 6-11 4-4 8-7 4-3 8-4v-1q-4-2-9-5-4-3-7-9-3-6-3-15 0-9 5-17 5-8 16-13 10-4 25-4 14 0 25 4 10 5 15 13 6 8 6 17 0 9-4 15-3 6-7 9-4 3-8 5v1q3 1 7 4 4 3 8 7 4 5 7 11 2 6 2 15 0 12-6 21-6 10-18 16-11 6-27 6zM52 86q-4 0-6 1-3 1-4 3-2 3-2 6 0 3 2 6 1 2 4 4 2 1 6 1 3 0 6-1 2-2 4-4 1-3 1-6 0-3-1-6-2-2-5-3-2-1-5-1zM52 52q4 0 6-3 3-3 3-8 0-5-2-8-3-3-7-3-5 0-7 3-3 3-3 8 0 5 3 8 3 3 7 3z",
    ),
    "9": (
        99,
        "M99 48q0-17-6-28-7-11-18-17-12-5-25-5-14 0-25 5-12 6-18 17-7 11-7 28 0 12 5 22 5 10 13 15 9 5 19 5 7 0 10-1 2-1 3 0l-1 2q0 2-4 8-4 5-9 12-5 7-10 14-5 7-9 13v2h41q4-4 8-10 4-6 9-13 4-7 8-13 8-15 12-29 4-14 4-27zM60 48q0 3-1 7-1 3-3 5-3 2-6 2-4 0-6-2-3-2-4-5-1-4-1-7 0-4 1-7 1-3 4-5 2-2 6-2 3 0 6 2 2 2 3 5 1 3 1 7z",
    ),
    "1": (60, "M22 140v-99l-20 13h-2v-40l22-14h38v140z"),
    "0": (
        99,
        "M0 72q0 20 4 34 4 13 10 21 7 8 16 11 9 4 19 4 11 0 19-4 9-3 16-11 7-8 11-21 4-14 4-34v-4q0-20-4-34-4-14-11-22-7-8-16-11-8-3-19-3-10 0-19 3-9 3-16 11-6 8-10 22-4 14-4 34zM39 71v-2q0-19 3-27 3-8 7-8 5 0 8 8 3 8 3 27v2q0 19-3 27-2 8-8 8-5 0-8-8-2-8-2-27z",
    ),
    "J": (
        69,
        "M69 101q0 16-6 25-6 9-15 13-9 3-19 3-11 0-18-2-7-3-11-7v-37h5q2 5 7 8 4 3 8 3 5 0 8-3 3-4 3-11v-93h38zM1 0h51v34h-51z",
    ),
    "Q": (
        117,
        "M0 65q0-24 8-38 8-15 22-22 13-7 29-7 15 0 28 7 14 7 22 22 8 14 8 38 0 22-8 37-8 14-21 22-14 8-29 8-16 0-29-8-14-8-22-22-8-15-8-37zM39 65q0 11 3 18 3 8 7 11 5 4 10 4 5 0 9-4 5-3 7-11 3-7 3-19 0-11-3-18-2-6-7-9-4-3-9-3-5 0-10 3-4 3-7 10-3 6-3 18zM100 132v18q-5 3-12 3-6 1-13-1-7-1-14-2-6-1-13-1-6 0-12 4l-1-1v-18q5-3 12-4 6 0 13 2 7 1 14 2 6 1 13 1 6 0 12-4zM44 128h21v5h-21z",
    ),
    "K": (100, "M0 140v-140h39v50h1l19-50h41v6l-30 63 30 65v6h-41l-19-52h-1v52z"),
    "O": (
        117,
        "M0 70q0-25 8-41 8-16 22-24 13-7 29-7 15 0 29 7 13 8 21 24 8 16 8 41 0 25-8 41-8 16-21 24-14 7-29 7-16 0-29-7-14-8-22-24-8-16-8-41zM39 70q0 12 3 20 3 8 7 12 4 4 10 4 5 0 9-4 5-4 8-12 2-8 2-20 0-12-2-20-3-8-8-12-4-4-9-4-6 0-10 4-4 4-7 12-3 8-3 20z",
    ),
    "E": (
        74,
        "M74 0v35h-36v21q5-2 11-3 5-2 11-2 5 0 10 0v34l-3 1q-3-1-8-2-5 0-10 1-5 0-11 2v18h36v35h-74v-140z",
    ),
    "R": (
        97,
        "M0 0h39v140h-39zM55 0q12 0 21 5 10 5 15 14 6 10 6 24 0 15-7 25-6 10-16 15-9 5-20 5h-34v-88zM39 56h10q3 0 5-2 2-1 2-4 1-3 1-6 0-2-1-4 0-3-2-4-2-1-5-1h-10zM38 68l37 1 22 65v6h-39z",
    ),
}
TEN_SQUEEZE = 0.88  # 10 is two figures in the room of one

# Suit signs, drawn about 20 high around their middle; PIP makes them the size of a pip.
PIP = 0.86
SIGNS = {
    "S": "M0-10C1.8-6.2 9.3-1.8 9.3 3.4C9.3 6.3 7.2 7.8 5 7.8C3.3 7.8 1.9 6.9 1 5.6C1.2 7.8 2.2 9.2 3.8 10H-3.8"
    "C-2.2 9.2-1.2 7.8-1 5.6C-1.9 6.9-3.3 7.8-5 7.8C-7.2 7.8-9.3 6.3-9.3 3.4C-9.3-1.8-1.8-6.2 0-10z",
    "H": "M0 9.6C-1.8 6.6-9.5 2-9.5-3.6C-9.5-7-7.2-9.2-4.6-9.2C-2.5-9.2-.9-7.9 0-6C.9-7.9 2.5-9.2 4.6-9.2"
    "C7.2-9.2 9.5-7 9.5-3.6C9.5 2 1.8 6.6 0 9.6z",
    "D": "M0-10.4Q3.4-4.4 8.2 0Q3.4 4.4 0 10.4Q-3.4 4.4-8.2 0Q-3.4-4.4 0-10.4z",
    "C": "M0-9.8a4.8 4.8 0 0 1 3.7 7.8a4.8 4.8 0 1 1-2.7 6.4C1.2 7 2.2 9.2 3.8 10h-7.6C-2.2 9.2-1.2 7-1 4.4"
    "A4.8 4.8 0 1 1-3.7-2A4.8 4.8 0 0 1 0-9.8z",
}

LINE = "var(--court-line)"
SKIN = "var(--court-skin)"
HAIR = "var(--court-hair)"
GOLD = "var(--court-gold)"
WHITE = "var(--court-white)"
ROBE = "var(--court-robe)"
DEEP = "var(--court-deep)"
CLOTH = "var(--court-cloth)"
PAPER = "var(--court-paper)"
BLUSH = "var(--court-blush)"
LIP = "var(--court-lip)"


def n(value: float) -> str:
    """A number as short as it can be said."""
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text.replace("0.", ".", 1) if abs(value) < 1 else text


def path(d: str, fill: str, **more: str) -> str:
    return f'<path fill="{fill}"{attributes(more)} d="{d}"/>'


def stroke(d: str, colour: str = LINE, width: float = 1, **more: str) -> str:
    return f'<path fill="none" stroke="{colour}" stroke-width="{n(width)}"{attributes(more)} d="{d}"/>'


def disc(x: float, y: float, r: float, fill: str, **more: str) -> str:
    return f'<circle cx="{n(x)}" cy="{n(y)}" r="{n(r)}" fill="{fill}"{attributes(more)}/>'


def attributes(more: dict[str, str]) -> str:
    return "".join(f' {name.replace("_", "-")}="{value}"' for name, value in more.items())


def place(**at: float) -> str:
    return "".join(f' {name}="{n(value)}"' for name, value in at.items() if value)


def group(body: str, **more: str) -> str:
    return f"<g{attributes(more)}>{body}</g>"


def use(name: str, x: float = 0, y: float = 0, scale: float = 1, squeeze: float = 1) -> str:
    if scale == squeeze == 1:
        return f'<use href="#{name}"{place(x=x, y=y)}/>'
    sizes = n(scale) if squeeze == 1 else f"{n(scale * squeeze)} {n(scale)}"
    return f'<use href="#{name}" transform="translate({n(x)} {n(y)})scale({sizes})"/>'


def twice(name: str, body: str, turn: str = "180 50 70") -> str:
    """What is seen again when the card is turned round."""
    return group(body, id=name) + f'<use href="#{name}" transform="rotate({turn})"/>'


def around(body: str, count: int, start: float = 0) -> str:
    return "".join(group(body, transform=f"rotate({n(start + 360 * i / count)})") for i in range(count))


def mirrored(body: str) -> str:
    return body + group(body, transform="scale(-1 1)")


# --- figures, suits, indices ------------------------------------------------------------------


def figure_width(rank: str) -> float:
    if rank == "T":
        return (FIGURES["1"][0] + FIGURES["0"][0] + 2) * TEN_SQUEEZE
    return FIGURES[rank][0]


def figures() -> str:
    single = "".join(f'<path id="r{name}" fill="currentColor" d="{d}"/>' for name, (_, d) in FIGURES.items())
    ten = use("r1", squeeze=TEN_SQUEEZE) + use("r0", (FIGURES["1"][0] + 2) * TEN_SQUEEZE, squeeze=TEN_SQUEEZE)
    return single + group(ten, id="rT")


def signs() -> str:
    points = " ".join(
        f"{n(r * sin(i * pi / 5))} {n(-r * cos(i * pi / 5))}" for i, r in enumerate([10.5, 4.7] * 5)
    )
    shapes = {**SIGNS, "X": f"M{points}z"}
    return "".join(
        f'<path id="{name}" fill="currentColor" transform="scale({PIP})" d="{d}"/>'
        for name, d in shapes.items()
    )


def rank(name: str, middle: float, top: float, height: float) -> str:
    scale = height / 140
    return use(f"r{name}", middle - figure_width(name) * scale / 2, top, scale)


def corners() -> str:
    """Rank and suit as they stand in the corner of a full face, inside the left quarter."""
    ranks = "".join(group(rank(name, 12.6, 6.5, 18), id=f"n{name}") for name in RANKS)
    return ranks + "".join(group(use(suit, 12.6, 33.2, 0.68), id=f"n{suit}") for suit in SUITS)


# --- full faces -------------------------------------------------------------------------------

LEFT, MIDDLE, RIGHT = 35, 50, 65
Spots = list[tuple[float, float]]
PIPS: dict[
    str, tuple[Spots, Spots]
] = {  # those of the upper half, which the lower shows turned round; those that stand once
    "2": ([(MIDDLE, 27)], []),
    "3": ([(MIDDLE, 27)], [(MIDDLE, 70)]),
    "4": ([(LEFT, 27), (RIGHT, 27)], []),
    "5": ([(LEFT, 27), (RIGHT, 27)], [(MIDDLE, 70)]),
    "6": ([(LEFT, 27), (RIGHT, 27)], [(LEFT, 70), (RIGHT, 70)]),
    "7": ([(LEFT, 27), (RIGHT, 27)], [(LEFT, 70), (RIGHT, 70), (MIDDLE, 48.5)]),
    "8": ([(LEFT, 27), (RIGHT, 27), (MIDDLE, 48.5)], [(LEFT, 70), (RIGHT, 70)]),
    "9": ([(LEFT, 25), (RIGHT, 25), (LEFT, 54), (RIGHT, 54)], [(MIDDLE, 70)]),
    "T": ([(LEFT, 25), (RIGHT, 25), (MIDDLE, 39.5), (LEFT, 54), (RIGHT, 54)], []),
}


PETAL = "M0-38Q6.6-31.5 0-24.5Q-6.6-31.5 0-38z"


def petals() -> str:
    """The gạch bông flower round an ace."""
    ring = around(f'<path d="{PETAL}"/>', 8) + around('<circle cy="-31" r="1.5"/>', 8, 22.5)
    return group(ring, id="petals", fill="var(--card-petal)")


def full(code: str) -> str:
    name, suit = code[0], code[1]
    corner = use(f"n{name}") + use(f"n{suit}")
    if name == "A":
        return use("petals", 50, 70) + use(suit, 50, 70, 2.65) + twice(f"h{code}", corner)
    if name in COURTS:
        return use(f"court{name}") + twice(f"h{code}", use(suit, 70.4, 19.6, 0.47) + corner)
    upper, once = PIPS[name]
    return twice(f"h{code}", "".join(use(suit, x, y) for x, y in upper) + corner) + "".join(
        use(suit, x, y) for x, y in once
    )


# --- compact faces ----------------------------------------------------------------------------


def compact_parts() -> str:
    """Rank and suit in a strip of 54, so that 25 px of a card of 46 tell it; a large suit for the rest."""
    parts = []
    for name in RANKS:
        width = figure_width(name) * 43 / 140
        left = max(4.0, min(8.0, 26 - width / 2))
        parts.append(group(rank(name, left + width / 2, 7.5, 43), id=f"m{name}"))
    pair = [group(use(suit, 23.5, 69.5, 1.42) + use(suit, 66, 105, 2.9), id=f"m{suit}") for suit in SUITS]
    return "".join(parts + pair)


def compact(code: str) -> str:
    return use(f"m{code[0]}") + use(f"m{code[1]}")


# --- courts: one half each, drawn round the middle of the card; the other half is it turned round -------

EDGE = 27  # half the frame's width
TILT = 5  # how far the parting line falls on its way to the edge
BODY = f"M-{EDGE} {TILT}V-7C-22-12.5-15-15.5-8-17H8C15-15.5 22-12.5 {EDGE}-7V-{TILT}z"
FLOWER = "M0 0Q2.5-1.8 0-4.4Q-2.5-1.8 0 0z"


def robe(collar: str) -> str:
    """A cross-collared robe with a flower roundel on each shoulder."""
    roundel = disc(0, 0, 4.6, DEEP, stroke=GOLD, stroke_width=".9") + group(around(f'<path d="{FLOWER}"/>', 4, 45), fill=GOLD, stroke="none")  # fmt: skip
    return (
        path(BODY, ROBE)
        + stroke("M-13-15.2C-10.5-10-9.5-4-9.5 1.6M13-15.2C10.5-10 9.5-4 9.5-1.6", LINE, 0.8)
        + group(roundel, transform="translate(-18.5 -4.6)scale(.92)")
        + group(roundel, transform="translate(18 -8)scale(.72)")
        + path("M-3.4-22H3.4V-16L0-8L-3.4-16z", SKIN)
        + path("M-9.6-17L-4.6-18.2L0-8.6L4.6-18.2L9.6-17L2.6-.4L-2.6.5z", collar)
        + path("M-6.4-17.8L-3.6-18.6L0-10.4L3.6-18.6L6.4-17.8L0-4z", WHITE)
    )


def eyes(y: float, apart: float = 3.6) -> str:
    eye = disc(apart, y, 1.15, HAIR, stroke="none") + disc(apart + 0.4, y - 0.4, 0.35, WHITE, stroke="none")
    return mirrored(eye)


def king() -> str:
    """K: an old mandarin in a mũ cánh chuồn, the dragonfly-winged hat."""
    wing = path("M8.6-40.5C13-46 22-46.6 26-42.6C24.5-38.4 14-36.8 8.6-38.6z", DEEP) + stroke(
        "M9.6-39.9C14-42.2 19-43 24.4-42.4M13.4-39.2L15.6-44M17.6-39.2L19.8-44", GOLD, 0.7
    )
    hat = (
        path("M-7.4-46V-52.4C-7.4-56.8 7.4-56.8 7.4-52.4V-46z", DEEP)
        + stroke("M-3.2-55.2V-47M3.2-55.2V-47", GOLD, 0.6)
        + path("M-10-38.6C-10.6-49.4 10.6-49.4 10-38.6z", ROBE)
        + stroke("M-7.6-43.4C-3-40.6 3-40.6 7.6-43.4", GOLD, 0.9)
        + path("M-10.6-40.4C-5-38.4 5-38.4 10.6-40.4V-36C5-34.2-5-34.2-10.6-36z", GOLD)
        + disc(0, -43.4, 2, WHITE, stroke_width=".8")
        + mirrored(disc(5.4, -37.4, 0.7, LIP, stroke="none"))
        + disc(0, -37, 0.9, LIP, stroke="none")
    )
    face = (
        mirrored(path("M8.2-31.4C10.6-32.6 10.8-27.4 8-27.2z", SKIN))
        + path("M-8.6-36.6V-29C-8.6-22-4-19 0-19S8.6-22 8.6-29V-36.6C4-35-4-35-8.6-36.6z", SKIN)
        + eyes(-30.6)
        + mirrored(
            stroke("M1.6-33C3-34.4 5-34.4 6.6-33.2", HAIR, 1.2)
            + disc(5.6, -27.6, 1.5, BLUSH, stroke="none", opacity=".55")
        )
        + stroke("M-.6-29.6L-1-27.4H.9", LINE, 0.7)
    )
    beard = (
        path(
            "M-8.9-30C-9.4-20-7.6-10-3.8-4.6Q-1.6-1.6 0 1.4Q1.6-2 3.8-5.4C7.6-11 9.4-20 8.9-30C7.6-26.6 5.4-25.4 3-25.6C1-25.8-1-25.8-3-25.6C-5.4-25.4-7.6-26.6-8.9-30z",
            HAIR,
        )
        + stroke("M-4.4-19C-3.8-13-2.8-9-1.6-6M4.4-19C3.8-13 2.8-9 1.6-6.6M0-18V-7", WHITE, 0.5, opacity=".4")
        + path(
            "M0-25.6C-3-27.4-6-26.4-8-23C-5-22.8-2-22.8 0-24C2-22.8 5-22.8 8-23C6-26.4 3-27.4 0-25.6z",
            HAIR,
            stroke="none",
        )
        + path("M-2.4-22.6Q0-23.6 2.4-22.6Q0-20.4-2.4-22.6z", LIP, stroke="none")
    )
    return robe(GOLD) + mirrored(wing) + face + beard + hat


def queen() -> str:
    """Q: a lady in a khăn mấn, the wide rolled turban."""
    dots = "".join(
        disc(16.7 * sin(a), -37.4 - 16.7 * cos(a), 0.8, WHITE) for a in (i * pi / 7.2 for i in range(-5, 6))
    )
    turban = (
        disc(0, -37.4, 18.8, DEEP)
        + group(dots, stroke="none")
        + disc(0, -36.8, 14.4, GOLD)
        + disc(0, -36, 12.4, ROBE)
        + stroke("M-11-40C-8.4-46 8.4-46 11-40", GOLD, 0.7)
    )
    hair = path(
        "M-10.2-30C-11.4-40.6-6-44.8 0-44.8S11.4-40.6 10.2-30C10.2-25 8.6-22 6-20.4H-6C-8.6-22-10.2-25-10.2-30z",
        HAIR,
    )
    face = (
        path("M0-41C-2.6-37.6-8-36-8-29.8C-8-23-3.8-18.8 0-18.8S8-23 8-29.8C8-36 2.6-37.6 0-41z", SKIN)
        + eyes(-29.6, 3.5)
        + mirrored(
            stroke("M1.9-30.4C2.8-31.6 4.4-31.6 5.6-30", HAIR, 0.8)
            + stroke("M1.8-33.2C3-34.6 5-34.4 6.2-33", HAIR, 0.8)
            + disc(5.2, -25.8, 1.6, BLUSH, stroke="none", opacity=".6")
            + disc(8.7, -25, 1.5, GOLD, stroke_width=".7")
            + disc(8.7, -21.8, 1, WHITE, stroke_width=".6")
        )
        + stroke("M-.2-28.6L-.7-26.4H.5", LINE, 0.6)
        + path("M-2.2-23Q-1-24 0-23.4Q1-24 2.2-23Q0-21-2.2-23z", LIP, stroke="none")
    )
    necklace = stroke("M-4.4-17.6C-3-12.6 3-12.6 4.4-17.6", GOLD, 1.2) + disc(
        0, -13, 1.2, LIP, stroke_width=".6"
    )
    return turban + hair + robe(CLOTH) + necklace + face


def jack() -> str:
    """J: a lad in a head-cloth tied in front."""
    hair = path("M-9.8-35C-10.4-29-9.6-26-8.2-24.4L8.2-24.4C9.6-26 10.4-29 9.8-35z", HAIR)
    face = (
        mirrored(path("M8.2-31C11-32.4 11-26.6 8-26.4z", SKIN))
        + path("M-8.4-36V-29.4C-8.4-22.4-4.2-18.6 0-18.6S8.4-22.4 8.4-29.4V-36z", SKIN)
        + path(
            "M-8.6-35.6C-8.8-32.6-8.6-31-8.2-29.6C-7-31.6-6.4-33.4-6-35.8C-2-34.2 2-34.2 6-35.8C6.4-33.4 7-31.6 8.2-29.6C8.6-31 8.8-32.6 8.6-35.6z",
            HAIR,
            stroke="none",
        )
        + eyes(-28.6)
        + mirrored(
            stroke("M1.8-31.6C3-33 5.2-33 6.4-31.8", HAIR, 1)
            + disc(5.4, -25, 1.6, BLUSH, stroke="none", opacity=".6")
        )
        + stroke("M-.3-27.4L-.8-25.2H.6", LINE, 0.6)
        + stroke("M-2.9-22.6C-1.6-20.8 1.6-20.8 2.9-22.6", LIP, 1, stroke_linecap="round")
    )
    ear = path("M1-43C3-49 6-53.4 8.6-55.4C9.4-50 7.4-44.6 3-40z", CLOTH) + stroke(
        "M3-43.4C4.6-46.8 6-49.6 7.4-51.6", GOLD, 0.7
    )
    cloth = (
        path("M-9-40C-7-49 7-49 9-40z", HAIR)
        + mirrored(ear)
        + path(
            "M-10.4-34.6C-11.6-41-6-44.4 0-41C6-44.4 11.6-41 10.4-34.6C7-37.8 3-38.2 0-37.4C-3-38.2-7-37.8-10.4-34.6z",
            CLOTH,
        )
        + mirrored(stroke("M2.6-40.6C5-41.6 8-40.6 9.4-37.6", GOLD, 0.8))
        + disc(0, -40.6, 2.5, GOLD)
        + disc(0, -40.6, 0.9, LIP, stroke="none")
    )
    return hair + robe(GOLD) + face + cloth


def sash() -> str:
    """What parts the two halves: a brocade sash along the parting line."""
    flowers = "".join(disc(x, -x * TILT / EDGE, 0.75, DEEP, stroke="none") for x in range(-24, 25, 4))
    return (
        path(f"M-{EDGE} {TILT - 2.2:g}L{EDGE} {-TILT - 2.2:g}V{2.2 - TILT:g}L-{EDGE} {TILT + 2.2:g}z", GOLD)
        + flowers
    )


def two_way(name: str, half: str, sash: str) -> str:
    return group(
        twice(name, half, "180") + sash,
        transform="translate(50 70)",
        stroke=LINE,
        stroke_width=".9",
        stroke_linejoin="round",
        stroke_linecap="round",
    )


COURTS = {"K": king, "Q": queen, "J": jack}


def court(name: str) -> str:
    frame = 'x="23" y="12" width="54" height="116" rx="5"'
    return group(
        f'<rect {frame} fill="{PAPER}"/>'
        + two_way(f"half{name}", COURTS[name](), sash())
        + f'<rect {frame} fill="none" stroke="{LINE}" stroke-width=".9"/>',
        id=f"court{name}",
    )


# --- the joker: chú Tễu, the laughing water-puppet ---------------------------------------------


def teu() -> str:
    tuft = path("M-15-39C-18.6-44.6-17-50.4-13.6-54.4C-12.8-49.8-9.6-47.6-6.6-46.4z", HAIR)
    laugh = (
        path(
            "M-8-28.6C-4-27.2 4-27.2 8-28.6C8.6-21.4 4.6-18 0-18S-8.6-21.4-8-28.6z", "var(--court-warm-deep)"
        )
        + path("M-7.4-28.3C-4-27.2 4-27.2 7.4-28.3L6.9-25.6C3-24.6-3-24.6-6.9-25.6z", WHITE, stroke="none")
        + path("M-4.4-19.6C-3-22.4 3-22.4 4.4-19.6C2-17.8-2-17.8-4.4-19.6z", BLUSH, stroke="none")
    )
    head = (
        mirrored(disc(15.6, -31, 3.2, SKIN) + tuft)
        + path("M-4.6-45C-6-50.6-2.6-55 0-58C2.6-55 6-50.6 4.6-45z", HAIR)
        + disc(0, -32, 15.8, SKIN)
        + disc(0, -46.6, 1.9, LIP)
        + mirrored(
            stroke("M3.4-33.4C4.6-36.2 8.4-36.2 9.6-33.4", HAIR, 1.5)
            + stroke("M3.6-39.2C5-40.8 8.2-40.6 9.4-38.8", HAIR, 1.2)
            + disc(11, -29.4, 2.4, BLUSH, stroke="none", opacity=".6")
        )
        + stroke("M-1.2-32.4C-2-30.4 2-30.4 1.2-32.4", LINE, 0.8)
        + laugh
    )
    vest = (
        path("M-24 4.4C-24-6-18-13-7-16.4H7C18-13 24-10 24-4.4z", ROBE)
        + path("M-7-17H7L1.6-.3L-1.6.3z", SKIN)
        + stroke("M-7.4-16.6L-2 .6M7.4-16.6L2-.6", GOLD, 1.6)
        + mirrored(disc(14, -6.6, 1.6, GOLD, stroke="none"))
    )
    return vest + head


def joker_full(code: str) -> str:
    word = "".join(rank(letter, 12.6, 28.5 + i * 8, 6) for i, letter in enumerate("JOKER"))
    figure = two_way(f"teu{code}", use("teu"), group(sash(), transform="scale(.9)"))
    return use("petals", 50, 70, 0.84) + figure + twice(f"h{code}", use("X", 12.6, 16) + word)


def joker_compact() -> str:
    bust = group(use("teu"), transform="translate(64 141)scale(1.16)", stroke=LINE, stroke_width=".9", stroke_linejoin="round")  # fmt: skip
    return use("X", 25, 30, 2.3) + bust


# --- the mark and the tile ---------------------------------------------------------------------

PAPER_WHITE, CREAM, GILT, VERMILION = "#FFFDF7", "#FFF6E3", "#F0B23E", "#C4301F"
TURN, UMBER = "#FFD35C", "#3A2300"


def mark(corner: int = 15) -> str:
    """Gạch bông: four cream petals and four gold ones on vermilion."""
    return f'<rect width="64" height="64" rx="{corner}" fill="{VERMILION}"/>' + group(
        group(around('<path d="M0-4Q7.4-13 0-25Q-7.4-13 0-4z"/>', 4), fill=CREAM)
        + group(around('<path d="M0-5Q4.8-11 0-19Q-4.8-11 0-5z"/>', 4, 45), fill=GILT)
        + disc(0, 0, 4.4, GILT)
        + disc(0, 0, 1.9, VERMILION),
        transform="translate(32 32)",
    )


BACKS = {"son": ("#C4301F", "#74130C"), "cham": ("#1D5A78", "#0F2F44"), "ngoc": ("#1D7F67", "#0C4537")}


def tile(colour: str, deep: str) -> str:
    """One floor tile, 20 square: a flower medallion in the middle, a quarter of a lozenge on each corner."""
    medallion = (
        disc(0, 0, 8.2, deep, stroke=GILT, stroke_width=".9")
        + group(around('<path d="M0-1.4Q2.3-3.8 0-6.8Q-2.3-3.8 0-1.4z"/>', 4), fill=CREAM)
        + group(around('<path d="M0-1.4Q2.3-3.6 0-6.2Q-2.3-3.6 0-1.4z"/>', 4, 45), fill=GILT)
        + disc(0, 0, 1.3, colour)
    )
    lozenge = (
        f'<path fill="none" stroke="{CREAM}" stroke-width=".8" d="M0-8L8 0L0 8L-8 0z"/>'
        + group(around('<path d="M0-.8Q1.9-3 0-5.8Q-1.9-3 0-.8z"/>', 4), fill=CREAM)
        + disc(0, 0, 1.1, GILT)
    )
    corners = "".join(group(lozenge, transform=f"translate({x} {y})") for x in (0, 20) for y in (0, 20))
    return corners + group(medallion, transform="translate(10 10)")


def small_tile(colour: str, deep: str) -> str:
    """The same floor seen from afar: cream flowers and gold ones by turns."""
    cream = group(around('<path d="M0-.6Q4.4-5.4 0-11Q-4.4-5.4 0-.6z"/>', 4), fill=CREAM)
    gold = disc(0, 0, 8, deep) + group(around('<path d="M0-.8Q4.2-4 0-7.6Q-4.2-4 0-.8z"/>', 4, 45), fill=GILT)
    corners = "".join(group(cream, transform=f"translate({x} {y})") for x in (0, 28) for y in (0, 28))
    return corners + group(gold, transform="translate(14 14)") + group(cream, transform="translate(0 0)")


def back(colour: str, deep: str, *, small: bool) -> str:
    size, drawn = (28, small_tile(colour, deep)) if small else (20, tile(colour, deep))
    inset = 8 if small else 9
    across, down = 100 - 2 * inset, 140 - 2 * inset
    pattern = f'<pattern id="t" width="{size}" height="{size}" patternUnits="userSpaceOnUse" x="{50 - size / 2:g}" y="{70 - size / 2:g}">'
    edge = f'x="{inset}" y="{inset}" width="{across}" height="{down}" rx="4"'
    return (
        f'{SVG} viewBox="0 0 100 140"><defs>{pattern}<rect width="{size}" height="{size}" fill="{colour}"/>{drawn}</pattern></defs>'
        f'<rect width="100" height="140" rx="7.8" fill="{PAPER_WHITE}"/>'
        f'<rect x="4" y="4" width="92" height="132" rx="6" fill="{deep}"/>'
        f'<rect {edge} fill="url(#t)" stroke="{GILT}" stroke-width="{1.4 if small else 0.9}"/></svg>\n'
    )


def felt() -> str:
    """The rosette in the felt: the tile's flower, very large, in thin lines."""
    lines = (
        "".join(f'<circle r="{r}"/>' for r in (26, 64, 148, 178, 316))
        + around('<path d="M0-30Q16-46 0-62Q-16-46 0-30z"/>', 8)
        + around('<path d="M0-68Q40-104 0-146Q-40-104 0-68z"/>', 8, 22.5)
        + around('<path d="M0-182C46-226 40-264 0-312C-40-264-46-226 0-182z"/>', 12)
        + around('<path d="M0-206C20-232 18-250 0-276C-18-250-20-232 0-206z"/>', 12, 15)
        + around('<path d="M0-318Q22-338 0-358Q-22-338 0-318z"/>', 24, 7.5)
        + '<circle r="360"/>'
    )
    return (
        f'{SVG} viewBox="-364 -364 728 728">'
        + group(lines, fill="none", stroke="#FBF1DF", stroke_opacity=".13", stroke_width="2")
        + "</svg>\n"
    )


# --- the files ---------------------------------------------------------------------------------


def symbol(name: str, body: str, box: str = "0 0 100 140") -> str:
    return f'<symbol id="{name}" viewBox="{box}">{body}</symbol>'


def faces(full_face: str, compact_face: str) -> str:
    return group(full_face, display="var(--full)") + group(compact_face, display="var(--compact)")


def sprite() -> str:
    codes = [r + s for s in SUITS for r in RANKS]
    drawn = [
        figures(),
        signs(),
        corners(),
        compact_parts(),
        petals(),
        *map(court, COURTS),
        group(teu(), id="teu"),
    ]
    symbols = [
        *(symbol(code, faces(full(code), compact(code))) for code in codes),
        *(symbol(code, faces(joker_full(code), joker_compact())) for code in JOKERS),
        *(symbol(f"{code}-small", compact(code)) for code in codes),
        *(symbol(f"{code}-small", joker_compact()) for code in JOKERS),
        symbol("mark", mark(), "0 0 64 64"),
    ]
    return "\n".join([f"{SVG}><defs>", *drawn, "</defs>", *symbols, "</svg>", ""])


def files() -> dict[str, str]:
    backs = {f"back-{name}.svg": back(*colours, small=False) for name, colours in BACKS.items()}
    small = {f"back-{name}-small.svg": back(*colours, small=True) for name, colours in BACKS.items()}
    mine = disc(48, 16, 14, TURN, stroke=UMBER, stroke_width="4")  # it is my turn: seen at 16 px, too
    favicons = {
        "favicon.svg": f'{SVG} viewBox="0 0 64 64">{mark()}</svg>\n',
        "favicon-turn.svg": f'{SVG} viewBox="0 0 64 64">{mark()}{mine}</svg>\n',
    }
    return {"cards.svg": sprite(), **backs, **small, "felt.svg": felt(), **favicons}


def main(arguments: list[str]) -> int:
    drawn = {HERE / name: text.encode() for name, text in files().items()}
    if "--check" not in arguments:
        for target, data in drawn.items():
            target.write_bytes(data)
        return 0
    stale = [
        target.name for target, data in drawn.items() if not target.exists() or target.read_bytes() != data
    ]
    for name in stale:
        print(f"{name} is not what make_cards.py draws")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
