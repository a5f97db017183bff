"""Whole games in memory, as the bytes the log would hold. For tests only; touches no database."""

import uuid
from collections.abc import Iterator
from dataclasses import dataclass

import msgspec

from domain.engine.ruleset import AnyRuleset
from domain.engine.step import Moment
from domain.game import BeginGame, Game, GameState, OpenGame, SeatBot, TakeSeat
from domain.game.game import Command, Event
from domain.game.terms import Terms
from domain.log.chain import GENESIS
from domain.log.record import Recorded, Written, decode_body, write
from domain.rulesets import CURRENT, RULESETS
from tests.game.toy import TOY

COMMANDS_MAX = 5_000
START_US = 1_700_000_000_000_000
HOST = "p-host"

RULESETS = {**RULESETS, TOY.key: TOY}
NEWEST = (*CURRENT.values(), TOY)


@dataclass(frozen=True)
class PlayedGame:
    """A game that was played: its steps, and the state after each of them."""

    game_id: str
    game: Game
    steps: tuple[Written, ...]
    states: tuple[GameState, ...]
    events: tuple[Event, ...]
    commands: tuple[tuple[int, int], ...]
    """First and last version of each command."""
    pace_us: int = 1

    def state_at(self, version: int) -> GameState:
        return self.states[version - 1]

    def time_us(self, version: int) -> int:
        """When the step was decided."""
        return START_US + self.pace_us * next(at for at, (_, last) in enumerate(self.commands) if version <= last)

    def recorded(self) -> list[Recorded]:
        """The steps read back."""
        return [Recorded(*decode_body(self.game.script, step.body), step.prev_hash, step.hash) for step in self.steps]


class GameBuilder:
    """Plays a game command by command. `pace_us`: the time from one command to the next."""

    def __init__(
        self,
        ruleset: AnyRuleset,
        seats: int,
        secret: bytes,
        terms: Terms | None = None,
        pace_us: int = 1,
    ) -> None:
        self.game = Game(ruleset)
        self.pace_us = pace_us
        self.game_id = str(uuid.uuid5(uuid.NAMESPACE_OID, f"{ruleset.id}/{ruleset.version}/{seats}/{secret.hex()}"))
        self.secret = secret
        self.steps: list[Written] = []
        self.states: list[GameState] = []
        self.events: list[Event] = []
        self.commands: list[tuple[int, int]] = []
        opening = OpenGame(HOST, ruleset.id, seats, terms=msgspec.UNSET if terms is None else terms)
        events, state = self.game.open(opening, secret, START_US)
        self._write(events, None, state)

    @property
    def state(self) -> GameState:
        return self.states[-1]

    @property
    def now_us(self) -> int:
        """The time of the next command."""
        return START_US + len(self.commands) * self.pace_us

    def do(self, command: Command) -> tuple[Written, ...]:
        events, after = self.game.advance(self.state, command, self.game.chance(self.state), self.now_us)
        return self._write(events, self.state, after)

    def _write(self, events: tuple[Event, ...], before: GameState | None, after: GameState) -> tuple[Written, ...]:
        written = write(
            self.game.script,
            events,
            stream=self.game_id,
            after=len(self.steps),
            prev_hash=self.steps[-1].hash if self.steps else GENESIS,
            secret=self.secret,
            time_us=self.now_us,
            principal=HOST,
            seat=None,
            command=str(uuid.uuid5(uuid.NAMESPACE_OID, str(len(self.commands)))),
            state=self.game.state_hash(after),
        )
        for at, event in enumerate(events, start=1):
            before = self.game.evolve(before, event, Moment(self.now_us, ends=at == len(events)))
            self.states.append(before)
        self.events += events
        self.commands.append((len(self.steps) + 1, len(self.steps) + len(written)))
        self.steps += written
        return written

    def seat_everybody(self, bots: bool = True) -> None:
        for seat in range(len(self.state.seats)):
            self.do(SeatBot(HOST, seat, "random") if bots else TakeSeat(f"p-{seat}", seat))

    def moves(self) -> Iterator[tuple[Written, ...]]:
        """Play on at random until the game is over; gives the steps of each command."""
        for _ in range(COMMANDS_MAX):
            to_act = self.game.to_act(self.state)
            if not to_act:
                assert self.state.over
                return
            legal = self.game.legal(self.state, to_act[0])
            yield self.do(self.game.bot_chance(self.state, to_act[0]).pick(legal))
        raise AssertionError("a game that does not end")

    def played(self) -> PlayedGame:
        return PlayedGame(
            self.game_id,
            self.game,
            tuple(self.steps),
            tuple(self.states),
            tuple(self.events),
            tuple(self.commands),
            self.pace_us,
        )


def whole_game(
    ruleset: AnyRuleset,
    seats: int,
    number: int = 0,
    bots: bool = True,
    terms: Terms | None = None,
    pace_us: int = 1,
) -> PlayedGame:
    """A game from opening to end, always the same for the same arguments. `bots`: whether bots play the seats."""
    builder = GameBuilder(ruleset, seats, number.to_bytes(32, "big"), terms, pace_us)
    builder.seat_everybody(bots)
    builder.do(BeginGame(HOST))
    for _ in builder.moves():
        pass
    return builder.played()
