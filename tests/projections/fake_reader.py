"""The read side of the projections in memory. It passes the same contract as the real one. For tests only."""

from collections.abc import Callable, Mapping, Sequence

from domain.game.names import GameNames
from projections.analysis.chances import WinChances
from projections.game_list import ListedGame, ListedStep
from projections.ports import Row
from projections.score_tracks import TracksAtStep
from services import listing
from services.listing import EVERY_GAME, FIRST_PAGE, GameChoice, GameOrder, GamePage, ResultRow, title_words
from services.names import Names
from services.ports import GameListRow, RuleGameRow, TrackPoint, TrackRow, WinChanceRow


class FakeReader:
    """`ProjectionReader` over the rows of a `FakeStore`, or over rows of the same shape."""

    def __init__(
        self,
        rows: Mapping[tuple[str, str], Mapping[object, Row]],
        names: Names | None = None,
        commands: Callable[[str], Sequence[tuple[int, int]]] = lambda game_id: (),
    ) -> None:
        """`names`: what filters by title and player look in. `commands`: time and last step of a game's commands."""
        self._rows = rows
        self._names = names
        self._commands = commands

    def _of(self, projection: str) -> list[Row]:
        return [row for (name, _), rows in self._rows.items() if name == projection for row in rows.values()]

    async def tracks(self, game_id: str, *, after: int = 0, up_to: int | None = None) -> Sequence[TrackRow]:
        matches = [
            row for row in self._rows.get(("score_tracks", game_id), {}).values() if isinstance(row, TracksAtStep)
        ]
        return [
            TrackRow(
                row.version, tuple(TrackPoint(t.seat, t.source, t.banked, t.if_over, t.visible_to) for t in row.tracks)
            )
            for row in sorted(matches, key=lambda row: row.version)
            if row.version > after and (up_to is None or row.version <= up_to)
        ]

    async def win_chances(self, game_id: str, *, after: int, up_to: int, limit: int) -> Sequence[WinChanceRow]:
        rows = [row for row in self._rows.get(("win_chances", game_id), {}).values() if isinstance(row, WinChances)]
        return [
            WinChanceRow(row.version, row.playouts, row.won, row.points, row.nobody, row.cost_us)
            for row in sorted(rows, key=lambda row: row.version)
            if after < row.version <= up_to
        ][:limit]

    def _row_visible(self, game_id: str, now_us: int, sees: str = "") -> ListedStep | None:
        """The row that lists show of a game now. `sees`: a principal to whose seats they show the head."""
        rows = self._rows.get(("game_list", game_id), {})
        head = rows.get("")
        if not isinstance(head, ListedGame) or head.shows_us <= now_us or (sees and sees in head.holders):
            return head  # type: ignore[return-value]
        due = [row for row in rows.values() if row.version <= head.public_version and row.shows_us <= now_us]
        return max(due, key=lambda row: row.version) if due else None

    def listed(self, game_id: str, now_us: int) -> GameListRow | None:
        """What lists show of a game now."""
        row = self._row_visible(game_id, now_us)
        return None if row is None else self._as_listed(row)

    def _as_listed(self, row: ListedStep, place_us: int | None = None) -> GameListRow:
        """A row of the projection as readers receive it; what only its callers may know is that of the head."""
        head = self._rows["game_list", row.game_id][""]
        assert isinstance(head, ListedGame)
        facts = {name: getattr(row, name) for name in GameListRow.__slots__ if name not in ("host", "place_us")}
        facts |= {"holders": head.holders, "host": head.host}
        return GameListRow(**facts, place_us=row.moved_us if place_us is None else place_us)

    async def running_games(self, principal: str) -> Sequence[str]:
        """As `services.names.Names` has it: this list knows it."""
        heads = [row for row in self._of("game_list") if isinstance(row, ListedGame)]
        running = [row for row in heads if row.phase in ("open", "playing") and principal in row.holders]
        return [row.game_id for row in sorted(running, key=lambda row: (-row.moved_us, row.game_id))]

    async def heads(self) -> Mapping[str, ListedGame]:
        """The rows of all games at their heads."""
        return {row.game_id: row for row in self._of("game_list") if isinstance(row, ListedGame)}

    async def _chosen(self, choice: GameChoice, now_us: int) -> list[ListedStep]:
        games = {game_id for name, game_id in self._rows if name == "game_list"}
        matches = [row for row in (self._row_visible(game_id, now_us, choice.mine or "") for game_id in games) if row]
        return [row for row in matches if await self._fits(row, choice)]

    async def _fits(self, row: ListedStep, choice: GameChoice) -> bool:
        head = self._rows["game_list", row.game_id][""]
        assert isinstance(head, ListedGame)
        named = await self._named(row) if choice.title is not None or choice.player is not None or choice.seat else None
        own = {*row.persons, *head.holders, head.host}
        return (
            choice.ruleset in (None, row.ruleset)
            and choice.phase in (None, row.phase)
            and choice.sandbox in (None, row.sandbox)
            and choice.free_seat in (None, any(not a and not b for a, b in zip(row.persons, row.bots, strict=True)))
            and row.moved_us >= (choice.since_us or 0)
            and (choice.title is None or (named is not None and _has_title(named.title, choice.title)))
            and (choice.player is None or (named is not None and await self._plays(row, named, choice.player)))
            and (choice.person is None or (choice.person in row.persons and await self._under_own(row, choice.person)))
            and (choice.seat is None or (choice.seat in row.holders and await self._under_own(row, choice.seat)))
            and choice.mine in (None, *own)
            and choice.not_mine not in own
        )

    async def _named(self, row: ListedStep) -> GameNames:
        assert self._names is not None, "these filters need names"
        return (await self._names.of_games({row.game_id: set(row.persons) - {""}}))[row.game_id]

    async def _plays(self, row: ListedStep, named: GameNames, player: str) -> bool:
        names = [name.lower() for each, name in named.persons.items() if not await self._is_erased(each)]
        return player.lower() in names or (player in row.persons and await self._under_own(row, player))

    async def _is_erased(self, principal: str) -> bool:
        assert self._names is not None
        person = await self._names.person(principal)
        return person is not None and person.name is None

    async def _under_own(self, row: ListedStep, principal: str) -> bool:
        assert self._names is not None
        person, named = await self._names.person(principal), await self._named(row)
        own = None if person is None else person.name
        return own is not None and named.persons[principal].lower() == own.lower()

    async def games(
        self, choice: GameChoice = EVERY_GAME, page: GamePage = FIRST_PAGE, *, limit: int, now_us: int
    ) -> Sequence[GameListRow]:
        rows = [
            self._as_listed(row, self._place(row, choice, page, now_us)) for row in await self._chosen(choice, now_us)
        ]
        rows = [row for row in rows if row.place_us >= 0]
        ascending = page.order is GameOrder.WAITING
        rows.sort(key=lambda row: (row.place_us, row.game_id), reverse=not ascending)
        if page.before is None:
            return rows[:limit]
        sign = 1 if ascending else -1
        return [row for row in rows if sign * _compared((row.place_us, row.game_id), page.before) > 0][:limit]

    def _place(self, row: ListedStep, choice: GameChoice, page: GamePage, now_us: int) -> int:
        """The moment by which a row is ordered; -1: it has no place."""
        if page.order is GameOrder.OPENED:
            return row.opened_us
        if page.as_of_us is None:
            return row.moved_us
        head = self._rows["game_list", row.game_id][""]
        assert isinstance(head, ListedGame)
        as_of_us = page.as_of_us if isinstance(row, ListedGame) else min(page.as_of_us, now_us)
        before = [each for each in self._commands(row.game_id) if each[0] <= as_of_us]
        if not before:
            return -1
        time_us, version = before[-1]
        if head.delay_steps is None or (choice.mine or "-") in head.holders:
            return time_us
        ended = head.phase in ("over", "abandoned") and version == head.version
        if head.delay_steps and 0 < head.begun <= version and not ended:
            version = max(head.begun - 1, version - head.delay_steps, 1)
        steps = [each for key, each in self._rows["game_list", row.game_id].items() if key]
        due = [each for each in steps if each.version <= version and each.shows_us <= as_of_us]
        return max(due, key=lambda each: each.version).moved_us if due else -1

    async def count_games(self, choice: GameChoice = EVERY_GAME, *, now_us: int) -> int:
        games = len(await self._chosen(choice, now_us))
        return games if choice.is_tallied else min(games, listing.COUNT_MAX)

    async def games_by_id(self, game_ids: Sequence[str], *, now_us: int) -> Sequence[GameListRow]:
        return [self._as_listed(row) for row in await self._chosen(EVERY_GAME, now_us) if row.game_id in game_ids]

    async def results(self, principal: str, *, now_us: int) -> Sequence[ResultRow]:
        rows = await self._chosen(GameChoice(person=principal, sandbox=False), now_us)
        rows = [row for row in rows if principal in row.persons and row.phase in ("playing", "over")]
        return [
            ResultRow(
                ruleset,
                sum(row.phase == "playing" for row in own),
                sum(row.phase == "over" for row in own),
                sum(row.phase == "over" and row.persons.index(principal) in row.winners for row in own),
            )
            for ruleset in sorted({row.ruleset for row in rows})
            for own in [[row for row in rows if row.ruleset == ruleset]]
        ]

    def _fired(self, rule: str, now_us: int) -> list[RuleGameRow]:
        matches = []
        for row in self._of("rules_fired"):
            head = self._rows.get(("game_list", row.game_id), {}).get("")
            if row.rule == rule and row.shows_us <= now_us and head is not None and head.shows_us <= now_us:
                matches.append(RuleGameRow(self._as_listed(head, row.shows_us), row.version, row.times, row.shows_us))
        return sorted(matches, key=lambda row: (row.shows_us, row.game.game_id), reverse=True)

    async def rule_games(
        self, rule: str, *, before: tuple[int, str] | None, limit: int, now_us: int
    ) -> Sequence[RuleGameRow]:
        rows = self._fired(rule, now_us)
        return [row for row in rows if before is None or (row.shows_us, row.game.game_id) < before][:limit]

    async def count_rule_games(self, rule: str, *, now_us: int) -> int:
        return min(len(self._fired(rule, now_us)), listing.COUNT_MAX)


def _compared(one: tuple[int, str], other: tuple[int, str]) -> int:
    return (one > other) - (one < other)


def _has_title(title: str, wanted: str) -> bool:
    return title.lower().startswith(wanted.lower()) or set(title_words(wanted)) <= set(title.lower().split(" "))
