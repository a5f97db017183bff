"""A whole game at one step.

Tiles and cubes are `bytes` of one byte a cell; areas are masks (`components.Mask`). Everything is frozen, so that
states share what did not change.
"""

from collections.abc import Iterator
from typing import Final, Literal, TypeAlias

import msgspec

from domain.engine.score import Outcome, Place
from domain.engine.viewer import Seat, seats_of
from domain.rulesets.brigade.agenda import AnyTask, Ask
from domain.rulesets.brigade.components import NOWHERE, SEATS_MAX, Cell, Ending, Mask
from domain.rulesets.brigade.options import Options

Phase: TypeAlias = Literal[
    "set_up",  # nothing is laid out yet
    "choosing",  # chiefs and firehouses
    "starting",  # the starting events
    "event",
    "action",
    "end",  # tiles are flipped, the turn passes
    "over",
]

SEATS: Final = seats_of(SEATS_MAX)
"""The seats of the largest game; `SEATS[at]` is the seat at a place in `State.brigades`."""


class Member(msgspec.Struct, frozen=True, gc=False):
    """A crew card in a brigade, with the water in its buckets."""

    id: str
    water: int


class Brigade(msgspec.Struct, frozen=True, gc=False):
    """What belongs to one seat.

    `firehouse`: the colour of the firehouse. `at`, `wagon_at`: the cells of the pawns. `water`: in the chief's buckets.
    `crew`: in order of recruitment, without Sir Precious (`precious`). `circles`: of the three tracks in printed
    order.

    `cubes`: on the tiles, by cell. `supply`: cubes not on the board. `roast`: whether one is on the destroyed
    Aviary. `loyal`: the tiles with a loyalty token. `banked`: actions of BRI-UPG-08 for the next action phase.
    `last_out`: the number of the last fire that the seat put out, 0 for none (BRI-END-08).

    `werewolf`, `mimic` (a crew card's id), `allegiance`, `pyro`: of the chiefs that have them. `gone`: the player
    has left.
    """

    home: Cell
    chief: str = ""
    firehouse: str = ""
    at: Cell = NOWHERE
    wagon_at: Cell = NOWHERE
    water: int = 0
    wagon_water: int = 0
    crew: tuple[Member, ...] = ()
    precious: bool = False
    circles: tuple[int, int, int] = (0, 0, 0)
    cubes: bytes = b""
    supply: int = 0
    roast: bool = False
    loyal: Mask = 0
    banked: int = 0
    last_out: int = 0
    werewolf: bool = False
    mimic: str = ""
    allegiance: bool = False
    pyro: bool = False
    gone: bool = False


class State(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One step of a game.

    City: `tiles` (indices into `components.TILES`), `fire` (0..5 for each cell), `destroyed`, `risen` (raised by
    the current event card), `aviary` (the cell of the destroyed Jewelled Aviary, or `NOWHERE`).

    Turn: `turns` (how many have begun, extra ones too), `first`, `active`, `round` from 1, `phase`, `actions` left,
    `used` (what was used this turn of the things that work once a turn), `free_moves` and `nobles` (BRI-HOUSE-PINK),
    `ride` (BRI-UPG-07), `extra` (this is an extra turn), `extra_due` (one follows). `evacuation`: whether it was
    announced. `fires_out`: how many fires were put out with recognition.

    Decks, top first, secret: `events`, `crew_deck`, `drawn` (the cards of a Recruit before the choice; the seat
    that drew them knows them). Public: `event` (the current card), `event_discard`, `crew_discard`, `starting` (the
    starting events that are left, sorted).

    `agenda`: what is still to be done, the next task last.
    """

    options: Options
    brigades: tuple[Brigade, ...]
    phase: Phase = "set_up"
    tiles: bytes = b""
    fire: bytes = b""
    destroyed: Mask = 0
    risen: Mask = 0
    aviary: Cell = NOWHERE
    first: Seat = SEATS[0]
    active: Seat = SEATS[0]
    round: int = 0
    turns: int = 0
    actions: int = 0
    used: tuple[str, ...] = ()
    free_moves: int = 0
    nobles: Mask = 0
    ride: bool = False
    extra: bool = False
    extra_due: bool = False
    evacuation: bool = False
    fires_out: int = 0
    events: tuple[str, ...] = ()
    event: str = ""
    event_discard: tuple[str, ...] = ()
    starting: tuple[str, ...] = ()
    crew_deck: tuple[str, ...] = ()
    crew_discard: tuple[str, ...] = ()
    drawn: tuple[str, ...] = ()
    agenda: tuple[AnyTask, ...] = ()
    ending: Ending = ""
    places: tuple[Place, ...] = ()
    ended_by: tuple[str, ...] = ()
    ruleset_version: int = 1

    @property
    def seats(self) -> int:
        """How many seats there are."""
        return len(self.brigades)

    @property
    def all_seats(self) -> tuple[Seat, ...]:
        """Every seat, those of players who left too."""
        return SEATS[: len(self.brigades)]

    def by_seat(self) -> Iterator[tuple[Seat, Brigade]]:
        """Every seat with its brigade."""
        return zip(SEATS, self.brigades, strict=False)

    @property
    def outcome(self) -> Outcome | None:
        """The result; None while the game goes on."""
        return Outcome(self.ending, self.places, self.ended_by) if self.ending else None

    @property
    def pending(self) -> Ask | None:
        """The decision that the game waits for; None if it waits for none."""
        if not self.agenda:
            return None
        task = self.agenda[-1]
        return task if isinstance(task, Ask) else None
