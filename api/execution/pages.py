"""How many entries each field of the schema returns that returns a page."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from api.graphql.paging import (
    CHANCES_DEFAULT,
    CHANCES_MAX,
    ERRATA_DEFAULT,
    ERRATA_MAX,
    EVENTS_DEFAULT,
    EVENTS_MAX,
    GAMES_DEFAULT,
    GAMES_MAX,
    HIGHLIGHTS_DEFAULT,
    HIGHLIGHTS_MAX,
    LEDGER_DEFAULT,
    LEDGER_MAX,
    MOMENTS_DEFAULT,
    MOMENTS_MAX,
    RECORDS_DEFAULT,
    RECORDS_MAX,
    REFUSALS_DEFAULT,
    REFUSALS_MAX,
    RULE_GAMES_DEFAULT,
    RULES_DEFAULT,
    RULES_MAX,
    RUN_GAMES_DEFAULT,
    RUN_GAMES_MAX,
    STEPS_DEFAULT,
    STEPS_MAX,
    TIME_LEDGER_DEFAULT,
    TIME_LEDGER_MAX,
    TRACK_ROWS_MAX,
)


class Page(NamedTuple):
    """How many entries a field returns: `usual` by default, at most `most`. `sizes`: the arguments that name the size.
    `ends`: those that name the first entry and the last."""

    usual: int
    most: int
    sizes: tuple[str, ...] = ()
    ends: tuple[str, str] | None = None


PAGES: Final[Mapping[str, Page]] = {
    "Game.steps": Page(STEPS_DEFAULT, STEPS_MAX, ("first", "last")),
    "Game.scoreTracks": Page(TRACK_ROWS_MAX, TRACK_ROWS_MAX, ends=("from", "to")),
    "Game.winChances": Page(CHANCES_DEFAULT, CHANCES_MAX, ("first",)),
    "Game.keyMoments": Page(MOMENTS_DEFAULT, MOMENTS_MAX, ("first",)),
    "Game.highlights": Page(HIGHLIGHTS_DEFAULT, HIGHLIGHTS_MAX, ("first",)),
    "Game.timeLedger": Page(TIME_LEDGER_DEFAULT, TIME_LEDGER_MAX, ("first",)),
    "Game.refusals": Page(REFUSALS_DEFAULT, REFUSALS_MAX, ("first",)),
    "Game.ledger": Page(LEDGER_DEFAULT, LEDGER_MAX, ("first",)),
    "Game.recordedSteps": Page(RECORDS_DEFAULT, RECORDS_MAX, ("first",)),
    "Game.recordedCommands": Page(RECORDS_DEFAULT, RECORDS_MAX, ("first",)),
    "Readjudication.games": Page(RUN_GAMES_DEFAULT, RUN_GAMES_MAX, ("first",)),
    "Readjudication.differing": Page(RUN_GAMES_DEFAULT, RUN_GAMES_MAX, ("first",)),
    "Query.events": Page(EVENTS_DEFAULT, EVENTS_MAX, ("first",)),
    "Query.games": Page(GAMES_DEFAULT, GAMES_MAX, ("first",)),
    "Principal.games": Page(GAMES_DEFAULT, GAMES_MAX, ("first",)),
    "Ruleset.errata": Page(ERRATA_DEFAULT, ERRATA_MAX, ("first",)),
    "Query.rules": Page(RULES_DEFAULT, RULES_MAX, ("first",)),
    "Ruleset.rules": Page(RULES_DEFAULT, RULES_MAX, ("first",)),
    "Rule.games": Page(RULE_GAMES_DEFAULT, GAMES_MAX, ("first",)),
}
"""`Type.field` of everything that returns a page."""
