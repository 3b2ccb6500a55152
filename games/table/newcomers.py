"""Who is shown coach marks at a table: whoever wants it, and does not know them all."""

from __future__ import annotations

from games import registry


def still_new(game: str, coached: str) -> tuple[str, ...] | None:
    """Of the marks of this game those which somebody knows, by `coached`; None who knows them all."""
    marks, known = registry.game(game).marks, coached.split()
    keys = tuple(mark.key for mark in marks if f"{game}.{mark.key}" in known)
    return keys if len(keys) < len(marks) else None
