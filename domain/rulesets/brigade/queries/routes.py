"""Where a brigade can get by its points (section 6.1), on masks alone.

All ways to one end are the same unless something happens on the way. `all_routes` tells the ways apart by the tiles
where something happens. `ends_in_reach` ignores such tiles and finds the ends with a few operations on masks.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, TypeAlias

import msgspec
from msgspec.structs import replace

from domain.rulesets.brigade.components import ALL, ALL_CELLS, RUIN_EXTRA, SIDE, SURROUNDING, Cell, Mask, beside, bits


def _within() -> Iterator[tuple[Mask, ...]]:
    near = tuple(1 << cell for cell in ALL_CELLS)
    for _ in range(SIDE):
        yield near
        near = tuple(beside(mask) for mask in near)


WITHIN: Final = tuple(_within())
"""Steps, cell -> the cells from which so many steps reach it when nothing is in the way."""


class MoveLimits(msgspec.Struct, frozen=True, gc=False):
    """What limits one move. `ruins` cost more points; `fires` end the movement; `closed` tiles cannot be passed,
    but may be the end if `push`; on `events` something happens to a brigade that passes."""

    start: Cell
    points: int
    ruins: Mask
    fires: Mask
    closed: Mask
    push: bool
    events: Mask


@lru_cache(maxsize=8192)
def ends_in_reach(limits: MoveLimits) -> Mask:
    """Every tile where the move can end (BRI-ACT-MOVE-01 to -04); its start only after a detour."""
    points, ruins, blocked = limits.points, limits.ruins, limits.fires | limits.closed
    near, ends = WITHIN[1][limits.start], 0  # a fire or a rival on the first tile does not stop the brigade
    delayed = [0] * (points + RUIN_EXTRA + 1)
    for spent in range(1, points + 1):
        if spent > 1:
            near = beside(near & ~blocked)
        if near & ruins:
            delayed[spent + RUIN_EXTRA] |= near & ruins
            near &= ~ruins
        near |= delayed[spent]
        ends |= near
    return ends if limits.push else ends & ~limits.closed


Route: TypeAlias = tuple[Cell, tuple[Cell, ...]]
"""An end and the tiles passed before it where something happens."""


def path_to(limits: MoveLimits, end: Cell, via: tuple[Cell, ...]) -> tuple[Cell, ...]:
    """The path of one route of `all_routes`, which must be there. It looks no farther than it has to."""
    if not via:
        plain = _plain_path(limits, end)
        if plain is not None:
            return plain
    for points in range(2, limits.points + 1):
        path = all_routes(replace(limits, points=points), towards=end).get((end, via))
        if path is not None:
            return path
    raise AssertionError("no such move")


def _plain_path(limits: MoveLimits, end: Cell) -> tuple[Cell, ...] | None:
    """The path if it has at most three steps, none of them over ruins. None where it has to be looked for."""
    first, last = SURROUNDING[limits.start], SURROUNDING[end]
    if first >> end & 1:
        return (end,)
    if limits.ruins >> end & 1:
        return None
    passable = ~(limits.ruins | limits.fires | limits.closed | limits.events)
    if halfway := first & last & passable:
        return (next(bits(halfway)), end)
    if first & last & limits.ruins:
        return None  # a step over ruins takes as long as two others, and comes first
    for cell in bits(first & passable):
        if others := SURROUNDING[cell] & last & passable:
            return (cell, next(bits(others)), end)
    return None


def all_routes(limits: MoveLimits, towards: Cell | None = None) -> dict[Route, tuple[Cell, ...]]:
    """Every end, with every order of events on the way -> the cheapest path, the first in reading order.

    `towards`: only this end is asked for, so tiles from which the points do not reach it are left out.
    """
    useful = [ALL if towards is None else WITHIN[left][towards] for left in range(limits.points, -1, -1)]
    blocked, enterable = limits.fires | limits.closed, ALL if limits.push else ~limits.closed
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
            for near in bits(SURROUNDING[cell] & useful[spent + 1] & enterable) if spent < limits.points else ():
                cost = spent + 1 + (RUIN_EXTRA if limits.ruins >> near & 1 else 0)
                if cost <= limits.points and useful[cost] >> near & 1:
                    layers[cost].setdefault((near, passed), (*path, near))
    return best
