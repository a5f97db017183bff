"""Where a brigade can get by its points (section 6.1), on masks alone.

All ways to one end are the same unless something happens on the way. `all_routes` tells the ways apart by the tiles
where something happens. `ends_in_reach` ignores such tiles and finds the ends with a few operations on masks.
"""

from typing import NamedTuple, TypeAlias

from domain.rulesets.brigade.components import NEIGHBOURS, RUIN_EXTRA, Cell, Mask, beside


class MoveLimits(NamedTuple):
    """What limits one move. `ruins` cost more points; `fires` end the movement; `closed` tiles cannot be passed,
    but may be the end if `push`; on `events` something happens to a brigade that passes."""

    start: Cell
    points: int
    ruins: Mask
    fires: Mask
    closed: Mask
    push: bool
    events: Mask


def ends_in_reach(limits: MoveLimits) -> Mask:
    """Every tile where the move can end (BRI-ACT-MOVE-01 to -04); its start only after a detour."""
    layers = [1 << limits.start] + [0] * limits.points
    for spent in range(limits.points):
        # A fire or a rival on the first tile does not stop the brigade.
        going = layers[spent] & ~(limits.fires | limits.closed) if spent else layers[0]
        near = beside(going) if going else 0
        layers[spent + 1] |= near & ~limits.ruins
        if spent + 1 + RUIN_EXTRA <= limits.points:
            layers[spent + 1 + RUIN_EXTRA] |= near & limits.ruins
    ends = 0
    for layer in layers[1:]:
        ends |= layer
    return ends if limits.push else ends & ~limits.closed


Route: TypeAlias = tuple[Cell, tuple[Cell, ...]]
"""An end and the tiles passed before it where something happens."""


def all_routes(limits: MoveLimits) -> dict[Route, tuple[Cell, ...]]:
    """Every end, with every order of events on the way -> the cheapest path, the first in reading order."""
    layers: list[dict[Route, tuple[Cell, ...]]] = [{} for _ in range(limits.points + 1)]
    layers[0][limits.start, ()] = ()
    best: dict[Route, tuple[Cell, ...]] = {}
    for spent, layer in enumerate(layers):
        for (cell, via), path in layer.items():
            if (cell, via) in best:
                continue
            if path:
                best[cell, via] = path
            if path and (limits.fires | limits.closed) >> cell & 1:
                continue
            passed = (*via, cell) if path and limits.events >> cell & 1 and cell not in via else via
            for near in NEIGHBOURS[cell]:
                cost = spent + 1 + (RUIN_EXTRA if limits.ruins >> near & 1 else 0)
                if cost <= limits.points and (limits.push or not limits.closed >> near & 1):
                    layers[cost].setdefault((near, passed), (*path, near))
    return best
