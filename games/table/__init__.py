"""The table as its viewers get it: zones, each a partial and a slice of what that viewer may know.

`zones_of` decides which partials there are and what each is told; `html_of` turns one into HTML.
Everything is made from room facts, which are the same for all, and from the round as the viewer sees it.
"""

from games.table.zone import Zone, html_of, with_token
from games.table.zones import zones_of

__all__ = ["Zone", "html_of", "with_token", "zones_of"]
