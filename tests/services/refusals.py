"""Openings and forks that the rules refuse, sent by anybody through any process."""

from dataclasses import dataclass, field

from msgspec import UNSET, UnsetType

from domain.engine.viewer import SPECTATOR
from services.commands.answers import Answer
from services.commands.fork import Forks
from services.commands.play import Play
from services.commands.seating import Seating
from services.log.load_game import GameLoader
from services.log.openings import openings_stream
from services.log.replay import Histories
from services.ports import Principal, StoredCommand
from services.reads.look import Look
from services.world import World
from tests.dice import new_id
from tests.services.game_driver import ANN


@dataclass
class Process:
    """One process of the service."""

    world: World
    play: Play = field(init=False)

    def __post_init__(self) -> None:
        self.play = Play(self.world, GameLoader(self.world))

    async def open(
        self,
        command_id: str = "",
        *,
        principal: Principal = ANN,
        ruleset: str = "chess",
        seats: int = 2,
        version: int | UnsetType = UNSET,
        received_us: int = 0,
    ) -> Answer:
        """Opens a game; without arguments one of a ruleset that nobody has."""
        seating = Seating(self.play, received_us)
        return await seating.open(
            principal,
            command_id or new_id(),
            ruleset=ruleset,
            seats=seats,
            options={},
            title="",
            ruleset_version=version,
        )

    async def fork(self, game_id: str, command_id: str = "", *, at: int | None = None) -> Answer:
        """Ann forks a game, which is refused before it has begun."""
        visible = await Look(self.world, Histories(self.world)).game(ANN, game_id)
        assert visible is not None
        forks = Forks(self.play, self.world.now_us)
        return await forks.fork(ANN, command_id or new_id(), visible, SPECTATOR, at=at, seat=None, title="")

    async def refusals(self, principal: Principal = ANN) -> list[StoredCommand]:
        """What is stored of a principal's refused openings."""
        return list(await self.world.log.commands(openings_stream(principal.id)))
