"""Areas as commands name them, and the refusal of an area that is not on the board."""

from collections.abc import Iterator

from domain.engine.refusal import Refused
from domain.rulesets.great_fire.components import IDS, INDEX, AreaId, Mask, bits


def ids_of(areas: Mask) -> tuple[AreaId, ...]:
    """Returns the ids of a set of areas, in board order."""
    return tuple(IDS[at] for at in bits(areas))


def no_such_area(id: AreaId) -> Refused:
    """Returns the refusal of an area that is not on the board."""
    return Refused("no_such_area", rules=("GF-TERM-01",), area=id)


def no_such_areas(one: AreaId, other: AreaId) -> Iterator[Refused]:
    """Yields the refusals of those of two areas that are not on the board, and only one if they are the same."""
    if one not in INDEX:
        yield no_such_area(one)
    if other not in INDEX and other != one:
        yield no_such_area(other)
