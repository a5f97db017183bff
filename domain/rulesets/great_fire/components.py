"""The printed components, typed, with the board as bit masks: bit i is area i, in the order of `components.toml`."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate
from operator import itemgetter
from types import MappingProxyType
from typing import Any, Final, Literal, NamedTuple, NewType, TypeAlias, TypeVar

import msgspec

from domain.engine.components import printed_components

T = TypeVar("T")

AreaId = NewType("AreaId", str)
"""The printed id of an area of the board."""

Card: TypeAlias = Literal["N", "E", "S", "W"]
"""A fire card, named by its direction."""

Kind: TypeAlias = Literal["charge", "double_move", "vp"]
"""The hidden side of a black token."""

Mask: TypeAlias = int
"""A set of areas: bit i stands for `AREAS[i]`."""


class Area(msgspec.Struct, frozen=True):
    """One polygon of the board (GF-TERM-01). `size`: its printed houses, 0 for Pudding Lane and grassed areas."""

    id: AreaId
    name: str
    region: str
    size: int
    banner: str
    burnable: bool


class Link(msgspec.Struct, frozen=True):
    """Two areas that touch. `dirs`: the directions from `a` to `b`; two of them at a four-way cross (GF-BOARD-04)."""

    a: AreaId
    b: AreaId
    dirs: tuple[Card, ...]
    kind: str
    fire: bool


class Objective(msgspec.Struct, frozen=True):
    """An objective card (GF-COMP-06)."""

    id: str
    deck: str
    district: AreaId
    vp: int


class Supply(msgspec.Struct, frozen=True):
    """The number of each piece that the rules count."""

    fire_cones_pudding_lane_start: int
    fire_cones_pudding_lane_refill: int
    trained_bands: int
    houses_per_colour: int
    houses_per_colour_per_region: int


class Constants(msgspec.Struct, frozen=True):
    """The printed numbers of the rules."""

    hand_size: int
    action_points: int
    intensify_cones: int
    no_move_cones: int
    cone_limit_over_size: int
    vp_start: int
    vp_per_house_lost: int
    vp_per_fire_cone: int
    vp_per_vp_token: int
    vp_hero: int
    hero_threshold: int
    demolition_size_limit: int
    final_turns: int
    final_turns_more_destruction: int


class Stack(NamedTuple):
    """A Fire Stack Card and the number of fire cards on it."""

    letter: str
    cards: int


class SetUp(msgspec.Struct, frozen=True):
    """What the board and the stack cards print for one number of players.

    `stacks`: the stack cards in the deck, top first. `leftover`: the fire cards that go back to the box.
    """

    fixed_bands: tuple[AreaId, ...]
    bands_per_player: int
    stacks: tuple[Stack, ...]
    leftover: int


PRINTED: Final[Mapping[str, Any]] = MappingProxyType(printed_components(__file__))


def printed() -> Mapping[str, Any]:
    """Returns the file as written, with its `source` fields."""
    return PRINTED


SEATS_MIN: Final[int] = PRINTED["meta"]["players_min"]
SEATS_MAX: Final[int] = PRINTED["meta"]["players_max"]
SUPPLY: Final = msgspec.convert(PRINTED["supply"], Supply)
CONSTANTS: Final = msgspec.convert(PRINTED["constants"], Constants)

# ---- the board

AREAS: Final = msgspec.convert(PRINTED["district"], tuple[Area, ...])
LINKS: Final = msgspec.convert(PRINTED["board"]["links"], tuple[Link, ...])
IDS: Final = tuple(area.id for area in AREAS)
NAMES: Final[Mapping[AreaId, str]] = {area.id: area.name for area in AREAS}
INDEX: Final[Mapping[AreaId, int]] = {area.id: at for at, area in enumerate(AREAS)}
SIZES: Final = tuple(area.size for area in AREAS)
COUNT: Final = len(AREAS)
PUDDING_LANE: Final = INDEX[AreaId("pudding_lane")]
DIRECTIONS: Final[tuple[Card, ...]] = tuple(entry["id"] for entry in PRINTED["direction"])
OPPOSITE: Final[Mapping[Card, Card]] = {entry["id"]: entry["opposite"] for entry in PRINTED["direction"]}


CACHED_MAX: Final = 4096
"""Entries of each cache of what sets of areas lead to."""


_OF_BYTES: Final = tuple(
    tuple(tuple(first + bit for bit in range(8) if byte >> bit & 1) for byte in range(256))
    for first in range(0, COUNT, 8)
)
"""The areas of a set by its bytes, the lowest first: half the sets of a game are not in the cache."""


@lru_cache(maxsize=CACHED_MAX)
def bits(mask: Mask) -> tuple[int, ...]:
    """Returns the areas of a set, in board order."""
    areas: tuple[int, ...] = ()
    for of_byte in _OF_BYTES:
        areas += of_byte[mask & 255]
        mask >>= 8
    return areas


@lru_cache(maxsize=CACHED_MAX)
def picker(mask: Mask) -> Callable[[Sequence[T]], tuple[T, ...]]:
    """Returns what picks the entries of the areas of a set from a row with an entry for each area, in board order."""
    areas = bits(mask)
    return itemgetter(*areas) if len(areas) > 1 else itemgetter(slice(areas[0], areas[0] + 1) if areas else slice(0))


def _mask(members: Mapping[AreaId, bool]) -> Mask:
    return sum(1 << INDEX[id] for id, included in members.items() if included)


def _touching(links: tuple[Link, ...]) -> tuple[Mask, ...]:
    """Returns, for each area, the areas that `links` join to it."""
    neighbours = [0] * COUNT
    for link in links:
        neighbours[INDEX[link.a]] |= 1 << INDEX[link.b]
        neighbours[INDEX[link.b]] |= 1 << INDEX[link.a]
    return tuple(neighbours)


def _leaving(card: Card) -> tuple[Mask, ...]:
    """Returns, for each area, the areas that fire reaches in one step by `card` (GF-BOARD-03, GF-FIRE-07)."""
    reached = [0] * COUNT
    for link in LINKS:
        if link.fire and card in link.dirs:
            reached[INDEX[link.a]] |= 1 << INDEX[link.b]
        if link.fire and OPPOSITE[card] in link.dirs:
            reached[INDEX[link.b]] |= 1 << INDEX[link.a]
    return tuple(reached)


BURNABLE: Final = _mask({area.id: area.burnable for area in AREAS})
LINKED: Final = _touching(LINKS)
"""Area -> every area linked to it, grassed areas and Pudding Lane included (GF-TERM-08)."""
FIRE_LINKED: Final = _touching(tuple(link for link in LINKS if link.fire))
"""Area -> the areas that fire may pass to from it, in any direction."""
FIRE_STEPS: Final[Mapping[Card, tuple[Mask, ...]]] = {card: _leaving(card) for card in DIRECTIONS}
"""Card -> area -> the areas that a final step by that card reaches."""
FOUR_WAYS: Final = tuple(
    sum(FIRE_STEPS[card][at] << lane * COUNT for lane, card in enumerate(DIRECTIONS)) for at in range(COUNT)
)
"""Area -> its `FIRE_STEPS` for all four cards side by side, `COUNT` bits each, so that a patch is searched once."""
WALKS: Final = tuple(tuple(bits(linked & ~(1 << PUDDING_LANE))) for linked in LINKED)
"""Area -> the areas that a band or a landowner may enter from it (GF-ACT-04, GF-ACT-05)."""

_REGIONS: Final = {entry["id"]: entry for entry in PRINTED["region"]}
BAND_AREAS: Final = _mask({area.id: _REGIONS[area.region]["bands_at_setup"] for area in AREAS})
LANDOWNER_AREAS: Final = _mask({area.id: _REGIONS[area.region]["landowners_at_setup"] for area in AREAS})
FILL_ORDER: Final = tuple(
    entry["id"] for entry in sorted((e for e in _REGIONS.values() if e["houses"]), key=lambda e: int(e["fill_order"]))
)
"""The regions with houses, in the order in which the service fills them (GF-SETUP-09)."""
TOKEN_AREAS: Final = tuple(at for at, area in enumerate(AREAS) if area.banner == "yellow")

HOUSES: Final = sum(SIZES)
FIRST_HOUSE: Final = tuple(accumulate(SIZES, initial=0))
"""Area -> the index of its first house in a row of all houses in board order. One more entry marks the end."""

# ---- cards, colours, tokens

COLOURS: Final[tuple[str, ...]] = tuple(entry["id"] for entry in PRINTED["colour"])
KINDS: Final[tuple[Kind, ...]] = tuple(entry["id"] for entry in PRINTED["token"])
TOKENS: Final[tuple[Kind, ...]] = tuple(entry["id"] for entry in PRINTED["token"] for _ in range(entry["count"]))
OBJECTIVES: Final[Mapping[str, Objective]] = {
    card.id: card for card in msgspec.convert(PRINTED["objective_card"], tuple[Objective, ...])
}
DECKS: Final = tuple(sorted({card.deck for card in OBJECTIVES.values()}))


def _set_up(entry: Mapping[str, Any]) -> SetUp:
    seats = str(entry["players"])
    cards = {card["id"]: card["cards"] for card in PRINTED["fire_stack_card"]}
    letters = sorted(PRINTED["fire_stack"]["used"][seats], reverse=True)  # GF-SETUP-06: A lies at the bottom
    return SetUp(
        fixed_bands=tuple(AreaId(id) for id in entry["fixed_bands"]),
        bands_per_player=entry["bands_per_player"],
        stacks=tuple(Stack(letter, cards[letter][seats]) for letter in letters),
        leftover=PRINTED["fire_stack"]["leftover"][seats],
    )


SET_UP: Final[Mapping[int, SetUp]] = {entry["players"]: _set_up(entry) for entry in PRINTED["setup"]}
