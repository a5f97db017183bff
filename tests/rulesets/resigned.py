"""Whole games in which seats resign one after the other, for the counts of turns."""

from collections.abc import Iterator
from typing import Any

from domain.engine.step import Moment
from domain.engine.viewer import Seat, seat_of, seats_of
from domain.game import BeginGame, Game, GameState, OpenGame, Resign, TakeSeat
from tests.rulesets.games import AnyRuleset

COMMANDS_MAX = 5_000
RESIGNED_EVERY = 25
"""Commands between two resignations."""


def resigned(state: GameState) -> tuple[Seat, ...]:
    """Returns the seats that have resigned."""
    return tuple(seat_of(at) for at, seat in enumerate(state.seats) if seat.resigned)


def resigning(box: AnyRuleset, seats: int) -> Iterator[tuple[Any, Any, tuple[Seat, ...]]]:
    """Yields each event of the ruleset in a game of its best bots, the state after it, and the seats that have
    resigned.

    All seats except the first resign. The game continues as the ruleset says, or a bot plays the seat.
    """
    game = Game(box)
    state = game.open(OpenGame("host", box.id, seats, {}), bytes(range(32)), 0)[1]
    for seat in seats_of(seats):
        state = game.advance(state, TakeSeat(f"p{seat}", seat, "salt"), game.chance(state), 0)[1]
    begin = BeginGame("host")
    for count in range(COMMANDS_MAX):
        acting = game.to_act(state)
        leaver = seat_of(seats - 1 - len(resigned(state)))
        command: Any = begin
        if count and count % RESIGNED_EVERY == 0 and leaver:
            command = Resign(f"p{leaver}", leaver)
        elif count:
            legal = game.legal(state, acting[0])
            bot = box.bots[box.substitute]
            command = bot(box.view(state.position, acting[0]), legal, game.bot_chance(state, acting[0]))
        for event in game.decide(state, command, game.chance(state), 0):
            state = game.evolve(state, event, Moment(0, ends=False))
            if isinstance(event, box.events):
                yield event, state.position, resigned(state)
        if state.over:
            return
    raise AssertionError("a game without an end")
