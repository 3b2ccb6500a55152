"""What a log-in comes from, in words that its owner knows."""

from __future__ import annotations

from django.utils.translation import gettext as _

# The first that is found: those that also call themselves by another's name stand before it.
BROWSERS = (
    ("Zalo", "Zalo"), ("FBA", "Facebook"), ("Edg", "Edge"), ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"), ("coc_coc_browser", "Cốc Cốc"), ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"), ("CriOS", "Chrome"), ("Chrome", "Chrome"), ("Safari", "Safari"),
)  # fmt: skip
SYSTEMS = (
    ("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("CrOS", "Chromebook"),
    ("Windows", "Windows"), ("Mac OS", "Mac"), ("Linux", "Linux"),
)  # fmt: skip


def in_words(user_agent: str) -> str:
    """`Chrome on Android`. Only words of ours: what a browser says of itself is never shown."""
    browser, system = _first(BROWSERS, user_agent), _first(SYSTEMS, user_agent)
    if browser and system:
        return _("%(browser)s on %(system)s") % {"browser": browser, "system": system}
    return browser or system or _("An unknown device")


def _first(known: tuple[tuple[str, str], ...], user_agent: str) -> str:
    return next((name for mark, name in known if mark in user_agent), "")
