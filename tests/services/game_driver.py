"""A begun game to test on: any ruleset, real use cases, and the world that the test brings."""

from dataclasses import dataclass
from typing import Any

from msgspec import UNSET, UnsetType

from domain.engine.viewer import Seat, seats_of
from domain.game import Game, GameState
from domain.game.terms import Terms
from domain.rulesets import CURRENT
from services.commands.answers import Accepted, Answer
from services.commands.play import Play
from services.commands.request import CommandRequest
from services.commands.seating import Seating
from services.log.load_game import GameLoader
from services.log.read_log import game_for
from services.ports import Principal
from services.world import World
from tests.dice import new_id

ANN = Principal("ann", "Ann", frozenset())
BEN = Principal("ben", "Ben", frozenset())
EVE = Principal("eve", "Eve", frozenset())
"""She never takes a seat."""
JUDGE = Principal("judge", "Judge", frozenset({"arbiter"}))


@dataclass
class GameDriver:
    """One begun game with its players. `state`: the game as the driver last read it."""

    world: World
    games: GameLoader
    play: Play
    seating: Seating
    game_id: str
    players: tuple[Principal, ...]
    state: GameState
    choice: int = 0

    @property
    def game(self) -> Game:
        return game_for(self.game_id, self.state.ruleset, self.state.ruleset_version)

    def principal(self, seat: Seat) -> Principal:
        return next(each for each in self.players if each.id == self.state.seats[seat].principal)

    def seat_of(self, principal: Principal) -> Seat:
        seat = self.state.seat_of(principal.id)
        assert seat is not None
        return seat

    def to_act(self) -> Seat:
        return self.game.to_act(self.state)[0]

    def not_to_act(self) -> Seat:
        acting = self.game.to_act(self.state)
        return next(seat for seat in seats_of(len(self.state.seats)) if seat not in acting)

    def legal(self) -> tuple[Any, ...]:
        return self.game.legal(self.state, self.to_act())

    async def refresh(self) -> None:
        head = await self.games.at_head(self.game_id)
        assert head is not None
        self.state = head.state

    async def submit(
        self,
        command: Any,
        command_id: str | None = None,
        *,
        seat: Seat | None = None,
        expected_version: int | None = None,
    ) -> Answer:
        """Sends a command for the player of `seat` (None: the seat to act), and reads the game's new state."""
        request = CommandRequest(
            game_id=self.game_id,
            command_id=command_id or new_id(),
            build=lambda by, own, authority: command,
            expected_version=expected_version,
        )
        answer = await self.play.submit(self.principal(self.to_act() if seat is None else seat), request)
        if isinstance(answer, Accepted) and not answer.is_repeat:
            await self.refresh()
        return answer

    async def play_any(self) -> Answer:
        """Plays some legal command of the seat to act, a different one each time."""
        legal = self.legal()
        self.choice += 7
        return await self.submit(legal[self.choice % len(legal)])

    async def play_on(self, commands: int) -> None:
        """Plays that many legal commands, fewer if the game ends before."""
        for _ in range(commands):
            if self.state.over:
                return
            answer = await self.play_any()
            assert isinstance(answer, Accepted), answer


async def seated_game(
    world: World,
    ruleset: str = "",
    *,
    seats: int = 0,
    bots: bool = False,
    terms: Terms | UnsetType = UNSET,
    version: int | UnsetType = UNSET,
    begin: bool = True,
) -> GameDriver:
    """A begun game of `ruleset` (empty: the first of the registry) in `version` (UNSET: the newest).

    `seats` 0: as few as possible. `bots`: bots play all seats. `begin` False: its seats are taken, and it has not
    begun.
    """
    rules = CURRENT[ruleset or next(iter(CURRENT))]
    games = GameLoader(world)
    play = Play(world, games)
    seating = Seating(play)
    seats = seats or rules.seats_min
    opened = await seating.open(
        ANN,
        new_id(),
        ruleset=rules.id,
        seats=seats,
        options={},
        title="A test",
        terms=terms,
        ruleset_version=version,
    )
    assert isinstance(opened, Accepted), opened
    players = (ANN, BEN, *(Principal(f"p{at}", f"Player {at}", frozenset()) for at in range(2, seats)))
    for seat, player in zip(seats_of(seats), players, strict=True):
        if bots:
            answer = await seating.seat_bot(ANN, opened.game_id, new_id(), seat=seat, bot="random")
        else:
            answer = await seating.take(player, opened.game_id, new_id(), seat=seat, name=player.name, share=f"s{seat}")
        assert isinstance(answer, Accepted), answer
    if begin:
        begun = await seating.begin(ANN, opened.game_id, new_id())
        assert isinstance(begun, Accepted), begun
    head = await games.at_head(opened.game_id)
    assert head is not None
    return GameDriver(world, games, play, seating, opened.game_id, players, head.state)
