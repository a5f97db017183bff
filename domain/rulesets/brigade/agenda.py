"""The agenda: what is still to be done before the next command, and the decisions that it may wait for.

It is a stack whose last task comes first. An `Ask` waits for a seat, and is last whenever the game waits for a
decision. All other tasks are carried out by `rules/tasks.py` as soon as they come up. So between two commands they
lie only below an `Ask`.
"""

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

import msgspec

from domain.engine.viewer import Seat, seat_of
from domain.rulesets.brigade.components import ABILITY_RULES, NOWHERE, Cell, Mask, TrackName

Decision: TypeAlias = Literal[
    "choose_chief",  # BRI-ADV-04
    "recognition",  # BRI-RECOG-01: place `left` cubes on or beside `cell`
    "recruit",  # BRI-ACT-RECRUIT-02
    "give_precious",  # BRI-CREW-SIR-PRECIOUS
    "relocate",  # BRI-LOYAL-07: a token for `cell`
    "event_cube",  # BRI-EVENT-SPECIAL-06
    "redirect",  # BRI-CREW-ESME-MORROW: fire meant for `cell`
    "stoke",  # BRI-CREW-CHOPS-MURPHY
    "douse",  # BRI-CREW-DEL-UGE
    "noble_cube",  # BRI-CREW-IMMORA
    "merchant_cube",  # BRI-HOUSE-ORANGE
    "merchant_choice",  # BRI-CREW-ALI-AHMAR
    "moved_cube",  # BRI-CREW-ALI-AHMAR: where the cube taken from `cell` goes
    "free_recruit",  # BRI-CREW-MAL-CANDOR
    "free_upgrade",  # BRI-CREW-PEP-OVERCLOCK, BRI-CREW-GNESS-SMOLD
    "name_rival",  # BRI-CREW-ZILDA-GARRETT
    "discard_crew",  # BRI-CREW-ZILDA-GARRETT: the rival's choice
    "second_cube",  # BRI-CREW-SELINA-BLACKFLOW: on `cell`
    "refill_tax",  # BRI-CREW-WALDER-RANIER
    "stolen_water",  # BRI-CHIEF-AURATH-ETHER
    "remove_cube",  # BRI-CHIEF-FRITH-GOLDMANE, BRI-CHIEF-GLINT-DAMPSHOT
    "fallen_tree",  # BRI-EXP-BIG-05: the direction
    "dirty_dealings",  # BRI-EXP-FESTIVAL-04
    "pyro_cube",  # BRI-CHIEF-CINDY-BUSTION
]


NOBODY: Final = seat_of(-1)
"""The `by` of a decision that no other seat's ability asks for."""


class Task(msgspec.Struct, frozen=True, gc=False, tag_field="task"):
    """The base of all tasks: only their tag."""


class TurnTask(Task, frozen=True, gc=False):
    """The base of the steps that every turn consists of."""


class Ask(Task, frozen=True, gc=False, tag="ask"):
    """`seat` has to decide. `cell`: the tile it is about, `NOWHERE` for none. `left`: how many cubes are still to
    be placed. `cells`: the tiles to choose from, as a mask. `brigade`, `wagon`: what was just filled. `by`: the
    seat whose ability asks. `ability`: the printed ability that asks, empty for none."""

    kind: Decision
    seat: Seat
    cell: Cell = NOWHERE
    left: int = 0
    cells: Mask = 0
    brigade: bool = False
    wagon: bool = False
    by: Seat = NOBODY
    ability: str = ""


class StartingEvents(TurnTask, frozen=True, gc=False, tag="starting_events"):
    """`left` starting events are still to be resolved (BRI-SETUP-11)."""

    left: int


class Blaze(Task, frozen=True, gc=False, tag="blaze"):
    """One level of fire is added to each of `cells`, in their order. `by_card`: whether by the event card itself
    (BRI-CHIEF-BERNHARDT-BLAZE). `ignoring`: whether immunity does not help (BRI-EXP-FESTIVAL-03)."""

    cells: tuple[Cell, ...]
    by_card: bool
    ignoring: bool = False


class Addition(Task, frozen=True, gc=False, kw_only=True, tag="addition"):
    """`levels` are about to be added to `cell`; `stage` counts the abilities that were already considered
    (BRI-RULING-62)."""

    cell: Cell
    levels: int
    by_card: bool
    ignoring: bool
    stage: int


class ForEach(Task, frozen=True, gc=False, kw_only=True, tag="for_each"):
    """A special event reaches `seats`, in this order (BRI-EVENT-05)."""

    effect: str
    seats: tuple[Seat, ...]


class PyroCubes(TurnTask, frozen=True, gc=False, tag="pyro_cubes"):
    """Cindy Bustion's cubes are due, after the fires of a firestorm card."""


class PlacePyroCubes(Task, frozen=True, gc=False, tag="place_pyro_cubes"):
    """Cindy Bustion's cubes go to `cells`, one each."""

    seat: Seat
    cells: Mask


class Flips(TurnTask, frozen=True, gc=False, tag="flips"):
    """Doomed tiles are flipped, then the end conditions are checked (BRI-DESTROY-05)."""


class TurnOver(Task, frozen=True, gc=False, tag="turn_over"):
    """The tile on `cell` is flipped. The effect of a big building came before."""

    cell: Cell


class Thaw(Task, frozen=True, gc=False, tag="thaw"):
    """`seats` refill on the Frozen Exhibits at `cell`, in this order (BRI-EXP-BIG-04)."""

    cell: Cell
    seats: tuple[Seat, ...]


class DiscardEvent(TurnTask, frozen=True, gc=False, tag="discard_event"):
    """The event card goes to the discard (BRI-EVENT-02)."""


class BeginActions(TurnTask, frozen=True, gc=False, tag="begin_actions"):
    """The action phase begins (BRI-TURN-04)."""


class AfterAction(TurnTask, frozen=True, gc=False, tag="after_action"):
    """A command of the action phase is done. Ester fills her bucket, and the last fire may be out (BRI-END-06)."""


class PassTurn(TurnTask, frozen=True, gc=False, tag="pass_turn"):
    """The turn is over; the next one begins, or the city is evacuated (BRI-END-04)."""


class Trigger(Task, frozen=True, gc=False, kw_only=True, tag="trigger"):
    """An ability takes effect because the loyalty of `cell` was gained (BRI-LOYAL-06). `card`: the crew card it is
    on, empty for the firehouse. `copied`: whether through the mimic token."""

    seat: Seat
    ability: str
    card: str
    copied: bool
    cell: Cell


class Gain(Task, frozen=True, gc=False, kw_only=True, tag="gain"):
    """`seat` puts a loyalty token on `cell`, taken from `source` unless that is `NOWHERE` (BRI-LOYAL-07)."""

    seat: Seat
    cell: Cell
    source: Cell = NOWHERE


class LayOn(Task, frozen=True, gc=False, kw_only=True, tag="lay_on"):
    """`left` more cubes of the recognition below are meant for `cell`, unless its loyalty was gained meanwhile."""

    seat: Seat
    cell: Cell
    left: int


class SecondCube(Task, frozen=True, gc=False, tag="second_cube"):
    """Selina Blackflow: `seat` may be asked for a second cube on `cell`."""

    seat: Seat
    cell: Cell


class DrawRecruits(Task, frozen=True, gc=False, tag="draw_recruits"):
    """`left` crew cards are still to be drawn for `seat` (BRI-ACT-RECRUIT-06)."""

    seat: Seat
    left: int


class Steal(Task, frozen=True, gc=False, kw_only=True, tag="steal"):
    """Aurath Ether (`seat`) steals a water of `victim`, from the wagon or the brigade."""

    seat: Seat
    victim: Seat
    wagon: bool


class Poaching(Task, frozen=True, gc=False, kw_only=True, tag="poaching"):
    """Frith Goldmane: once the cube is gone, `card` joins `seat`, in the place of `replaced` if that is not empty."""

    seat: Seat
    card: str
    replaced: str


class Advance(Task, frozen=True, gc=False, tag="advance"):
    """Glint Dampshot: once the cube is gone, a marker advances."""

    seat: Seat
    track: TrackName


AnyTurnTask: TypeAlias = StartingEvents | PyroCubes | Flips | DiscardEvent | BeginActions | AfterAction | PassTurn
AnyTask: TypeAlias = (
    Ask
    | AnyTurnTask
    | Blaze
    | Addition
    | ForEach
    | PlacePyroCubes
    | TurnOver
    | Thaw
    | Trigger
    | Gain
    | LayOn
    | SecondCube
    | DrawRecruits
    | Steal
    | Poaching
    | Advance
)

DECISION_RULES: Final[Mapping[Decision, tuple[str, ...]]] = {
    "choose_chief": ("BRI-ADV-04", "BRI-SETUP-01"),
    "recognition": ("BRI-RECOG-02", "BRI-RECOG-03"),
    "recruit": ("BRI-ACT-RECRUIT-02", "BRI-ACT-RECRUIT-03"),
    "give_precious": ("BRI-CREW-SIR-PRECIOUS",),
    "relocate": ("BRI-LOYAL-07",),
    "event_cube": ("BRI-EVENT-SPECIAL-06",),
    "redirect": ("BRI-CREW-ESME-MORROW", "BRI-RULING-62"),
    "stoke": ("BRI-CREW-CHOPS-MURPHY", "BRI-CREW-07"),
    "douse": ("BRI-CREW-DEL-UGE",),
    "noble_cube": ("BRI-CREW-IMMORA",),
    "merchant_cube": ("BRI-HOUSE-ORANGE",),
    "merchant_choice": ("BRI-CREW-ALI-AHMAR",),
    "moved_cube": ("BRI-CREW-ALI-AHMAR",),
    "free_recruit": ("BRI-CREW-MAL-CANDOR",),
    "free_upgrade": ("BRI-CREW-PEP-OVERCLOCK", "BRI-CREW-GNESS-SMOLD"),
    "name_rival": ("BRI-CREW-ZILDA-GARRETT",),
    "discard_crew": ("BRI-CREW-ZILDA-GARRETT",),
    "second_cube": ("BRI-CREW-SELINA-BLACKFLOW",),
    "refill_tax": ("BRI-CREW-WALDER-RANIER",),
    "stolen_water": ("BRI-CHIEF-AURATH-ETHER",),
    "remove_cube": ("BRI-CHIEF-FRITH-GOLDMANE", "BRI-CHIEF-GLINT-DAMPSHOT"),
    "fallen_tree": ("BRI-EXP-BIG-05",),
    "dirty_dealings": ("BRI-EXP-FESTIVAL-04",),
    "pyro_cube": ("BRI-CHIEF-CINDY-BUSTION",),
}
"""The rules behind each decision."""


def rules_of(ask: Ask) -> tuple[str, ...]:
    """The rules behind a decision: those of the ability that asks, where only one has it."""
    if not ask.ability or ask.kind == "free_upgrade":
        return DECISION_RULES[ask.kind]
    order = () if ask.kind == "remove_cube" else ("BRI-LOYAL-06",)
    return (ABILITY_RULES[ask.ability], *order)


MAY_DECLINE: Final[frozenset[Decision]] = frozenset(
    {
        "recognition",
        "recruit",
        "event_cube",
        "redirect",
        "stoke",
        "merchant_cube",
        "free_recruit",
        "free_upgrade",
        "name_rival",
        "second_cube",
        "dirty_dealings",
    }
)
"""Decisions that a seat may decline."""
