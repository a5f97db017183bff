"""The rows that projections have of a game, copied from those of its original, which the real runner has written.

Folding 50 million events takes longer than appending them. What a copy gets is what the runner wrote for its original,
with its own id, with times that rise from game to game, and with other persons, ten games for each. Every game gets its
rows in the list of games; one in `RULED` gets its rows in the lists of rules, and one in `DETAILED` its score tracks,
public events: else the disk would be full of what no measurement reads.
"""

import hashlib
from collections.abc import Sequence
from typing import Final, NamedTuple
from uuid import UUID

from infra.postgres.pool import Pool
from tests.bench.growth.recorded import Recording

LEAGUE_GAMES: Final = 2_000
LEAGUE_PERSONS: Final = 200
"""So many persons host so many games, ten each; then come others. So the games of a person do not grow with the log."""
RULED: Final = 8
DETAILED: Final = 100
TIME_APART_US: Final = 1_000
"""So much later than the one before does each game move."""


class Copy(NamedTuple):
    """A game that was appended as a copy."""

    number: int
    game_id: str
    original: Recording


_FIRST = "WITH copy AS (SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::text[]) AS row (game_id, original, later_us, host)) "
_CURSORS: Final = (
    f"{_FIRST}INSERT INTO projection_cursor (game_id, projection, version, hash) "
    "SELECT c.game_id, o.projection, o.version, g.head_hash FROM copy c JOIN projection_cursor o ON o.game_id = c.original "
    "JOIN game g ON g.game_id = c.game_id WHERE g.version = o.version ON CONFLICT DO NOTHING"
)
_RULES: Final = (
    f"{_FIRST}INSERT INTO rule_game (game_id, rule, version, times, shows_us) "
    "SELECT c.game_id, o.rule, o.version, o.times, o.shows_us FROM copy c JOIN rule_game o ON o.game_id = c.original "
    "ON CONFLICT DO NOTHING"
)
_PARTICIPANTS: Final = (
    f"{_FIRST}INSERT INTO participant (principal_id, game_id, ended_at) "
    "SELECT DISTINCT c.host || (s.seat - 1), c.game_id, CASE WHEN o.phase = 'over' THEN now() END "
    "FROM copy c JOIN game_list o ON o.game_id = c.original CROSS JOIN generate_series(1, cardinality(o.persons)) AS s (seat) "
    "ON CONFLICT DO NOTHING"
)
_TITLES: Final = (
    f"{_FIRST}INSERT INTO stream_title (game_id, title, principal_id) "
    "SELECT c.game_id, 'bench', c.host || 0 FROM copy c ON CONFLICT DO NOTHING"
)
_DUE: Final = (
    f"{_FIRST}INSERT INTO clock_due (game_id, version, seat, due_us) "
    "SELECT c.game_id, o.version, o.to_act[1], 4102444800000000 + c.later_us FROM copy c JOIN game_list o ON o.game_id = c.original "
    "WHERE o.phase = 'playing' ON CONFLICT DO NOTHING"
)
_LISTED: Final = (
    f"{_FIRST}INSERT INTO game_list (game_id, ruleset, phase, version, turn, persons, bots, holders, to_act, bot_to_act, leaders, winners, "
    "sandbox, fork, opened_us, moved_us, shows_us, public_version, host, begun, delay_steps) "
    "SELECT c.game_id, ruleset, phase, version, turn, named.persons, bots, named.persons, to_act, bot_to_act, leaders, winners, "
    "sandbox, fork, opened_us + c.later_us, moved_us + c.later_us, shows_us, public_version, c.host || 0, begun, delay_steps "
    "FROM copy c JOIN game_list o ON o.game_id = c.original CROSS JOIN LATERAL "
    "(SELECT array_agg(c.host || (s.seat - 1) ORDER BY s.seat) AS persons FROM generate_series(1, cardinality(o.persons)) AS s (seat)) AS named "
    "ON CONFLICT DO NOTHING"
)
_TRACKS: Final = (
    f"{_FIRST}INSERT INTO score_track (game_id, version, points) "
    "SELECT c.game_id, o.version, o.points FROM copy c JOIN score_track o ON o.game_id = c.original ON CONFLICT DO NOTHING"
)
_EVENTS: Final = (
    f"{_FIRST}INSERT INTO public_event (game_id, version, shows_us, ruleset, ruleset_version, type, principal, seat, rules, facts) "
    "SELECT c.game_id, o.version, o.shows_us + c.later_us, o.ruleset, o.ruleset_version, o.type, o.principal, o.seat, o.rules, o.facts "
    "FROM copy c JOIN public_event o ON o.game_id = c.original ON CONFLICT DO NOTHING"
)
_EVENT_RULES: Final = (
    f"{_FIRST}INSERT INTO public_event_rule (game_id, version, rule, shows_us) "
    "SELECT c.game_id, o.version, o.rule, o.shows_us + c.later_us FROM copy c JOIN public_event_rule o ON o.game_id = c.original "
    "ON CONFLICT DO NOTHING"
)
_OF_EACH: Final = (_CURSORS, _PARTICIPANTS, _TITLES, _DUE)
_OF_RULED: Final = (_RULES,)
_OF_DETAILED: Final = (_TRACKS, _EVENTS, _EVENT_RULES)


def is_one_in(number: int, of: int) -> bool:
    """Whether game `number` is chosen. One in `of` is, whatever it is a copy of."""
    return int.from_bytes(hashlib.sha256(b"chosen%d" % number).digest()[:4]) % of == 0


def host_of(number: int) -> str:
    """Whose name the persons of game `number` share; a digit of the seat follows."""
    league = number // LEAGUE_GAMES
    return f"p_{league:09d}{number * 7_919 % LEAGUE_PERSONS:06d}"


async def copy_projected(pool: Pool, copies: Sequence[Copy], *, whole: bool = False) -> None:
    """Write what projections would have of these games, or nothing. Doing it twice does nothing twice. `whole`: all rows
    of each game."""
    async with pool.lend() as connection, connection.transaction():
        for statements, of in ((_OF_EACH, 1), (_OF_RULED, RULED), (_OF_DETAILED, DETAILED), ((_LISTED,), 1)):
            some = [copy for copy in copies if whole or is_one_in(copy.number, of)]
            for sql in statements if some else ():
                await connection.execute(sql, *_columns(some))


def _columns(copies: Sequence[Copy]) -> tuple[list[object], ...]:
    return (
        [UUID(copy.game_id) for copy in copies],
        [UUID(copy.original.game_id) for copy in copies],
        [copy.number * TIME_APART_US for copy in copies],
        [host_of(copy.number) for copy in copies],
    )


async def which_are_projected(pool: Pool, game_ids: Sequence[str]) -> set[str]:
    """Those of these games that are in the lists."""
    sql = "SELECT game_id::text FROM game_list WHERE game_id = ANY ($1::uuid[])"
    return {row[0] for row in await pool.fetch(sql, list(game_ids))}
