"""Where a brigade can get by its points (section 6.1), on masks alone.

All ways to one end are the same unless something happens on the way. `all_routes` tells the ways apart by the tiles
where something happens. `ends_in_reach` ignores such tiles and finds the ends with a few operations on masks.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple, TypeAlias

from domain.rulesets.brigade.components import ALL, ALL_CELLS, NEIGHBOURS, RUIN_EXTRA, SIDE, Cell, Mask, beside


def _within() -> Iterator[tuple[Mask, ...]]:
    near = tuple(1 << cell for cell in ALL_CELLS)
    for _ in range(SIDE):
        yield near
        near = tuple(beside(mask) for mask in near)


WITHIN: Final = tuple(_within())
"""Steps, cell -> the cells from which so many steps reach it when nothing is in the way."""


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
    open_ways, even = ~(limits.fires | limits.closed), ~limits.ruins
    layers = [0] * (limits.points + RUIN_EXTRA + 1)
    going, ends = 1 << limits.start, 0  # a fire or a rival on the first tile does not stop the brigade
    for spent in range(1, limits.points + 1):
        near = beside(going)
        layers[spent] |= near & even
        layers[spent + RUIN_EXTRA] |= near & limits.ruins
        ends |= layers[spent]
        going = layers[spent] & open_ways
    return ends if limits.push else ends & ~limits.closed


Route: TypeAlias = tuple[Cell, tuple[Cell, ...]]
"""An end and the tiles passed before it where something happens."""


def all_routes(limits: MoveLimits, towards: Cell | None = None) -> dict[Route, tuple[Cell, ...]]:
    """Every end, with every order of events on the way -> the cheapest path, the first in reading order.

    `towards`: only this end is asked for, so ways from which the points no longer reach it are left out.
    """
    useful = [ALL if towards is None else WITHIN[left][towards] for left in range(limits.points, -1, -1)]
    blocked = limits.fires | limits.closed
    layers: list[dict[Route, tuple[Cell, ...]]] = [{} for _ in range(limits.points + 1)]
    layers[0][limits.start, ()] = ()
    best: dict[Route, tuple[Cell, ...]] = {}
    for spent, layer in enumerate(layers):
        for (cell, via), path in layer.items():
            if (cell, via) in best:
                continue
            if path:
                best[cell, via] = path
            if path and blocked >> cell & 1:
                continue
            passed = (*via, cell) if path and limits.events >> cell & 1 and cell not in via else via
            for near in NEIGHBOURS[cell]:
                cost = spent + 1 + (RUIN_EXTRA if limits.ruins >> near & 1 else 0)
                if cost <= limits.points and useful[cost] >> near & 1 and (limits.push or not limits.closed >> near & 1):
                    layers[cost].setdefault((near, passed), (*path, near))
    return best
