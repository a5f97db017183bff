"""The draws of a season: of the finished games of a ruleset whose end everybody may know, in some days."""

import asyncio
from collections.abc import Sequence
from typing import Final, NamedTuple

from domain.engine.chance import Draw, draw
from domain.game import Game
from domain.game.commands import ForkGame, OpenGame
from domain.rulesets import RULESETS
from services.audit.events import DAY_US, EventChoice
from services.audit.reports.counts import Counts, section_of
from services.audit.reports.report import BadReport, Desk, ReportRequest, Section, counted, moment
from services.ports import RawStep, StoredCommand
from services.readjudicate.recorded import recorded_commands

LAST: Final = "game.SeedRevealed"
GAMES_MAX: Final = 20
"""How many games are drawn again at most: the newest. Each takes as long as the report on itself."""
SPAN_US: Final = 90 * DAY_US
SPAN_MAX_US: Final = 366 * DAY_US
_ROWS: Final = 1_000_000
_HEADING: Final = "Counts of outcomes over the season"


class Season(NamedTuple):
    """The counts of a season, and what they come to."""

    in_short: str
    section: Section


async def season_of(desk: Desk, request: ReportRequest) -> Season:
    """The draws of all these games, each computed again from its record. For the same log it is the same."""
    since_us, until_us = _span(desk, request)
    state = desk.visible.state
    choice = EventChoice(ruleset=state.ruleset, types=(LAST,), since_us=since_us, until_us=until_us)
    page = await desk.world.events.events(choice, after=None, limit=GAMES_MAX + 1, now_us=desk.world.now_us())
    counts, wrong, games = Counts(), 0, 0
    for row in page.rows[:GAMES_MAX]:
        ruleset = RULESETS.get((row.ruleset, row.ruleset_version))
        if ruleset is None:
            continue
        game_id, log = row.place.game_id, desk.world.log
        rows, stored = await log.read(game_id, limit=_ROWS), await log.commands(game_id, limit=_ROWS)
        draws, bad = await asyncio.to_thread(_drawn, Game(ruleset), rows, stored)
        counts.add(draws)
        wrong, games = wrong + bad, games + 1
    facts = (
        ("from", moment(since_us)), ("until", moment(until_us)), ("games", str(games)), ("draws", str(counts.total)),
        ("draws that do not follow from the seed of their game", str(wrong)),
    )  # fmt: skip
    if not counts.total:
        return Season("", Section(_HEADING, ("No finished game of these days is there to count.",), facts))
    newest = f" They are the newest {GAMES_MAX}; there are others." if len(page.rows) > GAMES_MAX else ""
    about = (
        "The finished games of this ruleset that ended in these days and that everybody may see whole, practice games "
        f"left out.{newest} Each draw was computed again. A game counts once a worker has listed its end."
    )
    p = counts.together()[1]
    return Season(
        f"Over {counted(games, 'finished game')} of the season, {counted(counts.total, 'draw')} together have a p of "
        f"{p:.4f} against equal chances.",
        section_of(_HEADING, counts, about, facts=facts),
    )


def _span(desk: Desk, request: ReportRequest) -> tuple[int, int]:
    """The days of the season. Raises BadReport."""
    state, last = desk.visible.state, desk.visible.history.steps[-1]
    delay_us = 0 if state.delay is None else state.delay.seconds * 1_000_000
    until_us = last.body.time_us + delay_us + 1 if request.to_us is None else request.to_us
    since_us = until_us - SPAN_US if request.from_us is None else request.from_us
    if not 0 < until_us - since_us <= SPAN_MAX_US:
        raise BadReport("Name a season that ends after it begins, and has at most 366 days.")
    return max(since_us, 0), until_us


def _drawn(game: Game, rows: Sequence[RawStep], stored: Sequence[StoredCommand]) -> tuple[list[Draw], int]:
    """Every draw of a game, and how many of them do not follow from its seed."""
    draws, wrong = list[Draw](), 0
    for each in recorded_commands(game, rows, stored):
        if each.before is None or each.stored.outcome != "accepted" or isinstance(each.command, OpenGame | ForkGame):
            continue
        chance = game.chance(each.before)
        game.decide(each.before, each.command, chance, each.stored.time_us, each.past)
        draws += chance.draws
        if each.before.seed:
            seed = bytes.fromhex(each.before.seed)
            wrong += sum(draw(seed, one.step, one.index, one.bound) != one.outcome for one in chance.draws)
    return draws, wrong
