"""The working copy of a game while one command is decided."""

from collections.abc import Sequence

from domain.engine.chance import Chance
from domain.engine.viewer import Seat
from domain.rulesets.brigade.agenda import AnyTask
from domain.rulesets.brigade.components import Cell, tile_at
from domain.rulesets.brigade.errata import BRI_E01
from domain.rulesets.brigade.events import Event, FireAdded, MimicReturned
from domain.rulesets.brigade.evolve import AFTER, with_fires
from domain.rulesets.brigade.state import State


class Working:
    """The state so far, the events so far and the tasks left. It lives no longer than one `decide`.

    `agenda` is a stack whose last task comes first. A decision is taken off it when it is answered.
    """

    __slots__ = ("agenda", "chance", "events", "state")

    def __init__(self, state: State, chance: Chance) -> None:
        self.state = state
        self.chance = chance
        self.events: list[Event] = []
        self.agenda: list[AnyTask] = list(state.agenda)

    def emit(self, event: Event) -> None:
        """Adds an event and moves the state on."""
        self.state = AFTER[type(event)](self.state, event)  # `evolve`, without a call in between
        self.events.append(event)

    def emit_fires(self, raised: Sequence[FireAdded], fire: bytearray) -> None:
        """Adds the fires of one card or building, each by one level, and moves the state on once for all of them.
        `fire`: what burns then."""
        if raised:
            self.state = with_fires(self.state, raised, fire)
            self.events += raised

    def push(self, *tasks: AnyTask) -> None:
        """Puts tasks before all that wait already, to be done in this order."""
        self.agenda += tasks[::-1]

    def tile(self, cell: Cell) -> str:
        """The printed id of the tile on a cell."""
        return tile_at(self.state.tiles, cell).id

    @property
    def over(self) -> bool:
        """Whether the game has ended (BRI-END-10)."""
        return self.state.phase == "over"

    def forfeits(self, seat: Seat) -> bool:
        """Whether a player who has left gains nothing by what is still to be done (BRI-RULING-89)."""
        return BRI_E01.holds(self.state) and self.state.brigades[seat].gone

    def return_mimic(self) -> None:
        """Returns Galeela's token if the card under it has left play (BRI-CHIEF-GALEELA)."""
        for seat, b in self.state.by_seat():
            if b.mimic and not any(m.id == b.mimic for other in self.state.brigades for m in other.crew):
                self.emit(MimicReturned(seat=seat))
