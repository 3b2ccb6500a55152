"""Chromium for the tests and the pictures: the system's own, else Playwright's.

Where there is its form without windows, that one: the same pages for little more than half the work.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from playwright.async_api import Browser, Playwright, async_playwright

FLAGS = [
    "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip
SAID_WHERE_MISSING = "no Chromium here (Debian: apt install chromium)"


class NoChromiumError(Exception):
    pass


@asynccontextmanager
async def chromium() -> AsyncIterator[Browser]:
    """A browser with a fresh profile, closed at the end."""
    async with async_playwright() as playwright:
        flags = [*FLAGS, "--no-sandbox"] if os.geteuid() == 0 else FLAGS
        browser = await playwright.chromium.launch(executable_path=_path(playwright), args=flags)
        try:
            yield browser
        finally:
            await browser.close()


def _path(playwright: Playwright) -> str:
    known = (shutil.which(name) for name in ("chromium-headless-shell", "chromium", "chromium-browser"))
    for path in (*known, playwright.chromium.executable_path):
        if path and Path(path).exists():
            return path
    raise NoChromiumError(SAID_WHERE_MISSING)
