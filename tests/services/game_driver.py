"""A seated table to test on: the first ruleset of the shelf, real use cases, whatever world the test brings."""

from dataclasses import dataclass
from typing import Any

from domain.engine.viewer import Seat
from domain.game import GameState
from domain.rulesets import RULESETS
from services.answers import Accepted, Answer
from services.command_request import CommandRequest
from services.load_game import GameLoader
from services.play import Play
from services.ports import Principal
from services.seating import Seating
from services.world import World
from tests.dice import new_id

ANN = Principal("ann", "Ann", frozenset())
BEN = Principal("ben", "Ben", frozenset())


@dataclass
class GameDriver:
    """One begun game with its players."""

    world: World
    games: GameLoader
    play: Play
    seating: Seating
    game_id: str
    players: tuple[Principal, ...]
    state: GameState
    choice: int = 0

    def principal(self, seat: Seat) -> Principal:
        return next(each for each in self.players if each.id == self.state.seats[seat].principal)

    def to_act(self) -> Seat:
        opened = self.games._heads[self.game_id]
        return opened.game.to_act(self.state)[0]

    def not_to_act(self) -> Seat:
        acting = self.games._heads[self.game_id].game.to_act(self.state)
        return next(seat for seat in range(len(self.state.seats)) if seat not in acting)

    def legal(self) -> tuple[Any, ...]:
        return self.games._heads[self.game_id].game.legal(self.state, self.to_act())

    async def refresh(self) -> None:
        opened = await self.games.at_head(self.game_id)
        assert opened is not None
        self.state = opened.state

    async def submit(
        self, command: Any, key: str | None = None, *, seat: Seat | None = None, expected_version: int | None = None
    ) -> Answer:
        """Ask in the name of who sits in `seat` (the one to act), and look at the game again."""
        order = CommandRequest(
            game_id=self.game_id,
            command_id=key or new_id(),
            build=lambda by, own: command,
            expected_version=expected_version,
        )
        answer = await self.play.submit(self.principal(self.to_act() if seat is None else seat), order)
        if isinstance(answer, Accepted) and not answer.is_repeat:
            await self.refresh()
        return answer

    async def play_any(self) -> Answer:
        """Some legal command of whoever is to act, a different one each time."""
        legal = self.legal()
        self.choice += 7
        return await self.submit(legal[self.choice % len(legal)])


async def seated_game(world: World, ruleset: str = "", *, bots: bool = False) -> GameDriver:
    """A begun game. Everybody is a player, or (with `bots`) everybody is the house's."""
    rules = RULESETS[ruleset or next(iter(RULESETS))]
    games = GameLoader(world)
    play = Play(world, games)
    seating = Seating(play)
    seats = rules.seats_min
    opened = await seating.open(ANN, new_id(), ruleset=rules.id, seats=seats, options={}, title="A test")
    assert isinstance(opened, Accepted), opened
    players = (ANN, BEN, *(Principal(f"p{at}", f"Player {at}", frozenset()) for at in range(2, seats)))
    for seat, player in enumerate(players):
        if bots:
            answer = await seating.seat_bot(ANN, opened.game_id, new_id(), seat=seat, bot="random")
        else:
            answer = await seating.take(player, opened.game_id, new_id(), seat=seat, name="", share=f"s{seat}")
        assert isinstance(answer, Accepted), answer
    begun = await seating.begin(ANN, opened.game_id, new_id())
    assert isinstance(begun, Accepted), begun
    head = await games.at_head(opened.game_id)
    assert head is not None
    return GameDriver(world, games, play, seating, opened.game_id, players, head.state)
