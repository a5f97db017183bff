"""A game in hand while one command is decided: the state so far, the events so far, what is still to be done.

Lives no longer than one `decide` and holds no rule.
"""

from domain.engine.chance import Chance
from domain.rulesets.brigade.agenda import AnyTask
from domain.rulesets.brigade.components import Cell, tile_at
from domain.rulesets.brigade.events import Event, MimicReturned
from domain.rulesets.brigade.evolve import evolve
from domain.rulesets.brigade.state import State


class Working:
    """`agenda` is a stack: the last task comes first. Whoever answers a decision has taken it off."""

    __slots__ = ("agenda", "chance", "events", "state")

    def __init__(self, state: State, chance: Chance) -> None:
        self.state = state
        self.chance = chance
        self.events: list[Event] = []
        self.agenda: list[AnyTask] = list(state.agenda)

    def emit(self, event: Event) -> None:
        """It happens."""
        self.state = evolve(self.state, event)
        self.events.append(event)

    def push(self, *tasks: AnyTask) -> None:
        """To be done next, in this order, before all that waits already."""
        self.agenda.extend(reversed(tasks))

    def tile(self, cell: Cell) -> str:
        """The printed id of the tile on a cell."""
        return tile_at(self.state.tiles, cell).id

    @property
    def over(self) -> bool:
        """Whether the game has ended (BRI-END-10)."""
        return self.state.phase == "over"

    def return_mimic(self) -> None:
        """Galeela's token comes back from a card that left play (BRI-CHIEF-GALEELA)."""
        for seat, b in self.state.by_seat():
            if b.mimic and not any(m.id == b.mimic for other in self.state.brigades for m in other.crew):
                self.emit(MimicReturned(seat=seat))
