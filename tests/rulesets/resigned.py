"""Whole games at a table where seats resign one after the other, for the counts of turns. Names no ruleset."""

from collections.abc import Iterator
from typing import Any

from domain.engine.viewer import Seat
from domain.game import BeginGame, Game, OpenGame, Resign, TakeSeat
from tests.rulesets.games import AnyRuleset

COMMANDS_MAX = 5_000
RESIGNED_EVERY = 25
"""Commands between two resignations."""


def resigning(box: AnyRuleset, seats: int) -> Iterator[tuple[Any, Any, tuple[Seat, ...]]]:
    """Each event of the ruleset in a game of its best bots, with the state after it and the seats that have resigned. All seats
    but the first resign; the game goes on as the ruleset has it, or by the house's bot."""
    game = Game(box)
    state = game.open(OpenGame("host", box.id, seats, {}), bytes(range(32)))[1]
    for seat in range(seats):
        state = game.advance(state, TakeSeat(f"p{seat}", seat, f"P{seat}", "salt"), game.chance(state))[1]
    begin = BeginGame("host")
    for count in range(COMMANDS_MAX):
        asked = game.to_act(state)
        gone = tuple(at for at, seat in enumerate(state.seats) if seat.resigned)
        leaver = seats - 1 - len(gone)
        command: Any = begin
        if count and count % RESIGNED_EVERY == 0 and leaver:
            command = Resign(f"p{leaver}", leaver)
        elif count:
            listed = game.legal(state, asked[0])
            bot = box.bots[game.best_bot]
            command = bot(box.view(state.position, asked[0]), listed, game.bot_chance(state, asked[0]))
        for event in game.decide(state, command, game.chance(state)):
            state = game.evolve(state, event)
            if isinstance(event, box.events):
                yield event, state.position, tuple(at for at, seat in enumerate(state.seats) if seat.resigned)
        if state.over:
            return
    raise AssertionError("a game without an end")
