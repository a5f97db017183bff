"""The global order of moves over a log in memory, and the participants in a dictionary."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from domain.engine.step import Step
from services.feeds.moves import Backlog, Move, Moved
from services.ports import LogEntry


class FakeMoves:
    """`entries`: the global order of the log."""

    def __init__(self, entries: Callable[[], Sequence[LogEntry]]) -> None:
        self._entries = entries
        self.participants: dict[str, set[str]] = {}
        self.ended: dict[str, int] = {}
        """Game id -> the last place when somebody noted its end."""

    def _all(self) -> Iterator[Move]:
        """The accepted commands: those with steps before them."""
        low: int | None = None
        for entry in self._entries():
            if entry.kind == "step":
                low = entry.number - 1 if low is None else low
                version = entry.number
            elif low is not None:
                yield Move(entry.game_id, Step(low), Step(version), entry.pos)
                low = None

    async def newest(self) -> int:
        return len(self._entries())

    async def moved(self, after: int, limit: int) -> Moved:
        up_to = min(await self.newest(), after + limit)
        moves = [move for move in self._all() if after < move.pos <= up_to]
        return Moved(
            moves, {each.game_id: self.participants.get(each.game_id, ()) for each in moves}, max(after, up_to)
        )

    async def backlog(self, principal: str, after: int | None) -> Backlog:
        games: dict[str, tuple[Step, Step]] = {}
        places: dict[str, int] = {}
        for move in self._all():
            game_id = move.game_id
            if principal not in self.participants.get(game_id, ()):
                continue
            if self.ended.get(game_id, 2**62) < (2**61 if after is None else after):
                continue
            low = move.version if after is None or move.pos <= after else games.get(game_id, (Step(0), 0))[0]
            games[game_id], places[game_id] = (low, move.version), move.pos
        recent = {game_id for game_id, pos in places.items() if after is None or pos > after}
        return Backlog(
            {game_id: games[game_id] for game_id in recent},
            {game_id: places[game_id] for game_id in recent},
            await self.newest(),
        )

    async def places(self, game_id: str, versions: Collection[Step]) -> Mapping[Step, int]:
        own = {move.version: move.pos for move in self._all() if move.game_id == game_id}
        return {version: own[version] for version in versions if version in own}

    async def take_part(self, game_id: str, principals: Collection[str]) -> None:
        self.participants.setdefault(game_id, set()).update(principals)

    async def end(self, game_id: str) -> None:
        self.ended.setdefault(game_id, await self.newest())

    async def cursor_key(self) -> bytes:
        return b"the same key for every test here"
