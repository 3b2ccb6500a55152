"""Draws the icons of the home screen from our mark: PNGs beside this file, by Chromium.

.venv/bin/python -m playwright install chromium     where there is none yet
.venv/bin/python static/art/make_icons.py
"""

from __future__ import annotations

import shutil
from pathlib import Path

from make_cards import CREAM, SVG, around, group, mark
from playwright.sync_api import sync_playwright

HERE = Path(__file__).resolve().parent
# A system that cuts icons to its own shape leaves at least a circle of four fifths: the petals end within it.
WHOLE = mark(corner=0)
# Where only its shape is seen, in the colour of the system.
BADGE = group(
    group(around('<path d="M0-3Q10-15 0-31Q-10-15 0-3z"/>', 4), fill=CREAM)
    + group(around('<path d="M0-7Q6-14 0-24Q-6-14 0-7z"/>', 4, 45), fill=CREAM),
    transform="translate(32 32)",
)
ICONS = {
    "icon-192.png": (mark(), 192),
    "icon-512.png": (mark(), 512),
    "icon-whole-512.png": (WHOLE, 512),
    "icon-apple-180.png": (WHOLE, 180),
    "badge-96.png": (BADGE, 96),
}


def main() -> None:
    known = (shutil.which(name) for name in ("chromium-headless-shell", "chromium", "chromium-browser"))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=next(filter(None, known), None), args=["--no-sandbox"]
        )
        for name, (picture, size) in ICONS.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(
                f"<style>body {{ margin: 0 }} svg {{ display: block }}</style>"
                f'{SVG} viewBox="0 0 64 64" width="{size}" height="{size}">{picture}</svg>'
            )
            page.screenshot(path=HERE / name, omit_background=True)
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
