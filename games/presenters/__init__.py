"""The table as its viewers get it: zones, each a partial and a slice of what that viewer may know.

`zones` decides which partials there are and what each is told; `render` turns one into HTML.
Everything is made from room facts, which are the same for all, and from the viewer's own play facts.
"""

from games.presenters.table import zones
from games.presenters.zone import Zone, fill, outline, render, with_token

__all__ = ["Zone", "fill", "outline", "render", "with_token", "zones"]
