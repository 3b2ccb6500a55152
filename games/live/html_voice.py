"""How a browser is told of its table: as the page's pieces, from the same views as the JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from games.live.viewing import Person
from games.table.frames import Page

if TYPE_CHECKING:
    from games.live.hub import Hub


class HtmlVoice:
    """The page's zones that changed since this socket was last told, and of those only the parts that did."""

    def __init__(self, hub: Hub, person: Person) -> None:
        self.hub, self.person = hub, person
        self.repeat()

    def repeat(self) -> None:
        self._shown: Page | None = None

    def frames(self) -> Iterator[str]:
        page = self.hub.pages.page(self.person)
        told = self.hub.pages.frame(self._shown, page)
        self._shown = page
        if told:
            yield told
