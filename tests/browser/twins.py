"""Twins: two games in two worlds that are the same but for what somebody cannot know, down to their ids and the time. Opens no page.

The twins are forks of one game through the same eyes (GAME-FORK-02), each in a world of its own in which everything else is the same:
the game they come from, the people, the ids of commands. What goes on in them is chosen so that these eyes see the same happen.
"""

import copy
import random
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from typing import Any, Final

import msgspec

from domain.engine.codec import canonical
from domain.engine.refusal import Refused
from domain.engine.step import Moment
from domain.engine.viewer import SPECTATOR, Viewer
from domain.game import GameState
from services.commands.bot_player import BOT_PRINCIPAL
from services.commands.request import CommandRequest
from services.ports import Entropy
from services.world import World
from tests.api.game_client import SUBMIT, GameClient, open_game
from tests.api.memory import LiveProjections, MemoryLog, memory_world
from tests.browser.games import Stage, stage
from tests.dice import new_id
from tests.fakes import FakeListChanges, FakeMoves, FakeNames, FakeParkings

Json = Any
T0_US: Final = 1_900_000_000_000_001
STEP_US: Final = 1_000_002
STRANGER: Final = "Stranger"
TITLE: Final = "A twin"
PLACES_MAX: Final = 20
"""Places of a game that are tried, a command apart."""
FORK: Final = """mutation Fork($game: ID!, $id: ID!, $seat: Int, $as: ViewerInput, $title: String!) {
  answer: fork(game: $game, commandId: $id, seat: $seat, as: $as, title: $title) {
    __typename ... on CommandAccepted { gameId } } }"""


@dataclass(frozen=True)
class Move:
    """A command of a seat, with the id it has in both."""

    id: str
    seat: int
    command: Any


@dataclass
class Twins:
    """Two stages, and in each the game `game`. `viewer`: to whom they are the same; `by`: who holds a seat there; `token`: of
    the viewer, empty for a spectator."""

    stages: tuple[Stage, Stage]
    game: str
    viewer: Viewer
    by: str
    token: str
    dice: random.Random

    def states(self) -> tuple[GameState, GameState]:
        """Both games as they stand, all that is hidden among it."""
        first, second = (one.do(_head(one, self.game)) for one in self.stages)
        return first, second

    def to_act(self) -> tuple[int, ...]:
        """The seats that may act, in both."""
        history = self.stages[0].do(self.stages[0].served.services.look.history(self.game))
        return tuple(history.game.to_act(history.head))

    def plan(self, commands_max: int) -> list[Move]:
        """So many commands, from where both stand, that look the same to the viewer in both; fewer where there are no more."""
        operations = [one.do(one.served.services.look.history(self.game)).game for one in self.stages]
        states, matches = self.states(), list[Move]()
        while len(matches) < commands_max:
            move = self._next(operations, states)
            if move is None:
                break
            matches.append(move)
            one, two = (
                operation.advance(state, move.command, operation.chance(state), 0)[1]
                for operation, state in zip(operations, states, strict=True)
            )
            states = one, two
        return matches

    def _next(self, operations: list[Any], states: tuple[GameState, GameState]) -> Move | None:
        seats = operations[0].to_act(states[0])
        assert seats == operations[1].to_act(states[1])
        for seat in seats:
            other = {canonical(command) for command in operations[1].legal(states[1], seat)}
            both = [command for command in operations[0].legal(states[0], seat) if canonical(command) in other]
            self.dice.shuffle(both)
            for command in both:
                one, two = (
                    _visible(operation, state, command, self.viewer)
                    for operation, state in zip(operations, states, strict=True)
                )
                if one is not None and one == two:
                    return Move(new_id(), seat, command)
        return None

    def play(self, at: int, move: Move) -> int:
        """Play it in one of the two; the version after it."""
        one = self.stages[at]
        if one.do(_head(one, self.game)).seats[move.seat].bot:
            order = CommandRequest(
                game_id=self.game, command_id=move.id, build=lambda by, own, authority: move.command, bot_seat=move.seat
            )
            answer = type(one.do(one.served.services.play.submit(BOT_PRINCIPAL, order))).__name__
        else:
            json = msgspec.to_builtins(move.command)
            reply = one.ask(SUBMIT, by=self.by, game=self.game, id=move.id, json=json, version=None)
            answer = reply["answer"]["__typename"].removeprefix("Command")
        assert answer == "Accepted", answer
        return int(one.do(_head(one, self.game)).version)


async def _head(one: Stage, game: str) -> GameState:
    history = await one.served.services.look.history(game)
    assert history is not None and history.head is not None
    return history.head


def _visible(operation: Any, state: GameState, command: Any, viewer: Viewer) -> list[bytes] | None:
    """What a viewer sees of a command, event after event; None where it ends the game, which opens everything."""
    try:
        events, after = operation.advance(state, command, operation.chance(state), 0)
    except Refused:
        return None
    if after.over:
        return None
    visible = []
    for event in events:
        state = operation.evolve(state, event, Moment(0, ends=False))
        visible.append(
            canonical(
                [
                    msgspec.structs.replace(operation.view(state, viewer), commitment=""),
                    operation.tell(event, viewer),
                    operation.turn(state),
                ]
            )
        )
    return visible


def timed(world: World) -> World:
    """The world with a clock that moves with its log alone: the same course of things has the same times."""
    log = world.log
    assert isinstance(log, MemoryLog)
    return replace(world, now_us=lambda: T0_US + STEP_US * sum(len(rows) for rows in log.rows.values()))


def _same_world(world: World, entropy: Entropy) -> World:
    """A copy of a world's log and people, with secrets of its own from here on."""
    log, people = copy.deepcopy(world.log), copy.deepcopy(world.principals)
    projections = LiveProjections(log)  # type: ignore[arg-type]
    names = FakeNames(people, projections.running_games)  # type: ignore[arg-type]
    names.titles, names.seat_names = dict(world.names.titles), dict(world.names.seat_names)  # type: ignore[attr-defined]
    moves = FakeMoves(lambda: log.order)
    moves.participants, moves.ended = copy.deepcopy((world.moves.participants, world.moves.ended))  # type: ignore[attr-defined]
    other = replace(
        memory_world(),
        log=log,
        parkings=FakeParkings(log),  # type: ignore[arg-type]
        principals=people,
        names=names,
        projections=projections,
        list_changes=FakeListChanges(projections),  # type: ignore[arg-type]
        moves=moves,
        entropy=entropy,
    )
    return timed(other)


@contextmanager
def twins(ruleset: str, seats: int, viewer: Viewer, *, after: int, history: int, live: int) -> Iterator[Twins]:
    """Twins made of a game of `seats` after so many commands or some more, with `history` commands more in both; and at least
    `live` others can follow."""
    for later in range(PLACES_MAX):
        with ExitStack() as stages:
            pair = _born(stages, ruleset, seats, viewer, after + later)
            for move in pair.plan(history):
                for at in (0, 1):
                    pair.play(at, move)
            if len(pair.plan(live)) == live:
                yield pair
                return
    raise AssertionError("nowhere in this game do these eyes see enough of the same happen")


def _born(stages: ExitStack, ruleset: str, seats: int, viewer: Viewer, after: int) -> Twins:
    dice = random.Random(f"{ruleset} {viewer}")
    world = timed(memory_world())
    first = stages.enter_context(stage(world))

    async def origin() -> GameClient:
        client = await open_game(first.served, first.ask_async, ruleset=ruleset, seats=seats, seed=dice.randrange(99))
        await client.play(after)
        await first.served.principal(STRANGER)
        return client

    client: GameClient = first.do(origin())
    second = stages.enter_context(stage(_same_world(world, lambda: dice.randbytes(32))))
    second.served.tokens.update(first.served.tokens)
    seat = viewer if viewer != SPECTATOR else first.do(client.mine(None))["toAct"][0]
    by = client.players[viewer] if viewer != SPECTATOR else STRANGER
    as_viewer = {"kind": "SPECTATOR"} if viewer == SPECTATOR else {"seat": viewer}
    id, games = new_id(), []
    for one in (first, second):
        reply = one.ask(FORK, by=by, game=client.game, id=id, seat=seat, title=TITLE, **{"as": as_viewer})["answer"]
        assert reply["__typename"] == "CommandAccepted", reply
        games.append(reply["gameId"])
    assert games[0] == games[1]
    token = "" if viewer == SPECTATOR else first.served.tokens[by]
    pair = Twins((first, second), games[0], viewer, by, token, dice)
    one_state, other_state = pair.states()
    assert one_state.position != other_state.position, "there is something to hide"
    return pair
