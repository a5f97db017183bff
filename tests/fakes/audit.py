"""The evidence of the audit desk in lists, over a log and principals in memory."""

from collections.abc import Collection, Mapping, Sequence
from typing import Protocol

import msgspec

from domain.engine.viewer import Seat
from services.audit.ports import (
    EntryKind,
    KeyEvent,
    LedgerChoice,
    Outage,
    Receipt,
    TokenRecord,
    UnavailableMinute,
    Visit,
)
from services.audit.unavailable import MINUTE_US
from services.audit.visits import HOUR_US
from services.ports import LogEntry, RawStep, StoredCommand
from services.principals import DAY_US
from tests.fakes.principals import FakePrincipals


class Commands(Protocol):
    """What it needs of a log in memory."""

    rows: dict[str, list[RawStep]]
    stored: dict[str, dict[str, StoredCommand]]
    order: list[LogEntry]


class FakeAudit:
    """`events`, `taken`, `away` are public, for tests."""

    def __init__(self, log: Commands, principals: FakePrincipals) -> None:
        self._log, self._principals = log, principals
        self.events: list[KeyEvent] = []
        self.taken: list[Receipt] = []
        self.away: list[Outage] = []
        self.visited: set[Visit] = set()
        self.unavailable_minutes: dict[tuple[int, str], int] = {}

    async def ledger(self, game_id: str, choice: LedgerChoice, *, after: int, limit: int) -> Sequence[StoredCommand]:
        rows = self._log.stored.get(game_id, {}).values()
        return [row for row in rows if row.ordinal > after and choice.has(row)][:limit]

    async def places(self, game_id: str, kind: EntryKind, numbers: Collection[int]) -> Mapping[int, int]:
        return {
            each.number: each.pos
            for each in self._log.order
            if each.game_id == game_id and each.kind == kind and each.number in numbers
        }

    async def tokens_of(self, principals: Collection[str]) -> Sequence[TokenRecord]:
        rows = self._principals.rows.values()
        return [_record(row.token, row.revoked) for row in rows if row.token.principal_id in principals]

    async def key_events(self, principal: str, *, from_us: int, to_us: int, limit: int) -> Sequence[KeyEvent]:
        chosen = [each for each in self.events if each.principal == principal and from_us <= each.at_us < to_us]
        return chosen[:limit]

    async def commands_of(self, principal: str, *, from_us: int, to_us: int, limit: int) -> Sequence[StoredCommand]:
        rows = [row for stored in self._log.stored.values() for row in stored.values()]
        chosen = [row for row in rows if row.principal == principal and row.outcome == "accepted"]
        return sorted(
            (row for row in chosen if from_us <= row.time_us < to_us),
            key=lambda row: (row.time_us, row.game_id, row.ordinal),
        )[:limit]

    async def thinking_times(self, principal: str, ruleset: str, *, limit: int) -> Sequence[int]:
        made = []
        for command in await self.commands_of(principal, from_us=0, to_us=2**62, limit=1_000_000):
            steps = self._log.rows[command.game_id]
            opened = msgspec.json.decode(steps[0].body)["data"]
            is_decision = not msgspec.json.decode(command.body)["type"].startswith("game.")
            if steps[-1].type != "game.SeedRevealed" or opened["ruleset"] != ruleset:
                continue
            if command.seat is not None and command.token_id and is_decision:
                before = msgspec.json.decode(steps[command.first_version - 2].body)["time_us"]
                made.append((-command.time_us, command.game_id, command.ordinal, max(0, command.received_us - before)))
        return [each[-1] for each in sorted(made)[:limit]]

    async def receipts(self, game_id: str, seat: Seat, *, from_us: int, to_us: int, limit: int) -> Sequence[Receipt]:
        of_seat = [each for each in self.taken if (each.game_id, each.seat) == (game_id, seat)]
        return [each for each in of_seat if each.last_us >= from_us and each.first_us < to_us][:limit]

    async def put_receipts(self, receipts: Sequence[Receipt]) -> None:
        self.taken += [each for each in receipts if each not in self.taken]

    async def put_visits(self, visits: Sequence[Visit], now_us: int) -> None:
        self.visited = {each for each in {*self.visited, *visits} if each.hour_us >= now_us - 30 * DAY_US}

    async def visits(self, principals: Collection[str], *, from_us: int, to_us: int, limit: int) -> Sequence[Visit]:
        rows = [each for each in self.visited if each.principal in principals]
        return sorted(each for each in rows if from_us - HOUR_US < each.hour_us < to_us)[:limit]

    async def outages(self, *, from_us: int, to_us: int, limit: int) -> Sequence[Outage]:
        return [each for each in self.away if each.to_us > from_us and each.from_us < to_us][:limit]

    async def put_unavailable(self, process: str, answers: Mapping[int, int], now_us: int) -> None:
        for minute_us, number in answers.items():
            self.unavailable_minutes[minute_us, process] = max(
                number, self.unavailable_minutes.get((minute_us, process), 0)
            )

    async def unavailable(self, *, from_us: int, to_us: int, limit: int) -> Sequence[UnavailableMinute]:
        rows = sorted(UnavailableMinute(*key, number) for key, number in self.unavailable_minutes.items())
        return [each for each in rows if from_us - MINUTE_US < each.minute_us < to_us][:limit]


def _record(token, revoked: bool) -> TokenRecord:
    return TokenRecord(
        id=token.id,
        principal=token.principal_id,
        kind=token.kind,
        label=token.label,
        scopes=tuple(sorted(token.scopes)),
        game_id=token.game_id,
        made_us=token.made_us,
        expires_us=token.expires_us,
        revoked_us=token.made_us if revoked else None,
        used_on=token.used_on,
        made_by=token.made_by,
    )
