"""A game in memory with its past, for tests of take-backs: every event goes through its bytes."""

import random
from dataclasses import dataclass, field
from typing import Any

import msgspec
import pytest

from domain.engine.chance import Chance
from domain.engine.codec import canonical
from domain.engine.refusal import Refused
from domain.engine.step import Moment, Step
from domain.engine.viewer import Seat, Viewer, seat_of
from domain.game import BeginGame, Game, GameState, OpenGame, SeatBot, TakeSeat
from domain.game.clocks.terms import ClockTerms
from domain.game.game import sender_seat
from domain.game.take_back.frontier import Frontier
from domain.game.take_back.past import Done
from domain.game.terms import TakeBacks, Terms
from domain.rulesets import CURRENT

FREE = TakeBacks("free")
CONSENT = TakeBacks("consent")


@dataclass
class Played:
    """A game that is being played. `p0`, `p1` and so on hold its seats. `tick_us`: between two commands."""

    game: Game
    state: GameState
    past: list[Done] = field(default_factory=list)
    tick_us: int = 1

    def take(self, command: Any, seat: Seat | None = None) -> tuple[Any, ...]:
        """Carries a command out. Returns its events, as the log would give them back. Raises Refused."""
        before, at_us = self.state, self.state.at_us + self.tick_us
        chance = self.game.chance(before)
        events, decided = self.game.advance(before, command, chance, at_us, self.past)
        kinds: dict[str, Any] = {str(each.__struct_config__.tag): each for each in self.game.script.events}
        written, state = [], before
        for number, event in enumerate(events, start=1):
            raw = msgspec.json.decode(canonical(event))
            written.append(msgspec.convert(raw, kinds[raw["type"]]))
            state = self.game.evolve(
                state, written[-1], Moment(at_us, ends=number == len(events), seat=sender_seat(before, command))
            )
        assert canonical(state) == canonical(decided)
        of = getattr(command, "seat", None) if seat is None else seat
        self.past.append(Done(Step(before.version + 1), of, command, tuple(written), lambda: before))
        self.state = decided
        return tuple(written)

    def refused(self, command: Any) -> Refused:
        """Why a command is refused."""
        with pytest.raises(Refused) as refused:
            self.game.advance(self.state, command, self.game.chance(self.state), self.state.at_us, self.past)
        return refused.value

    def frontier(self, seat: Seat) -> Frontier:
        """How far a seat may take back by itself."""
        return self.game.frontier(self.state, seat, self.past)

    def view(self, viewer: Viewer) -> bytes:
        """What a viewer knows of the position."""
        return canonical(self.game.view(self.state, viewer).position)

    @property
    def to_act(self) -> Seat:
        """The seat that may play; in the rulesets there is only one at a time."""
        return self.game.to_act(self.state)[0]

    def play(self, dice: random.Random) -> tuple[Any, ...]:
        """Plays something at random, each kind of command as likely as the others."""
        legal = self.game.legal(self.state, self.to_act)
        kind = dice.choice(sorted({type(each).__name__ for each in legal}))
        return self.take(dice.choice([each for each in legal if type(each).__name__ == kind]))


def opened(
    ruleset: str,
    take_backs: TakeBacks | None = CONSENT,
    *,
    seats: int = 0,
    bots: tuple[int, ...] = (),
    secret: bytes = bytes(32),
    box: Any = None,
    clock: ClockTerms | None = None,
) -> Played:
    """A game that has just begun."""
    box = box or CURRENT[ruleset]
    seats = seats or box.seats_min
    given = {"take_backs": take_backs, "clock": clock}
    known: dict[str, Any] = {name: value for name, value in given.items() if value is not None}
    terms = Terms(**known) if known else msgspec.UNSET
    game = Game(box)
    events, state = game.open(OpenGame("host", box.id, seats, terms=terms), secret, 1)
    played = Played(game, state)
    played.past.append(Done(Step(1), None, None, events, lambda: state))
    for number in range(seats):
        seat = seat_of(number)
        played.take(SeatBot("host", seat) if number in bots else TakeSeat(f"p{number}", seat))
    played.take(BeginGame("host"))
    return played


def chance_of(name: str) -> Chance:
    """Draws that no game has."""
    return Chance(random.Random(name).randbytes(32), 0)
