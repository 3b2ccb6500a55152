"""What each zone of the page shows, computed from the view alone: templates only choose and repeat."""

from dataclasses import dataclass

from games.engines.rummy.rules import Phase
from games.engines.rummy.view import RummyView


@dataclass(frozen=True, slots=True, kw_only=True)
class RummyZones:
    phase: Phase


def zones(view: RummyView) -> RummyZones:
    return RummyZones(phase=view.phase)
