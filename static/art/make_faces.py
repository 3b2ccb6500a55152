"""Draws who sits there and what they say without words: writes faces.svg and emotes.svg beside this file.

    python static/art/make_faces.py           write them
    python static/art/make_faces.py --check   exit 1 if a file differs from what would be written

A picture is 100 square, drawn around its middle; the pictures of a file stand in one row, in the order of FACES and
of EMOTES, and base.css shows one of them through a window of its size. So a face is one element of the page however
many lines it has, and a frame that brings one carries its name alone. The coloured disc behind a face is the page's.
The line, the eyes and the cheeks are those of the courts (make_cards.py).
"""

# ruff: noqa: E501 -- outlines are one line each, however long

import sys
from collections.abc import Callable
from pathlib import Path

from make_cards import SVG, disc, group, mirrored, n, path, stroke

HERE = Path(__file__).resolve().parent

LINE, EYE, WHITE = "#24181C", "#241A20", "#FFFDF7"
SKIN, HAIR, BLUSH, LIP = "#F8DFC4", "#241A20", "#EE9C86", "#C4301F"
GOLD, VERMILION, DEEP, MOUTH = "#F0AE34", "#C4301F", "#8E1E12", "#8E1E12"
CREAM, PINK, TEAR, MINT = "#FFF3DC", "#F2B5B0", "#7CC3E4", "#6FE3BE"


def oval(x: float, y: float, rx: float, ry: float, fill: str, more: str = "") -> str:
    return f'<ellipse cx="{n(x)}" cy="{n(y)}" rx="{n(rx)}" ry="{n(ry)}" fill="{fill}"{more}/>'


def box(x: float, y: float, width: float, height: float, rx: float, fill: str) -> str:
    return f'<rect x="{n(x)}" y="{n(y)}" width="{n(width)}" height="{n(height)}" rx="{n(rx)}" fill="{fill}"/>'


def line(d: str, colour: str = LINE, width: float = 2.6) -> str:
    return stroke(d, colour, width)


def edged(d: str, colour: str, width: float) -> str:
    """A thick line with an outline of its own."""
    return line(d, LINE, width + 4.4) + line(d, colour, width)


def bare(body: str) -> str:
    """What lies on a face without an outline."""
    return group(body, stroke="none")


def both(right: str) -> str:
    return mirrored(right)


def eye(x: float, y: float, r: float = 4.2) -> str:
    return bare(disc(x, y, r, EYE) + disc(x + r * 0.35, y - r * 0.35, r * 0.34, WHITE))


def eyes(x: float, y: float, r: float = 4.2) -> str:
    return eye(x, y, r) + eye(-x, y, r)


def blush(x: float, y: float, r: float = 5) -> str:
    return bare(both(disc(x, y, r, BLUSH, opacity=".55")))


def whiskers(y: float, inner: float = 15, outer: float = 39) -> str:
    return both(
        line(f"M{inner} {y - 2}L{outer} {y - 7}M{inner} {y + 2}L{outer + 1} {y + 2}M{inner} {y + 6}L{outer - 1} {y + 11}", LINE, 1.7)
    )  # fmt: skip


# --- the twelve animals -----------------------------------------------------------------------


def rat() -> str:
    grey, light = "#A7AEB6", "#EFE8E1"
    return (
        both(disc(25, -19, 18, grey) + disc(25, -19, 10.5, PINK, stroke="none"))
        + path("M0-27C20-27 31-14 30 3C29 17 13 28 6 35Q0 40-6 35C-13 28-29 17-30 3C-31-14-20-27 0-27z", grey)
        + bare(path("M0 8C11 8 15 18 10 27Q6 33 0 34Q-6 33-10 27C-15 18-11 8 0 8z", light))
        + path("M-4.4 31V40Q0 42 4.4 40V31z", WHITE, stroke_width="1.8")
        + line("M0 32V40", LINE, 1.4)
        + eyes(12.5, -2, 4.6)
        + blush(20, 10)
        + line("M0 26V30M-7 30Q0 34 7 30", LINE, 2)
        + oval(0, 21.5, 6.4, 5, "#E77F7C")
        + whiskers(20, 13, 37)
    )


def ox() -> str:
    hide, dark, horn, muzzle = "#7A6C6E", "#4B3F43", "#F1E2C2", "#D9B3A2"
    return (
        both(
            path("M13-19C26-17 34-22 37-40C49-24 42-2 19-5z", horn)
            + line("M36-22L44-19M28-15L33-7", LINE, 1.5)
            + path("M21-3C31-5 40-1 43 6C36 12 26 10 21 6z", hide)
            + bare(path("M27 1C32 0 36 3 38 6C34 8 30 7 27 5z", PINK))
        )
        + path("M0-25C16-25 24-17 24-5C24 6 21 12 21 22C21 34 11 40 0 40S-21 34-21 22C-21 12-24 6-24-5C-24-17-16-25 0-25z", hide)
        + path("M-11-24C-9-12-4-7 0-4C4-7 9-12 11-24C6-29-6-29-11-24z", dark)
        + oval(0, 26, 22.5, 14, muzzle)
        + bare(both(oval(9.5, 22, 3.4, 4.4, LINE, ' transform="rotate(-20 9.5 22)"')))
        + edged("M-5.5 28C-7 39 7 39 5.5 28", GOLD, 2.6)
        + eyes(13.5, 1, 4.4)
    )  # fmt: skip


def tiger() -> str:
    fur = "#F29A38"
    return (
        both(disc(25.5, -23, 12, fur) + disc(25.5, -23, 5.8, CREAM, stroke="none"))
        + path("M0-31C22-31 35-17 35 2C35 22 19 35 0 35S-35 22-35 2C-35-17-22-31 0-31z", fur)
        + bare(both(oval(9.5, 17, 13, 10.5, WHITE)) + oval(0, 25, 10, 7.5, WHITE))
        + line("M-9-23.5H9M-7-15.5H7M0-30V-9", LINE, 4.2)
        + both(line("M34-5L25-4M34.5 5L26 5M32 15L25.5 13.5", LINE, 4.2))
        + eyes(13.5, -2, 4.6)
        + both(line("M8-10.5Q13-14 19-11", LINE, 3))
        + path("M-6 8.5Q0 6.5 6 8.5Q4 13.5 0 14.5Q-4 13.5-6 8.5z", "#B4453B", stroke_width="2")
        + line("M0 15V19C-1.5 24-8 24-10 20M0 19C1.5 24 8 24 10 20", LINE, 2.2)
    )


def cat() -> str:
    fur, orange, dark = "#FFF3DC", "#E99A4B", "#4A3D40"
    return (
        path("M-34 2L-33-40C-23-38-13-32-7-25z", orange)
        + path("M34 2L33-40C23-38 13-32 7-25z", dark)
        + bare(both(path("M29-12L28.5-31C22-29 17-26 13-22z", PINK)))
        + path("M0-27C20-27 35-13 35 6C35 24 19 33 0 33S-35 24-35 6C-35-13-20-27 0-27z", fur)
        + bare(
            path("M-4-25.6C-20-25-33.6-13-33.7 5C-28 8-20 4-15-4C-10-11-5-17-4-25.6z", orange)
            + path("M9-25C22-22 32-12 33.6 2C27 2 20-3 16-9C12-14 9-19 9-25z", dark)
        )
        + both(oval(14, 1, 7.6, 8.4, "#9CCB62", ' stroke-width="2.2"') + bare(oval(14, 1, 2.6, 6.6, EYE) + disc(15.6, -2.4, 1.5, WHITE)))
        + path("M-4.6 11.5Q0 10 4.6 11.5Q3 15.4 0 16Q-3 15.4-4.6 11.5z", "#E77F7C", stroke_width="1.8")
        + line("M0 16V18.5C-1.5 23.5-7.5 23.5-9.5 20M0 18.5C1.5 23.5 7.5 23.5 9.5 20", LINE, 2.2)
        + whiskers(14, 19, 43)
    )  # fmt: skip


def dragon() -> str:
    scale, light, mane = "#3F9465", "#BFDDA0", "#E2702F"
    flames = both(
        path("M14-28C24-32 34-28 38-20C34-21 32-20 31-18C39-15 44-6 43 3C39-1 36-2 34-1C40 6 41 16 35 25C33 20 30 18 27 18C28 26 24 32 18 35L8 20z", mane)
    )  # fmt: skip
    antlers = both(edged("M8-22C9-32 13-37 21-45M11.5-33C17-33 21-33 27-37", GOLD, 4))
    return (
        flames
        + antlers
        + path("M0-27C15-27 25-19 25-6C25 2 22 6 24 14C27 28 14 35 0 35S-27 28-24 14C-22 6-25 2-25-6C-25-19-15-27 0-27z", scale)
        + bare(path("M0-25L5-15L0-5L-5-15z", GOLD))
        + path("M0 4C12 4 25 9 25 19C25 30 13 34 0 34S-25 30-25 19C-25 9-12 4 0 4z", light)
        + both(disc(8.5, 12, 4.8, scale, stroke_width="2.2") + bare(disc(8.5, 13, 2, LINE)))
        + both(edged("M22 15C31 10 34 22 44 15", GOLD, 2.4))
        + both(oval(13, -6, 6.6, 6.4, WHITE, ' stroke-width="2.2"') + bare(disc(11.6, -5, 3.3, EYE)))
        + both(line("M5-10.5C10-16 17-17 22-14", LINE, 4))
        + path("M-18 22C-9 28 9 28 18 22C15 31 8 33 0 33S-15 31-18 22z", MOUTH, stroke_width="2.2")
        + both(path("M7 25.8L9.4 32L13 24.4z", WHITE, stroke_width="1.6"))
    )  # fmt: skip


def snake() -> str:
    skin, belly = "#7DB24B", "#F3E3A0"
    body = "M40 33C26 43-14 43-27 34C-39 25-29 14-14 14H10C25 14 27-1 16-7C8-11 2-13 0-20"
    return (
        edged("M45 24C44 29 43 31 40 33", skin, 6)
        + line(body, LINE, 20)
        + line(body, skin, 15.4)
        + f'<path fill="none" stroke="{belly}" stroke-width="5" stroke-dasharray="1 8.6" d="M34 37C20 42-14 41-25 33C-35 25-27 14-14 14H10C23 14 26 0 16-6"/>'
        + edged("M-23-17C-30-13-33-13-36-12M-36-12L-44-15M-36-12L-42-5", LIP, 2)
        + path("M-3-44C12-44 22-36 22-25C22-14 11-8-4-8C-19-8-29-14-29-24C-29-36-18-44-3-44z", skin)
        + oval(-15, -28, 6, 7, "#FFE48A", ' stroke-width="2.2"')
        + oval(7, -28, 6, 7, "#FFE48A", ' stroke-width="2.2"')
        + bare(oval(-16, -28, 2.1, 5.4, EYE) + oval(6, -28, 2.1, 5.4, EYE))
        + line("M-25-18C-16-12 4-12 13-19", LINE, 2.2)
        + bare(disc(-7, -20, 1.3, LINE) + disc(-2, -20, 1.3, LINE))
    )


def horse() -> str:
    coat, mane, nose = "#B06B3D", "#4A2A22", "#E9C39B"
    return (
        path("M4-30C28-38 48-12 47 58H6z", mane)
        + path("M9-29L10-47C18-43 22-36 21-27z", coat)
        + path("M-3-30C-10-20-22-2-33 13C-39 22-34 33-25 34C-16 35-11 29-4 26C2 24 7 23 11 18C14 27 14 42 9 58H38C42 20 34-16 20-28C12-34 2-34-3-30z", coat)
        + bare(path("M-24 2L-32.4 13C-37.6 22-33 32-25 32.7C-17 33.4-12.6 28.4-7 25.6C-9 15-14 7-24 2z", nose))
        + bare(path("M-2-30C-9-20-16-9-23.4 1C-20 2-17 3.4-15.4 4.6C-10-5-6-16-2-30z", WHITE))
        + path("M-3-30C-10-20-22-2-33 13C-39 22-34 33-25 34C-16 35-11 29-4 26C2 24 7 23 11 18", "none")
        + path("M-4-27C-5-37 0-42 2-48L8-45C16-38 16-24 5-14C3-19 0-24-4-27z", mane)
        + path("M1-30L-2-47C6-44 11-38 12-30z", coat)
        + eye(0, -8, 4.8)
        + bare(oval(-27, 20, 2.6, 3.6, LINE, ' transform="rotate(35 -27 20)"'))
        + line("M-25 28.5C-20 28-16 26-13 23", LINE, 2.2)
    )  # fmt: skip


def goat() -> str:
    coat, horn, beard = "#FBF3E6", "#B98A55", "#D8CBB8"
    return (
        both(
            path("M5-19C5-36 16-46 33-42C25-38 20-30 19-16z", horn)
            + line("M9-29L18-25M14-37L22-33", LINE, 1.6)
            + path("M17-10C27-18 40-15 46-5C38 4 25 4 18-1z", coat)
            + bare(path("M24-7C30-11 37-9 40-5C35-1 29-1 25-3z", PINK))
        )
        + path("M-9 27C-8 40-3 46 0 49C3 46 8 40 9 27z", beard)
        + path("M0-24C14-24 22-17 21-4C20 8 16 14 14 24C12 34 6 36 0 36S-12 34-14 24C-16 14-20 8-21-4C-22-17-14-24 0-24z", coat)
        + path("M-10-22C-8-13-4-15-2-9C0-13 4-9 5-14C8-12 10-16 10-22C5-27-5-27-10-22z", beard)
        + both(oval(12, -2, 5.8, 5, "#F1C04E", ' stroke-width="2.2"') + bare(box(8.6, -3.4, 6.8, 2.9, 1.4, EYE)))
        + path("M-7 17.5Q0 13.5 7 17.5Q5 23 0 24.5Q-5 23-7 17.5z", "#E09A8E", stroke_width="2.2")
        + line("M0 25V28M-8 29C-5 32.5-1.5 31 0 28C1.5 31 5 32.5 8 29", LINE, 2.2)
        + blush(13, 12, 4)
    )  # fmt: skip


def monkey() -> str:
    fur, face = "#8C5936", "#F3CDA2"
    return (
        both(disc(33, 1, 11.5, fur) + disc(33, 1, 6, face, stroke="none"))
        + path("M-7-31C-9-39-3-41-2-46C2-43 2-41 2-39C5-42 8-42 10-41C8-38 9-35 7-31z", fur)
        + path("M0-33C20-33 32-19 32 1C32 23 19 36 0 36S-32 23-32 1C-32-19-20-33 0-33z", fur)
        + path(
            "M0-14C-6-24-25-22-25-6C-25 0-22 4-25 12C-28 27-12 32.5 0 32.5S28 27 25 12C22 4 25 0 25-6C25-22 6-24 0-14z",
            face,
        )
        + eyes(10.5, -5, 4.6)
        + bare(both(oval(3.6, 7, 1.7, 2.2, LINE)))
        + path("M-15 15C-6 18.5 6 18.5 15 15C14 25 7 28.5 0 28.5S-14 25-15 15z", MOUTH, stroke_width="2.2")
        + bare(path("M-13 16.8C-5 19.4 5 19.4 13 16.8L12 20C5 22-5 22-12 20z", WHITE))
        + blush(18, 9, 4)
    )


def rooster() -> str:
    head, hackle, comb = "#FFF6E6", "#E98A34", "#D33A2A"
    return (
        path("M-14-20C-24-28-20-40-11-37C-10-47 2-49 5-40C11-48 21-44 18-35C26-36 29-27 22-20z", comb)
        + path(
            "M-17-6C-17-21-7-29 5-29C19-29 26-19 27-6C28 12 36 24 44 52H-22C-18 36-12 24-13 10C-16 5-17 0-17-6z",
            head,
        )
        + path("M27 2C30 16 37 28 44 52H-22C-20 44-18 37-15.6 30L-8 37L-3 25L5 36L11 22L18 31L22 14z", hackle)
        + path("M-16-9L-39 0C-33 6-24 7-14 5z", GOLD)
        + line("M-37 0C-30 1-23 0-17-1", LINE, 2)
        + path("M-14 5C-24 7-25 23-16 24C-8 24-7 12-8 6z", comb)
        + path("M-6 4C-8 13 2 18 6 11C7 5 1-1-6 4z", comb, stroke_width="2")
        + eye(-2, -9, 5)
    )


def dog() -> str:
    coat, brown = "#F6DFBB", "#9B6137"
    return (
        path("M0-29C20-29 31-17 31 0C31 20 20 34 0 34S-31 20-31 0C-31-17-20-29 0-29z", coat)
        + bare(path("M5-27.5C20-26 29.4-15 29.6-1C25 9 12 11 7 3C3-5 3-17 5-27.5z", brown))
        + both(path("M15-28C33-36 46-21 43 5C42 16 32 17 30 8C28-3 25-14 15-28z", brown))
        + bare(both(oval(7.5, 16, 11, 9.5, WHITE)) + oval(0, 24, 10, 7, WHITE))
        + path("M-6 20V31C-6 38 6 38 6 31V20z", "#EE7F7C", stroke_width="2.2")
        + line("M0 22V29", LINE, 1.6)
        + line("M0 13V19C-2 23.5-9 23.5-12 19.5M0 19C2 23.5 9 23.5 12 19.5", LINE, 2.4)
        + oval(0, 9.5, 7.4, 5.6, EYE)
        + bare(oval(-2, 7.6, 2.2, 1.3, WHITE))
        + eye(-12.5, -4, 4.6)
        + bare(disc(13, -4, 5.6, WHITE))
        + eye(13, -4, 4.6)
    )


def pig() -> str:
    skin, deep = "#F6AFAE", "#E98A8E"
    return (
        path("M0-28C21-28 35-15 35 4C35 23 20 34 0 34S-35 23-35 4C-35-15-21-28 0-28z", skin)
        + both(path("M9-27C17-37 28-42 36-40C40-30 39-19 33-10C29-19 20-25 9-27z", deep))
        + oval(0, 12, 16.5, 12, deep)
        + bare(both(oval(6, 12, 2.9, 4.6, LINE)))
        + eyes(16, -5, 4.4)
        + line("M-8 28Q0 32.5 8 28", LINE, 2.4)
        + blush(25, 10, 5)
    )


def robot() -> str:
    metal, dark, panel = "#DCE6E9", "#8CA1AB", "#1C3B4B"
    return (
        path("M-31 52C-30 38-16 33 0 33S30 38 31 52z", dark)
        + box(-9, 22, 18, 14, 3, dark)
        + line("M0-28V-38", LINE, 4)
        + disc(0, -40, 6, VERMILION)
        + both(box(27, -12, 11, 22, 4, GOLD))
        + box(-31, -29, 62, 55, 16, metal)
        + box(-23, -20, 46, 26, 11, panel)
        + bare(both(disc(11, -7, 6, MINT) + disc(12.8, -9, 1.9, WHITE)))
        + box(-14, 12, 28, 8.4, 4.2, WHITE)
        + line("M-5 12V20M5 12V20", LINE, 2)
    )


def nobody() -> str:
    """Who is not known any more: a nón lá, and under it a face that is anybody's."""
    straw, shade, face = "#EFD6A0", "#C79F5E", "#C9B2A0"
    return (
        path("M-32 52C-30 38-16 34 0 34S30 38 32 52z", "#8B7466")
        + path("M-21 2V14C-21 30-10 38 0 38S21 30 21 14V2z", face)
        + path("M0-36C3-36 5-34 7-32L45 3C46 6 44 8 41 8.6C16 14-16 14-41 8.6C-44 8-46 6-45 3L-7-32C-5-34-3-36 0-36z", straw)
        + line("M-14-25Q0-20 14-25M-25-15Q0-7 25-15M-35-5Q0 5 35-5", shade, 2)
    )  # fmt: skip


# --- emotes: chú Tễu, and what one brings along ---------------------------------------------


def teu(face: str, skin: str = SKIN) -> str:
    side = path("M19-15C17-24 20-33 29-34C38-35 40-25 33-18C29-14 24-10 21-10z", HAIR)
    tufts = both(side) + path("M-7-21C-9-30-3-34 1-41C5-35 10-30 7-21z", HAIR)
    head = both(disc(33, 10, 7, skin)) + tufts + disc(0, 8, 33, skin)
    return head + disc(0, -16, 3.8, LIP, stroke_width="1.8") + face


def grin(y: float = 12) -> str:
    return (
        path(f"M-19 {y}C-8 {y + 4} 8 {y + 4} 19 {y}C20 {y + 17} 10 {y + 25} 0 {y + 25}S-20 {y + 17}-19 {y}z", MOUTH, stroke_width="2.4")
        + bare(path(f"M-17 {y + 2}C-7 {y + 5} 7 {y + 5} 17 {y + 2}L16 {y + 8}C6 {y + 10}-6 {y + 10}-16 {y + 8}z", WHITE))
        + bare(path(f"M-9 {y + 21}C-6 {y + 15} 6 {y + 15} 9 {y + 21}C4 {y + 25}-4 {y + 25}-9 {y + 21}z", BLUSH))
    )  # fmt: skip


def closed(*, up: bool) -> str:
    return both(line("M8 1C11-8 21-8 24 1" if up else "M8-4C11 4 21 4 24-4", HAIR, 4.2))


def drop(x: float, y: float, scale: float = 1) -> str:
    return group(path("M0-11C6-2 8 1 8 5A8 8 0 0 1-8 5C-8 1-6-2 0-11z", TEAR, stroke_width="2.4"), transform=f"translate({n(x)} {n(y)})scale({n(scale)})")  # fmt: skip


def heart(x: float, y: float, scale: float) -> str:
    d = "M0 10C-3 6-11 1-11-5.5C-11-10-8-12-5.4-12C-3-12-1-10.6 0-8C1-10.6 3-12 5.4-12C8-12 11-10 11-5.5C11 1 3 6 0 10z"
    return group(
        path(d, "#DD3B32", stroke_width="2.2"), transform=f"translate({n(x)} {n(y)})scale({n(scale)})"
    )


def laugh() -> str:
    return teu(closed(up=True) + blush(25, 13) + grin()) + both(group(drop(0, 0, 0.9), transform="translate(35 4)rotate(-35)"))  # fmt: skip


def love() -> str:
    return teu(heart(-15, 0, 1.05) + heart(15, 0, 1.05) + grin(15))


def wow() -> str:
    look = both(oval(14, 0, 8.4, 9.4, WHITE, ' stroke-width="2.4"') + bare(disc(14, 0, 3.8, EYE)) + line("M6-15Q14-21 23-16", HAIR, 3.4))  # fmt: skip
    return teu(look + oval(0, 27, 8.4, 10, MOUTH, ' stroke-width="2.4"') + blush(25, 16))


def cry() -> str:
    streams = both(
        path("M10 3C10 16 9 28 6 38C12 41 20 38 24 32C25 22 23 12 22 3z", TEAR, stroke_width="2.2")
    )
    sad = both(line("M6-12Q13-16 23-9", HAIR, 3.6) + line("M8-1C12 4 20 4 24-1", HAIR, 4.2))
    return teu(streams + sad + path("M-9 31C-8 18 8 18 9 31C4 28-4 28-9 31z", MOUTH, stroke_width="2.4"))


def angry() -> str:
    brows = both(line("M4-4L24-14", HAIR, 6)) + eyes(14, 3, 4.8)
    teeth = path("M-16 31C-16 20-9 18 0 18S16 20 16 31C10 33-10 33-16 31z", WHITE, stroke_width="2.4") + line("M-8 19V32M0 18V32M8 19V32M-15 25H15", LINE, 1.8)  # fmt: skip
    return teu(brows + teeth, "#F08B6C")


def cool() -> str:
    glasses = path("M-30-9H30V-3C30 8 23 13 15 13S3 8 2-1H-2C-3 8-7 13-15 13S-30 8-30-3z", "#26303A") + bare(both("") + path("M-25-5L-13-5L-20 6zM7-5L19-5L12 6z", "#6D8594"))  # fmt: skip
    return teu(glasses + line("M-12 25C-2 30 10 28 15 20", LINE, 3.4) + blush(25, 18, 4))


def sweat() -> str:
    look = both(disc(14, 0, 8, WHITE, stroke_width="2.4")) + bare(disc(-10.5, 1, 3.6, EYE) + disc(17.5, 1, 3.6, EYE)) + both(line("M6-13Q14-17 22-12", HAIR, 3.2))  # fmt: skip
    mouth = path("M-16 20H16C17 31 9 31 0 31S-17 31-16 20z", WHITE, stroke_width="2.4") + line("M-16 25.5H16M-8 20V31M0 20V31M8 20V31", LINE, 1.7)  # fmt: skip
    return teu(look + mouth) + drop(33, -20, 1.25)


def sleep() -> str:
    zed = "M0 0H13L0 15H13"
    letters = group(edged(zed, CREAM, 4.4), transform="translate(18 -26)") + group(edged(zed, CREAM, 4.4), transform="translate(33 -46)scale(.8)")  # fmt: skip
    return group(teu(closed(up=False) + oval(0, 24, 5.6, 6.6, MOUTH, ' stroke-width="2.4"') + blush(24, 14)), transform="translate(-5 3)scale(.94)") + letters  # fmt: skip


def thumb() -> str:
    sleeve = path("M-44 44L-47 8L-24 4L-20 46z", VERMILION) + path("M-27 3L-18 2L-13 46L-23 48z", GOLD)
    up = path(
        "M-18 6C-10 0-4-10-4-24C-4-36-1-43 6-43C15-43 17-34 16-26C15-19 13-14 11-9L36-9C46-9 46 5 37 6L-18 44z",
        SKIN,
    )
    fingers = "".join(
        box(x, y, w, 14.4, 7.2, SKIN) for x, y, w in ((4, -9, 40), (4, 4, 41), (4, 17, 38), (4, 30, 31))
    )
    palm = path("M-19 6C-12 1-7-7-4-12L14-8C20-2 21 34 16 43L4 45C-8 45-12 42-17 42z", SKIN, stroke="none") + line("M-19 6C-12 1-7-7-5-17M8 44.6C-6 45-11 43-17 42", LINE)  # fmt: skip
    return sleeve + up + fingers + palm


def mai() -> str:
    """An apricot blossom, as it stands in the house at Tết."""
    branch = edged("M-40 40C-26 32-14 24-2 6M-24 31C-30 22-32 16-32 8", "#7A5230", 5)
    bud = oval(-32, 2, 6, 8, GOLD) + oval(-40, 42, 3, 3, "#7A5230")
    petals = "".join(
        path(
            "M0-4C14-8 18-26 10-34C6-31 3-30 0-27C-3-30-6-31-10-34C-18-26-14-8 0-4z",
            GOLD,
            transform=f"rotate({a})",
        )
        for a in (0, 72, 144, 216, 288)
    )
    threads = bare("".join(disc(x, y, 2, VERMILION) for x, y in ((9, 3), (0, 9), (-9, 3), (-5, -8), (5, -8))))
    return branch + bud + group(petals + disc(0, 0, 6, CREAM) + threads, transform="translate(6 -8)")


def tea() -> str:
    steam = edged("M-14-18C-20-26-8-32-14-42M2-18C-4-26 8-32 2-42M18-18C12-26 24-32 18-42", CREAM, 3.4)
    cup = path("M-30-10H34C34 14 24 32 2 32S-30 14-30-10z", WHITE) + oval(2, -10, 32, 7.6, "#B98A3E")
    petals = "".join(
        f'<path transform="rotate({a})" d="M0-2Q5-8 0-14Q-5-8 0-2z"/>' for a in (0, 60, 120, 180, 240, 300)
    )
    flower = bare(
        group(petals, fill="#1D5A78", transform="translate(2 13)scale(.86)") + disc(2, 13, 2.4, GOLD)
    )
    handle = edged("M31-2C45-6 48 14 27 17", WHITE, 4.4)
    saucer = path("M-42 30C-30 44 34 44 46 30C34 35-30 35-42 30z", "#DCE7EC")
    return group(handle + saucer + cup + flower + steam, transform="translate(-1 3)scale(.96)")


def crackers() -> str:
    def cracker(x: float, y: float, turn: float) -> str:
        body = box(-7.4, -13, 14.8, 26, 3.4, VERMILION) + bare(box(-6.2, -10, 12.4, 3.6, 0, GOLD) + box(-6.2, 6.6, 12.4, 3.6, 0, GOLD))  # fmt: skip
        return group(body, transform=f"translate({n(x)} {n(y)})rotate({n(turn)})")

    string = edged("M10-24C2-14 0 0 0 22", CREAM, 2.4)
    pairs = "".join(cracker(-13, y, 32) + cracker(13, y, -32) for y in (-6, 15)) + cracker(0, 35, 0)
    points = " ".join(f"{x} {y}" for x, y in ((14, -49), (19, -38), (30, -43), (27, -32), (39, -29), (28, -23), (33, -12), (21, -17), (15, -6), (11, -18), (-1, -17), (7, -26), (-1, -36), (11, -36)))  # fmt: skip
    spark = path(f"M{points}z", GOLD) + bare(disc(18, -28, 6.4, CREAM))
    return string + pairs + spark


# --- the files ---------------------------------------------------------------------------------

# Of a face whose ears or horns would lie on the rim of its disc.
FITTED = {rat: 0.93, ox: 0.89, cat: 0.93, dragon: 0.9, snake: 0.93, goat: 0.92, pig: 0.92, horse: 0.95}
FACES = (rat, ox, tiger, cat, dragon, snake, horse, goat, monkey, rooster, dog, pig, robot, nobody)
EMOTES = (laugh, love, wow, cry, angry, cool, sweat, sleep, thumb, mai, tea, crackers)


def place_of(picture: Callable[[], str], number: int) -> str:
    size = FITTED.get(picture, 1)
    return f"translate({50 + 100 * number} 50)" + (f"scale({n(size)})" if size != 1 else "")


def row(pictures: tuple[Callable[[], str], ...]) -> str:
    drawn = "\n".join(
        group(
            picture(),
            transform=place_of(picture, number),
            stroke=LINE,
            stroke_width="2.6",
            stroke_linejoin="round",
            stroke_linecap="round",
        )
        for number, picture in enumerate(pictures)
    )
    return f'{SVG} viewBox="0 0 {100 * len(pictures)} 100">{drawn}</svg>\n'


def main(arguments: list[str]) -> int:
    drawn = {HERE / "faces.svg": row(FACES).encode(), HERE / "emotes.svg": row(EMOTES).encode()}
    if "--check" not in arguments:
        for target, data in drawn.items():
            target.write_bytes(data)
        return 0
    stale = [name for name, data in drawn.items() if not name.exists() or name.read_bytes() != data]
    for target in stale:
        print(f"{target.name} is not what make_faces.py draws")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
