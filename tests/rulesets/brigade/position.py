"""Positions of The Brigade for tests: as the worked examples of the rules lay them out, and what can be done with
them.

City tiles not mentioned belong to the Council and are worth 4; nothing burns but what is named; pawns are at home
with full chiefs and wagons; seat 0 is white, its home is [0,0], and it has 4 actions.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from domain.engine.chance import Chance
from domain.engine.fold import fold
from domain.engine.refusal import Refused
from domain.rulesets.brigade import RULESET
from domain.rulesets.brigade import commands as c
from domain.rulesets.brigade.agenda import AfterAction, Flips
from domain.rulesets.brigade.components import (
    CHIEFS,
    CITY,
    CREW,
    CUBES,
    EVENTS,
    FIREHOUSE_CELLS,
    TILES,
    bits,
    cell_at,
    corner_cells,
)
from domain.rulesets.brigade.events import Event
from domain.rulesets.brigade.evolve import evolve
from domain.rulesets.brigade.options import Options
from domain.rulesets.brigade.rules import Working, decide, legal, run
from domain.rulesets.brigade.rules.event_cards import card_tasks
from domain.rulesets.brigade.state import Brigade, Member, State

WHITE, BLACK, PINK, ORANGE = 0, 1, 2, 3
COLOURS = ("white", "black", "pink", "orange")
BASE_CHIEFS = ("frith-goldmane", "blitz-haben", "glint-dampshot", "gloria-ignis")
ALL = Options(advanced=True, extra_chiefs=True, extra_crew=True, big_buildings=True, fire_festival=True)
BASE = Options()
SEED = bytes(range(32))

at = cell_at


def chance(number: int = 1) -> Chance:
    return Chance(SEED, number)


def tile(guild: str, value: int | None = None, name: str | None = None) -> int:
    """The first tile like this."""
    return next(
        i
        for i, t in enumerate(TILES)
        if t.guild == guild and value in (None, t.value) and name in (None, t.name) and not t.ability
    )


def layout(tiles: Mapping[int, tuple[str, int]] = {}, big: Mapping[int, str] = {}) -> bytes:
    """Tile indices by cell."""
    laid = bytearray(tile("council", 4) for _ in range(36))
    for i, t in enumerate(TILES):
        if t.cell is not None:
            laid[cell_at(*t.cell)] = i
    for cell, i in zip(FIREHOUSE_CELLS, (i for i, t in enumerate(TILES) if t.kind == "firehouse"), strict=True):
        laid[cell] = i
    for cell, (guild, value) in tiles.items():
        laid[cell] = tile(guild, value)
    for cell, ability in big.items():
        laid[cell] = next(i for i, t in enumerate(TILES) if t.ability == ability)
    return bytes(laid)


def counted(cells: Mapping[int, int]) -> bytes:
    found = bytearray(36)
    for cell, n in cells.items():
        found[cell] = n
    return bytes(found)


def mask(cells: Iterable[int]) -> int:
    return sum(1 << cell for cell in cells)


def brigade(
    seat: int,
    seats: int,
    *,
    crew: Iterable[str | tuple[str, int]] = (),
    cubes: Mapping[int, int] = {},
    loyal: Iterable[int] = (),
    chief: str | None = None,
    firehouse: str | None = None,
    **other: Any,
) -> Brigade:
    """One player's things; a crew card comes with full buckets unless its water is named."""
    home = corner_cells(seats)[seat]
    members = tuple(
        Member(card, CREW[card].buckets) if isinstance(card, str) else Member(card[0], card[1]) for card in crew
    )
    chief = chief or BASE_CHIEFS[seat]
    words: dict[str, Any] = {
        "at": home,
        "wagon_at": home,
        "water": CHIEFS[chief].buckets,
        "wagon_water": 2,
        "circles": (0, 0, 0),
    } | other
    laid = counted(cubes)
    supply = words.pop("supply", CUBES - sum(laid) - words.get("roast", False))
    return Brigade(
        home=home,
        chief=chief,
        firehouse=firehouse or COLOURS[seat],
        crew=members,
        cubes=laid,
        supply=supply,
        loyal=mask(loyal),
        **words,
    )


def position(
    seats: int = 2,
    *,
    options: Options = ALL,
    tiles: Mapping[int, tuple[str, int]] = {},
    big: Mapping[int, str] = {},
    fire: Mapping[int, int] = {cell_at(5, 2): 1},
    destroyed: Iterable[int] = (),
    players: Mapping[int, Mapping[str, Any]] = {},
    **other: Any,
) -> State:
    """A state in the action phase of white (or as `other` says). Everything else as at the head of this file."""
    words: dict[str, Any] = {
        "phase": "action",
        "actions": 4,
        "round": 2,
        "events": ("E17", "E19", "E21"),
        "event_discard": ("E01",),
        "crew_deck": (),
        "ruleset_version": RULESET.version,
    } | other
    return State(
        options=options,
        brigades=tuple(brigade(seat, seats, **players.get(seat, {})) for seat in range(seats)),
        tiles=layout(tiles, big),
        fire=counted(fire),
        destroyed=mask(destroyed),
        **words,
    )


# ---- acting


def made(state: State, command: c.Command, draws: Chance | None = None) -> tuple[Event, ...]:
    """The events of a legal command; what `legal` lists and what `decide` accepts must agree."""
    assert command in legal(state, command.seat), f"{command} is not listed"
    return decide(state, command, draws or chance())


def do(state: State, *commands: c.Command, draws: Chance | None = None) -> State:
    """The state after some commands."""
    for command in commands:
        state = fold(evolve, state, made(state, command, draws))
    return state


def refused(state: State, command: c.Command) -> Refused:
    """The refusal of a command, which is not listed and changes nothing."""
    assert command not in legal(state, command.seat), f"{command} is listed"
    with pytest.raises(Refused) as caught:
        decide(state, command, chance())
    return caught.value


def no(state: State, command: c.Command, code: str, *rules: str) -> None:
    """`command` is refused with this code and at least these rules."""
    refusal = refused(state, command)
    assert (refusal.code, set(rules) - set(refusal.rules)) == (code, set()), refusal


def _through(state: State, work: Callable[[Working], None], draws: Chance | None = None) -> State:
    table = Working(state, draws or chance())
    work(table)
    run(table)
    return table.state


def event(state: State, card: str, draws: Chance | None = None) -> State:
    """The state after an event card: resolved, doomed tiles flipped, end conditions checked."""
    state = replace(state, phase="event", event=card, risen=0, actions=0)
    return _through(state, lambda table: table.push(*card_tasks(table.state, EVENTS[card]), Flips()), draws)


def flip(state: State) -> State:
    """The state after the flips of a phase."""
    return _through(state, lambda table: table.push(Flips()))


def settle(state: State) -> State:
    """The state after a command of the action phase is done with."""
    return _through(state, lambda table: table.push(AfterAction()))


def gain(state: State, seat: int, cell: int, **more: Any) -> State:
    """The state when `seat` places the cube that wins a tile; the tile has all but one, and the seat is active."""
    b = state.brigades[seat]
    value = TILES[state.tiles[cell]].value
    held = counted({i: n for i, n in enumerate(b.cubes) if n} | {cell: value - 1})
    b = replace(b, cubes=held, supply=CUBES - sum(held) - b.roast, **more)
    state = replace(state, brigades=(*state.brigades[:seat], b, *state.brigades[seat + 1 :]))
    return place(state, seat, cell)


def place(state: State, seat: int, cell: int, why: str = "recognition") -> State:
    """The state when a cube of `seat` comes to a tile."""
    from domain.rulesets.brigade.rules.loyalty import lay_cube

    return _through(state, lambda table: lay_cube(table, seat, cell, why))


def loyal(state: State, seat: int) -> set[int]:
    return set(bits(state.brigades[seat].loyal))


def kinds(events: Iterable[Event]) -> list[str]:
    return [type(happened).__name__ for happened in events]


def listed(state: State, kind: type, seat: int = WHITE) -> list[Any]:
    return [command for command in legal(state, seat) if isinstance(command, kind)]


def deal(state: State, cards: Iterable[str]) -> State:
    """The crew deck, top first."""
    return replace(state, crew_deck=tuple(cards))


CITY_CELLS = tuple(bits(CITY))
