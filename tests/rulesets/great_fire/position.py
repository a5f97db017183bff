"""Positions for tests: a board in the words of the rules becomes a state, and commands are played from it."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from domain.engine.chance import Chance
from domain.engine.fold import fold
from domain.engine.refusal import Refused
from domain.rulesets.great_fire import RULESET
from domain.rulesets.great_fire import commands as c
from domain.rulesets.great_fire.components import (
    COLOURS,
    FIRST_HOUSE,
    HOUSES,
    IDS,
    INDEX,
    KINDS,
    OBJECTIVES,
    SIZES,
)
from domain.rulesets.great_fire.evolve import evolve
from domain.rulesets.great_fire.options import Options
from domain.rulesets.great_fire.rules import decide, legal
from domain.rulesets.great_fire.state import State, TokenSupply
from tests.lines import english

SEATS = ("red", "blue", "green", "yellow")
"""The colours of the seats of a position; houses that no test speaks of are black, which nobody plays."""
SEED = bytes(range(32))
PLAIN = Options()


def placed(counts: Mapping[str, int]) -> bytes:
    """Returns counts as one byte an area."""
    row = bytearray(len(IDS))
    for id, count in counts.items():
        row[INDEX[id]] = count
    return bytes(row)


def kinds(names: Sequence[str]) -> TokenSupply:
    """Returns tokens by kind, as the state counts them."""
    charge, double, vp = (tuple(names).count(kind) for kind in KINDS)
    return TokenSupply(charge, double, vp)


def position(
    *,
    cones: Mapping[str, int] = {},
    bands: Mapping[str, int] = {},
    empty: Sequence[str] = (),
    full: Sequence[str] = (),
    houses: Mapping[str, Sequence[str]] = {},
    tokens: Mapping[str, str] = {},
    held: Mapping[int, Sequence[str]] = {},
    put: Mapping[int, int] = {},
    land: Mapping[int, str] = {},
    hands: Mapping[int, str] = {},
    demolished: Sequence[str] = (),
    objectives: Mapping[int, tuple[str, ...]] = {},
    stock: int | None = None,
    seats: int = 4,
    options: Options = PLAIN,
    **fields: Any,
) -> State:
    """The board after set-up, changed: every district full, 25 cones in Pudding Lane, the rest in stock, no bands.

    A district given uncovered cones has burnt, unless it is named in `full`. Everybody holds NESWN and stands in
    Lincoln's Inn. It is the fire phase of seat 0, six cards before stack card B; `fields` are fields of the state.
    """
    standing = {"pudding_lane": 25, **cones}
    uncovered = {id for id, count in cones.items() if count > bands.get(id, 0) and id not in full}
    gone = {*empty, *uncovered, *demolished}
    row = bytearray([COLOURS.index("black")] * HOUSES)
    for id, colours in houses.items():
        at = FIRST_HOUSE[INDEX[id]]
        row[at : at + len(colours)] = bytes(COLOURS.index(colour) for colour in colours)
    lost = [0] * len(COLOURS)
    for id in gone:
        for colour in row[FIRST_HOUSE[INDEX[id]] : FIRST_HOUSE[INDEX[id] + 1]]:
            lost[colour] += 1
    box = RULESET.initial(seats, options)
    piles = tuple(put.get(seat, 0) for seat in range(seats))
    deal = replace(
        box.deal,
        colours=(*SEATS, "purple", "black")[:seats],
        pawns=(*SEATS, "purple", "black")[:seats],
        objectives=tuple(objectives.get(seat, tuple(OBJECTIVES)[seat::8]) for seat in range(seats)),
        colours_of_houses=bytes(row),
    )
    state = replace(
        box,
        deal=deal,
        phase="fire",
        turn=1,
        points=4,
        cones=placed(standing),
        stock=options.fire_cones - sum(standing.values()) - sum(piles) if stock is None else stock,
        houses=bytes(0 if id in gone else size for id, size in zip(IDS, SIZES, strict=True)),
        tokens=placed({id: 1 + KINDS.index(kind) for id, kind in tokens.items()}),  # type: ignore[arg-type]
        demolished=placed(dict.fromkeys(demolished, 1)),
        lost=tuple(lost),
        bands=tuple(sorted(INDEX[id] for id, count in bands.items() for _ in range(count))),
        landowners=tuple(INDEX[land.get(seat, "lincolns_inn")] for seat in range(seats)),
        piles=piles,
        hands=tuple("".join(sorted(hands.get(seat, "NESWN"))) for seat in range(seats)),
        supplies=tuple(kinds(held.get(seat, ())) for seat in range(seats)),
        deck="NESWNESWNESW",
        stacks="BA",
        on_stack=6,
    )
    return replace(state, **fields)


def play(state: State, *orders: c.Command) -> tuple[State, tuple[Any, ...]]:
    """Returns the state after `orders`, which must all be listed as legal, and the events of the last."""
    events: tuple[Any, ...] = ()
    for step, order in enumerate(orders):
        assert order in legal(state, order.seat), f"{order} is not listed as legal"
        events = decide(state, order, Chance(SEED, step))
        state = fold(evolve, state, events)
    return state, events


def after(state: State, *orders: c.Command) -> State:
    """Returns the state after `orders`."""
    return play(state, *orders)[0]


def no(state: State, order: c.Command) -> Refused:
    """Returns the refusal of an order that is not listed as legal."""
    assert order not in legal(state, order.seat), f"{order} is listed as legal"
    try:
        events = decide(state, order, Chance(SEED, 0))
    except Refused as refused:
        assert refused.rules and english(refused, "great_fire").endswith(".")
        return refused
    raise AssertionError(f"{order} was not refused: {events}")


def refuses(state: State, order: c.Command, code: str, *rules: str) -> None:
    """Asserts that the order is refused for this reason, citing at least these rules."""
    refused = no(state, order)
    assert refused.code == code, refused
    assert set(rules) <= set(refused.rules), refused


def targets(state: State, card: str, source: str) -> set[str]:
    """Returns where a cone of `source` may go by `card`, according to the legal commands."""
    holding = replace(state, phase="fire", hands=(card * 5, *state.hands[1:]), active=0, card=None)
    return {o.target for o in legal(holding, 0) if isinstance(o, c.PlayFire) and o.source == source}


def final_steps(state: State, card: str, source: str) -> set[str]:
    """Returns the targets before the priorities: those that are legal, and those refused only for their rank."""
    holding = replace(state, phase="fire", hands=(card * 5, *state.hands[1:]), active=0, card=None)
    found = targets(state, card, source)
    for id in set(IDS) - found:
        if no(holding, c.PlayFire(0, card, source, id)).code == "better_target":  # type: ignore[arg-type]
            found.add(id)
    return found


def room(state: State, id: str) -> int:
    """Returns how many cones of an intensification fit into the district, tried one by one."""
    state = replace(state, phase="intensify", cones_to_place=90, stock=90, active=0)
    count = 0
    while c.Intensify(0, id) in legal(state, 0):
        state = after(state, c.Intensify(0, id))
        count += 1
    return count


def at(counts: bytes, id: str) -> int:
    """Returns the count of one area."""
    return counts[INDEX[id]]


def bands_at(state: State, id: str) -> int:
    """Returns the number of bands in one area."""
    return state.bands.count(INDEX[id])


def names(events: Sequence[Any]) -> list[str]:
    """Returns the names of the events."""
    return [type(event).__name__ for event in events]


def one(events: Sequence[Any], kind: type[Any]) -> Any:
    """Returns the only event of its kind."""
    (found,) = (event for event in events if isinstance(event, kind))
    return found
