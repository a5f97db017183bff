"""The exhibition: a game of bots for each ruleset that always goes on, so that there is always something to watch.

Nothing is stored for it. The games of a ruleset are numbered, the id of a game follows from its number, and every
command has an id that follows from the game. So any number of processes may see to the exhibition at once: they send
the same commands, and each is carried out once.
"""

import asyncio
import logging
import uuid
from collections.abc import Mapping
from typing import Final

from domain.engine.viewer import seats_of
from domain.rulesets import CURRENT
from services.commands.answers import Accepted, Answer
from services.commands.openings import opened_game_id
from services.commands.seating import Seating
from services.errors import LogDamaged, UnsupportedVersion
from services.log.load_game import GameLoader, LoadedGame
from services.ports import Principal
from services.world import World

EXHIBITION: Final = Principal("exhibition", "Exhibition", frozenset())
"""Who opens these games. The id stands in the log; nobody can register under it."""
TITLE: Final = "Exhibition"
SEATS_MAX: Final = 4
LOOK_SECONDS: Final = 10.0
"""How often a process looks after the exhibition."""
END_US: Final = 30_000_000
"""How long a finished game stays before the next one begins: those who watch it see the end."""
NUMBER_MAX: Final = 1 << 40

_IDS: Final = uuid.UUID("c0e9a5b4-3b52-5f0e-9d0b-7f1f5a5e2d66")
"""Namespace of the command ids."""

_log = logging.getLogger("emberlog.exhibition")


def _id(*parts: object) -> str:
    return str(uuid.uuid5(_IDS, "/".join(map(str, parts))))


def game_of(ruleset: str, number: int) -> str:
    """The id of the game with this number, from 1 on."""
    return opened_game_id(EXHIBITION.id, _id(ruleset, number, "open"))


def is_exhibition(loaded: LoadedGame) -> bool:
    """Whether a game belongs to the exhibition."""
    return loaded.state.host == EXHIBITION.id


class ExhibitionGames:
    """Finds the newest game of each ruleset."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._newest: dict[str, int] = {}

    async def number(self, ruleset: str) -> int:
        """The number of the newest game; 0 when there is none. Games are numbered without a gap."""
        known = self._newest.get(ruleset, 0)
        step = 1
        while known + step < NUMBER_MAX and await self._exists(ruleset, known + step):
            known, step = known + step, step * 2
        while step > 1:
            step //= 2
            if await self._exists(ruleset, known + step):
                known += step
        self._newest[ruleset] = known
        return known

    async def newest(self) -> Mapping[str, str]:
        """Ruleset -> the id of its newest game, for those that have one."""
        numbers = {ruleset: await self.number(ruleset) for ruleset in CURRENT}
        return {ruleset: game_of(ruleset, number) for ruleset, number in numbers.items() if number}

    async def _exists(self, ruleset: str, number: int) -> bool:
        return await self._world.log.head(game_of(ruleset, number)) is not None


class Exhibition:
    """Opens the next game of a ruleset when there is none, or when the last one is over."""

    def __init__(self, world: World, loader: GameLoader, seating: Seating) -> None:
        self._world = world
        self._loader = loader
        self._seating = seating
        self._games = ExhibitionGames(world)

    async def keep(self) -> None:
        """Looks after the exhibition until it is cancelled. Whatever fails is tried once more."""
        in_trouble = False
        while True:
            try:
                await self.look()
                in_trouble = False
            except Exception as error:
                if not in_trouble:
                    _log.warning("the exhibition is not looked after: %s", type(error).__name__)
                in_trouble = True
            await asyncio.sleep(LOOK_SECONDS)

    async def look(self) -> None:
        """Makes sure that each ruleset has a game that goes on."""
        for ruleset in CURRENT:
            number = await self._games.number(ruleset)
            if number == 0 or await self._is_past(game_of(ruleset, number)):
                number += 1
            await self._open(ruleset, number)

    async def _is_past(self, game_id: str) -> bool:
        """Whether the game has ended a while ago. One that nobody can play on counts as ended too."""
        try:
            loaded = await self._loader.at_head(game_id)
        except (LogDamaged, UnsupportedVersion):
            return True
        if loaded is None or await self._world.parkings.parked(game_id) is not None:
            return True
        return loaded.state.over and loaded.state.at_us < self._world.now_us() - END_US

    async def _open(self, ruleset: str, number: int) -> None:
        """Opens, seats and begins a game, as far as that has not been done."""
        loaded = await self._loader.at_head(game_of(ruleset, number))
        if loaded is not None and loaded.state.phase != "open":
            return
        rules = CURRENT[ruleset]
        seats = max(rules.seats_min, min(rules.seats_max, SEATS_MAX))
        answer: Answer = await self._seating.open(
            EXHIBITION, _id(ruleset, number, "open"), ruleset=ruleset, seats=seats, options={}, title=TITLE
        )
        if not isinstance(answer, Accepted):
            return self._refused(ruleset, answer)
        bots, game_id = list(rules.bots), answer.game_id
        for seat in seats_of(seats):
            await self._seating.seat_bot(EXHIBITION, game_id, _id(game_id, seat), seat=seat, bot=bots[-1])
        begun = await self._seating.begin(EXHIBITION, game_id, _id(game_id, "begin"))
        if not isinstance(begun, Accepted):
            self._refused(ruleset, begun)

    def _refused(self, ruleset: str, answer: Answer) -> None:
        _log.warning("no exhibition game of %s could be opened: %s", ruleset, type(answer).__name__)
