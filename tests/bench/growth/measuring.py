"""What a log of some size answers in which time, in alternation with a small one: A B A B, so that a busy moment meets both.

Each measurement is one call as the service makes it. Nothing is cached in the process: each call has its own histories and
heads. What Postgres and the system have in memory stays there.
"""

import random
import time
import uuid
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from statistics import median
from typing import Final

import msgspec

from domain.engine.step import BEFORE_FIRST, Step
from domain.engine.viewer import SPECTATOR
from infra.postgres.event_log import PostgresEventLog
from infra.wiring import Wired
from projections.runner import Runner
from services.audit.events import EventChoice, EventPlace
from services.listing import EVERY_GAME, FIRST_PAGE, GameChoice, GamePage
from services.log.load_game import GameLoader
from services.log.replay import Histories
from services.ports import Append, Appended
from services.reads import lists
from services.reads.look import Look
from tests.bench.growth.projected import DETAILED, RULED, TIME_APART_US, host_of, is_one_in
from tests.bench.growth.recorded import Recording, Series, copy_id

PAGE: Final = 21
RECENT_GAMES: Final = 300
SNAPSHOTS: Final = 40
FAR_US: Final = 4_000_000_000_000_000
_LEASE: Final = "UPDATE sequencer SET epoch = epoch + 1, holder = 'growth', expires_at = clock_timestamp() + interval '1 hour' RETURNING epoch"
_PLACE: Final = "SELECT sequence_pending($1, 500, interval '1 hour')"
_FREE: Final = "UPDATE sequencer SET expires_at = '-infinity' WHERE epoch = $1"


class Figure(msgspec.Struct, frozen=True):
    """Milliseconds of one measurement on both servers."""

    what: str
    samples: int
    p50: float
    p95: float
    small_p50: float
    small_p95: float

    @property
    def ratio(self) -> float:
        """The median of the big server over that of the small one."""
        return self.p50 / self.small_p50


@dataclass(slots=True)
class Side:
    """One of the two servers: what it is filled with, and the state that measurements need. `games`: copies that it has."""

    use_cases: Wired
    series: Series
    games: int
    dice: random.Random
    snapshots: list[str] = field(default_factory=list)
    epoch: int = 0
    fresh: list[Append] = field(default_factory=list)
    opened: list[str] = field(default_factory=list)

    async def prepare(self) -> None:
        """Save some snapshots, put the list in its order and take the sequencer's lease. Not measured."""
        for number in self.dice.sample(range(self.games), min(SNAPSHOTS, self.games)):
            loader = GameLoader(self.use_cases.world)
            loaded = await loader.at_head(copy_id(number))
            assert loaded is not None
            await loader.save_snapshot(BEFORE_FIRST, loaded)
            self.snapshots.append(copy_id(number))
        before = -1
        while (after := await self.use_cases.world.list_changes.order(FAR_US)) != before:
            before = after
        self.epoch = await self.use_cases.pool.fetchval(_LEASE)
        while await self.use_cases.pool.fetchval(_PLACE, self.epoch):
            pass

    async def close(self) -> None:
        """Give the lease back, and project the games that were opened."""
        runner = Runner(self.use_cases.store)
        for game_id in self.opened:
            await runner.project(game_id)
        while await self.use_cases.pool.fetchval(_PLACE, self.epoch):
            pass
        await self.use_cases.pool.fetchval(_FREE, self.epoch)

    def old(self, place: int) -> int:
        """A random game of the first half that is a copy of the recording at `place` of the series."""
        return self._between(0, self.games // 2, place)

    def recent(self, place: int) -> int:
        """A random one of the newest."""
        return self._between(max(self.games - RECENT_GAMES, 0), self.games, place)

    def chosen(self, of: int) -> int:
        """A random game of which one in `of` is chosen (`projected.is_one_in`); any, where there is none."""
        numbers = (self.dice.randrange(self.games) for _ in range(100 * of))
        return next((number for number in numbers if is_one_in(number, of)), 0)

    def _between(self, first: int, end: int, place: int) -> int:
        wanted = self.series.recording(place)
        for _ in range(10_000):
            number = self.dice.randrange(first, end)
            if self.series.recording(number) is wanted:
                return number
        return self.dice.randrange(first, end)


Measure = Callable[[Side, int], Awaitable[float]]
"""One call on one side, milliseconds. The number is the same for both sides in one round."""


async def _timed(work: Awaitable[object]) -> float:
    began = time.perf_counter()
    await work
    return (time.perf_counter() - began) * 1_000


# ---------------------------------------------------------------- appends


async def append(side: Side, place: int) -> float:
    """The next command of a fresh game, alone."""
    if not side.fresh:
        game_id = str(uuid.uuid4())
        side.opened.append(game_id)
        side.fresh = list(_recording(side, place).appends(game_id))[::-1]
    entry = side.fresh.pop()
    began = time.perf_counter()
    result = await side.use_cases.world.log.append(entry)
    took = (time.perf_counter() - began) * 1_000
    assert isinstance(result, Appended)
    return took


def _recording(side: Side, place: int) -> Recording:
    return side.series.recording(place)


async def place_in_order(side: Side, place: int) -> float:
    """The sequencer's call for what is pending: some commands."""
    return await _timed(side.use_cases.pool.fetchval(_PLACE, side.epoch))


async def project(side: Side, place: int) -> float:
    """A worker projects what is new in the newest game."""
    if not side.opened:
        return await _timed(Runner(side.use_cases.store).project(copy_id(side.recent(place))))
    return await _timed(Runner(side.use_cases.store).project(side.opened[-1]))


# ---------------------------------------------------------------- views


async def view_old(side: Side, place: int) -> float:
    """A spectator's view of a random old game at a random step."""
    return await _view(side, side.old(place))


async def view_old_warm(side: Side, place: int) -> float:
    """The same of a game that somebody has just read: its pages are in memory, however many others there are."""
    number = side.old(place)
    await _view(side, number)
    return await _view(side, number)


async def view_recent(side: Side, place: int) -> float:
    """The same of one of the newest games."""
    return await _view(side, side.recent(place))


async def _view(side: Side, number: int) -> float:
    step = Step(side.dice.randint(1, side.series.recording(number).steps))
    look = Look(side.use_cases.world, Histories(side.use_cases.world))

    async def view() -> None:
        visible = await look.game(None, copy_id(number))
        assert visible is not None
        look.view(visible, SPECTATOR, step)

    return await _timed(view())


async def head_by_snapshot(side: Side, place: int) -> float:
    """A game at its head, from a snapshot and the steps behind it."""
    game_id = side.snapshots[place % len(side.snapshots)]
    return await _timed(GameLoader(side.use_cases.world).at_head(game_id))


# ---------------------------------------------------------------- lists


async def _list(side: Side, choice: GameChoice, page: GamePage) -> float:
    world = side.use_cases.world

    async def read() -> None:
        rows = await world.projections.games(choice, page, limit=PAGE, now_us=FAR_US)
        await lists.listed(world.names, rows)

    return await _timed(read())


async def list_first(side: Side, place: int) -> float:
    """The first page of the list of games."""
    return await _list(side, EVERY_GAME, FIRST_PAGE)


async def list_deep(side: Side, place: int) -> float:
    """A page from somewhere in the list."""
    return await _list(side, EVERY_GAME, await _somewhere(side))


async def list_deep_warm(side: Side, place: int) -> float:
    """The same page once more."""
    page = await _somewhere(side)
    await _list(side, EVERY_GAME, page)
    return await _list(side, EVERY_GAME, page)


async def list_of_ruleset(side: Side, place: int) -> float:
    """A page from somewhere in the list of games of the rarest ruleset."""
    return await _list(side, GameChoice(ruleset="london"), await _somewhere(side))


async def list_playing(side: Side, place: int) -> float:
    """The first page of the games that are played."""
    return await _list(side, GameChoice(phase="playing"), FIRST_PAGE)


async def list_of_person(side: Side, place: int) -> float:
    """The games of one of the persons."""
    return await _list(side, GameChoice(mine=f"{host_of(side.old(place))}0"), FIRST_PAGE)


async def list_of_person_warm(side: Side, place: int) -> float:
    """The same once more."""
    choice = GameChoice(mine=f"{host_of(side.old(place))}0")
    await _list(side, choice, FIRST_PAGE)
    return await _list(side, choice, FIRST_PAGE)


async def _somewhere(side: Side) -> GamePage:
    number = side.dice.randrange(side.games)
    sql = "SELECT moved_us FROM game_list WHERE game_id = $1::uuid"
    moved_us = await side.use_cases.pool.fetchval(sql, copy_id(number))
    return GamePage(before=(moved_us, copy_id(number)), as_of_us=FAR_US)


async def count_games(side: Side, place: int) -> float:
    """How many games the list has (`totalCount`), which is asked for by name."""
    return await _timed(side.use_cases.world.projections.count_games(now_us=FAR_US))


async def rule_games(side: Side, place: int) -> float:
    """The first page of the games in which a rule fired."""
    rule = await _rule(side)
    return await _timed(side.use_cases.world.projections.rule_games(rule, before=None, limit=PAGE, now_us=FAR_US))


async def events_of_rule(side: Side, place: int) -> float:
    """A page of public events by a rule, from somewhere."""
    return await _events(side, EventChoice(rules=[await _rule(side)]))


async def events_of_type(side: Side, place: int) -> float:
    """A page of public events by their type, from somewhere."""
    return await _events(side, EventChoice(types=["brigade.ActionTaken"]))


async def _rule(side: Side) -> str:
    """One that fires so often that its lists are full of it on both sides."""
    sql = "SELECT rule FROM rule_game WHERE game_id = $1::uuid ORDER BY times DESC, rule LIMIT 1"
    return str(await side.use_cases.pool.fetchval(sql, copy_id(side.chosen(RULED))))


async def _events(side: Side, choice: EventChoice) -> float:
    game_id = copy_id(side.chosen(DETAILED))
    sql = "SELECT max(shows_us) FROM public_event WHERE game_id = $1::uuid"
    place = EventPlace(await side.use_cases.pool.fetchval(sql, game_id) or TIME_APART_US, game_id, Step(1))
    return await _timed(side.use_cases.world.events.events(choice, after=place, limit=PAGE, now_us=FAR_US))


# ---------------------------------------------------------------- sweeps


async def sweep_projections(side: Side, place: int) -> float:
    """A worker looks for games whose projections are behind."""
    return await _timed(side.use_cases.store.laggards(Runner(side.use_cases.store).names, limit=500))


async def sweep_behind(side: Side, place: int) -> float:
    """How far projections are behind, for the metrics."""
    return await _timed(side.use_cases.store.steps_behind(Runner(side.use_cases.store).names))


async def sweep_clocks(side: Side, place: int) -> float:
    """A worker looks for flags that have fallen."""
    return await _timed(side.use_cases.store.flags_due(until_us=FAR_US, limit=500))


async def sweep_bots(side: Side, place: int) -> float:
    """A worker looks for games that wait for their bots."""
    return await _timed(side.use_cases.store.waiting_for_bots(moved_before_us=FAR_US, limit=500))


async def sweep_analysis(side: Side, place: int) -> float:
    """An analyst looks for a game that has no analysis."""
    return await _timed(side.use_cases.store.next_to_analyse("win_chances", live=False, watched=(), limit=10))


async def order_of_list(side: Side, place: int) -> float:
    """The order in which the list has changed, after a game that was projected in this round."""
    return await _timed(side.use_cases.world.list_changes.order(FAR_US))


async def order_unchanged(side: Side, place: int) -> float:
    """The same when nothing has changed: a median over both kinds would say which of them there were more of."""
    await side.use_cases.world.list_changes.order(FAR_US)
    return await _timed(side.use_cases.world.list_changes.order(FAR_US))


async def newest_time(side: Side, place: int) -> float:
    """What a process asks for the time of the log when it starts."""
    log = side.use_cases.world.log
    assert isinstance(log, PostgresEventLog)
    return await _timed(log.newest_time_us())


MEASUREMENTS: Final[Mapping[str, tuple[Measure, int]]] = {
    "append of one command": (append, 1_000),
    "sequencer, what a round has appended": (place_in_order, 40),
    "projection of a game that moved": (project, 40),
    "view of an old game at a step": (view_old, 200),
    "view of an old game, read before": (view_old_warm, 100),
    "view of a recent game at a step": (view_recent, 200),
    "game at its head by a snapshot": (head_by_snapshot, 80),
    "list of games, first page": (list_first, 80),
    "list of games, a page from within": (list_deep, 80),
    "list of games, a page read before": (list_deep_warm, 80),
    "list of a ruleset, a page from within": (list_of_ruleset, 80),
    "list of games played now": (list_playing, 80),
    "list of a person's games": (list_of_person, 80),
    "list of a person's games, read before": (list_of_person_warm, 80),
    "count of all games": (count_games, 6),
    "games of a rule": (rule_games, 80),
    "public events of a rule": (events_of_rule, 80),
    "public events of a type": (events_of_type, 80),
    "sweep for projections": (sweep_projections, 20),
    "steps behind, for the metrics": (sweep_behind, 6),
    "sweep for clocks": (sweep_clocks, 40),
    "sweep for bots": (sweep_bots, 40),
    "sweep for analysis": (sweep_analysis, 20),
    "order of the list's changes": (order_of_list, 20),
    "order of the list, when nothing has changed": (order_unchanged, 40),
    "newest time, when a process starts": (newest_time, 40),
}
"""What is measured, and how often on each side."""
ROUNDS: Final = 20
"""Into so many rounds the samples of each measurement are spread."""


async def measure(big: Side, small: Side, share: float = 1.0) -> list[Figure]:
    """All measurements on both sides. `share`: of the samples, for a short run."""
    taken: dict[str, tuple[list[float], list[float]]] = {what: ([], []) for what in MEASUREMENTS}
    await big.prepare()
    await small.prepare()
    for turn in range(ROUNDS):
        for what, (once, samples) in MEASUREMENTS.items():
            wanted = number_of(samples, share)
            first, end = wanted * turn // ROUNDS, wanted * (turn + 1) // ROUNDS
            both = [(big, taken[what][0]), (small, taken[what][1])]
            for side, into in both if turn % 2 else reversed(both):
                for at in range(first, end):
                    into.append(await once(side, at))
    for side in (big, small):
        await side.close()
    return [_figure(what, *samples) for what, samples in taken.items()]


def number_of(samples: int, share: float) -> int:
    """How many samples are taken of a measurement."""
    return max(round(samples * share), 1)


def _figure(what: str, big: list[float], small: list[float]) -> Figure:
    return Figure(what, len(big), median(big), _p95(big), median(small), _p95(small))


def _p95(samples: list[float]) -> float:
    return sorted(samples)[min(len(samples) * 95 // 100, len(samples) - 1)]
