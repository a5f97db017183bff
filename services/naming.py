"""The names of games and persons, for those who read and answer: looked up beside the log, cached for some seconds."""

from collections import OrderedDict
from collections.abc import Set
from typing import Final, NamedTuple

from domain.game import GameState
from domain.game.names import GameNames
from domain.game.state import SeatState
from services.world import World

NAMES_CACHED_SECONDS: Final = 5
"""After this time every process calls people by their new names, and calls nobody by an erased one."""
GAMES_CACHED_MAX: Final = 4_096


class _Looked(NamedTuple):
    """Names, the persons they were asked for, and when (microseconds since 1970). `seats`: of a state in which just
    these persons sit, or some of them."""

    names: GameNames
    persons: frozenset[str]
    at_us: int
    seats: tuple[SeatState, ...] | None = None


class Naming:
    """A cache of names. One process has one."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._cached: OrderedDict[str, _Looked] = OrderedDict()
        self._under_way: dict[str, object] = {}
        """An object for each game that is looked up now. To forget a game takes it away: then nothing is cached."""

    async def of(self, game_id: str, persons: Set[str]) -> GameNames:
        """What a game and these persons in it are called now."""
        cached = self._cached.get(game_id)
        if cached is None or not persons <= cached.persons or not self._is_new(cached):
            known = frozenset(persons) if cached is None else cached.persons | persons
            cached = await self._look_up(game_id, known, self._world.now_us())
        return cached.names

    async def _look_up(self, game_id: str, persons: frozenset[str], now_us: int) -> _Looked:
        look_up = self._under_way.setdefault(game_id, object())
        try:
            looked = _Looked((await self._world.names.of_games({game_id: persons}))[game_id], persons, now_us)
        finally:
            is_current = self._under_way.get(game_id) is look_up
            if is_current:
                del self._under_way[game_id]
        meanwhile = self._cached.get(game_id)
        if is_current and (meanwhile is None or meanwhile.persons <= persons):
            self._cached[game_id] = looked
            self._cached.move_to_end(game_id)
            while len(self._cached) > GAMES_CACHED_MAX:
                self._cached.popitem(last=False)
        return looked

    async def of_state(self, game_id: str, state: GameState) -> GameNames:
        """What a game and those who sit in it are called now."""
        cached = self._cached.get(game_id)
        if cached is not None and cached.seats is state.seats and self._is_new(cached):
            return cached.names
        names = await self.of(game_id, persons_of(state))
        cached = self._cached.get(game_id)
        if cached is not None and cached.names is names:
            self._cached[game_id] = cached._replace(seats=state.seats)  # most commands leave everybody where they are
        return names

    def _is_new(self, cached: _Looked) -> bool:
        return self._world.now_us() - cached.at_us < NAMES_CACHED_SECONDS * 1_000_000

    def forget(self, game_id: str) -> None:
        """Looks the names of a game up anew the next time: some of them were just given."""
        self._under_way.pop(game_id, None)
        self._cached.pop(game_id, None)


def persons_of(state: GameState) -> frozenset[str]:
    """The principals whose names the seats have."""
    return frozenset(seat.person for seat in state.seats if seat.person)
