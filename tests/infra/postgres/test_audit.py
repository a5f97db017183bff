"""The evidence beside the log on Postgres: key events by triggers, receipts, outages, and a long ledger."""

import asyncio
from dataclasses import replace

import asyncpg
import pytest

from domain.engine.step import Step
from domain.engine.viewer import seat_of
from infra.postgres.audit.forgetting import run_forgetting
from infra.postgres.audit.store import PostgresAudit
from infra.postgres.names import PostgresNames
from infra.postgres.principals import PostgresPrincipals
from services.audit.ports import LedgerChoice, Outage, Receipt, UnavailableMinute, Visit
from services.audit.visits import HOUR_US
from tests.dice import new_id

FOREVER = 2**62 // 10
LONG = 100_000
PAGE = 200


async def whats(pool, principal_id) -> list[str]:
    events = await PostgresAudit(pool).key_events(principal_id, from_us=0, to_us=FOREVER, limit=100)
    return [each.what for each in events]


async def test_every_path_leaves_a_key_event_and_use_leaves_none(pool, owner):
    principals = PostgresPrincipals(pool)
    ann, token = await principals.create("Ann", frozenset())
    await principals.by_token(token)
    await principals.issue(ann.id)
    assert await whats(pool, ann.id) == ["token_made", "token_made"]
    await owner.execute("UPDATE token SET used_on = current_date + 1 WHERE principal_id = $1", ann.id)
    assert await whats(pool, ann.id) == ["token_made", "token_made"]
    await principals.revoke(ann.id)
    await principals.revoke(ann.id)
    assert await whats(pool, ann.id) == ["token_made", "token_made", "token_revoked", "token_revoked"]


@pytest.mark.parametrize("statement", ["UPDATE key_event SET what = 'code_made'", "DELETE FROM key_event"])
async def test_nobody_changes_a_key_event(pool, owner, statement):
    await PostgresPrincipals(pool).create("Ann", frozenset())
    for connection in (owner, pool.raw):
        with pytest.raises(asyncpg.InsufficientPrivilegeError):
            await connection.execute(statement)


async def test_an_ended_token_is_still_known_to_auditors(pool):
    principals, audit = PostgresPrincipals(pool), PostgresAudit(pool)
    ann, _ = await principals.create("Ann", frozenset())
    await principals.revoke(ann.id)
    (record,) = await audit.tokens_of([ann.id, "p_none"])
    assert (record.id, record.kind) == (ann.token_id, "issued") and record.revoked_us is not None
    assert await audit.tokens_of([]) == []


async def test_receipts_are_stored_once_and_read_by_time(pool):
    audit, game = PostgresAudit(pool), new_id()
    early = Receipt(game, seat_of(1), "c1", 1_000, 2_000, "t_1", Step(3), Step(5))
    late = Receipt(game, seat_of(1), "c1", 8_000, 9_000, "t_1", Step(6), Step(6))
    other = Receipt(game, seat_of(0), "c2", 1_000, 9_000, "t_2", Step(1), Step(6))
    for _ in range(2):
        await audit.put_receipts([late, early, other])
    assert await audit.receipts(game, seat_of(1), from_us=0, to_us=FOREVER, limit=10) == [early, late]
    assert await audit.receipts(game, seat_of(1), from_us=2_001, to_us=8_001, limit=10) == [late]
    assert await audit.receipts(game, seat_of(1), from_us=2_001, to_us=8_000, limit=10) == []


async def test_a_gap_of_more_than_thirty_seconds_is_an_outage(pool):
    beats = [10, 20, 50, 81, 90]
    for seconds in beats:
        await pool.fetch("SELECT beat('api', $1)", seconds * 1_000_000)
    await pool.fetch("SELECT beat('worker', $1)", 500_000_000)
    outages = await PostgresAudit(pool).outages(from_us=0, to_us=FOREVER, limit=10)
    assert outages == [Outage("api", 50_000_000, 81_000_000)]
    assert await PostgresAudit(pool).outages(from_us=81_000_000, to_us=FOREVER, limit=10) == []


async def test_minutes_of_unavailable_answers_are_stored_once_and_forgotten_after_ninety_days(pool):
    audit, minute, days = PostgresAudit(pool), 60_000_000, 86_400_000_000
    for answers in (3, 5, 4):
        await audit.put_unavailable("p1", {minute: answers, 2 * minute: 1}, minute)
    await audit.put_unavailable("p0", {minute: 2}, minute)
    first = [UnavailableMinute(minute, "p0", 2), UnavailableMinute(minute, "p1", 5)]
    assert await audit.unavailable(from_us=0, to_us=FOREVER, limit=9) == [
        *first,
        UnavailableMinute(2 * minute, "p1", 1),
    ]
    assert await audit.unavailable(from_us=2 * minute - 1, to_us=2 * minute, limit=9) == first, "minutes it touches"
    assert await audit.unavailable(from_us=0, to_us=FOREVER, limit=1) == first[:1]
    await audit.put_unavailable("p2", {95 * days: 1}, 95 * days)
    assert await audit.unavailable(from_us=0, to_us=FOREVER, limit=9) == [UnavailableMinute(95 * days, "p2", 1)]


async def test_receipts_of_long_ago_are_forgotten(pool):
    audit, game = PostgresAudit(pool), new_id()
    days = 86_400_000_000
    await audit.put_receipts([Receipt(game, seat_of(0), "c", at, at, "t", Step(1), Step(1)) for at in (1, 5 * days)])
    forgetting = asyncio.create_task(run_forgetting(pool, lambda: 91 * days, every_seconds=0.01))

    async def there() -> list[int]:
        return [each.first_us for each in await audit.receipts(game, seat_of(0), from_us=0, to_us=FOREVER, limit=10)]

    async with asyncio.timeout(30):
        while len(await there()) == 2:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    await asyncio.sleep(0.05)
    assert await there() == [5 * days] and not forgetting.done()
    forgetting.cancel()
    await asyncio.gather(forgetting, return_exceptions=True)


@pytest.mark.campaign
@pytest.mark.rules("GAME-KEPT-01")
async def test_a_ledger_of_100_000_rows_pages_by_its_key(pool, owner):
    game = new_id()
    await owner.execute(
        """INSERT INTO command (game_id, command_id, ordinal, request_hash, principal, seat, body, outcome, answer, time_us,
               received_us, token_id, link, first_version, last_version)
           SELECT $1, gen_random_uuid(), n, sha256('r'), 'p_' || n % 4, n % 4, '{}', 'accepted', '', n, n, 't', sha256('l'), n, n
           FROM generate_series(1, $2::integer) n""",
        game,
        LONG,
    )
    await owner.execute("ANALYZE command")
    audit, choice = PostgresAudit(pool), LedgerChoice(up_to=Step(LONG))
    ordinals, after = [], LONG - 5 * PAGE
    while page := await audit.ledger(game, choice, after=after, limit=PAGE):
        ordinals += [each.ordinal for each in page]
        after = ordinals[-1]
    assert ordinals == list(range(LONG - 5 * PAGE + 1, LONG + 1))
    plan = await owner.fetch(
        "EXPLAIN SELECT * FROM command WHERE game_id = $1 AND ordinal > $2 ORDER BY ordinal LIMIT 200", game, LONG // 2
    )
    text = "\n".join(row[0] for row in plan)
    assert "command_game_id_ordinal_key" in text and "Sort" not in text and "Seq Scan" not in text


async def test_visits_are_stored_once_and_forgotten_after_thirty_days_or_with_their_person(pool):
    audit, ann, _ = PostgresAudit(pool), *await PostgresPrincipals(pool).create("Ann", frozenset())
    now_us = 1_000 * 24 * HOUR_US
    old, new = Visit(ann.id, now_us - 31 * 24 * HOUR_US, "t_1", "192.0.2.1"), Visit(ann.id, now_us, "t_1", "192.0.2.1")
    await audit.put_visits([old], old.hour_us)
    rows = [new, replace(new, client="Firefox/140"), replace(new, principal="p_b")]
    for _ in range(2):
        await audit.put_visits(rows, now_us)
    assert await audit.visits([ann.id, "p_b"], from_us=0, to_us=FOREVER, limit=9) == sorted(rows)
    assert await audit.visits([ann.id], from_us=now_us + HOUR_US, to_us=FOREVER, limit=9) == []
    await PostgresNames(pool).erase(ann.id)
    assert await audit.visits([ann.id], from_us=0, to_us=FOREVER, limit=9) == []
