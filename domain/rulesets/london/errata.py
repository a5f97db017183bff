"""The errata of London: what was corrected, and since which version."""

from typing import Final

from domain.engine.errata import Erratum

LON_E01: Final = Erratum(
    id="LON-E01",
    since=2,
    rule="LON-RULING-10",
    before="Unused credits stayed until the end of the turn, though nothing could be placed on them any more.",
    after="Unused credits are lost at the end of the action.",
)
LON_E02: Final = Erratum(
    id="LON-E02",
    since=2,
    rule="LON-RULING-47",
    before="The rules said nothing about a player whose time is called, and the substitute made one decision for them.",
    after="The plainest legal decision is made for them: no loan, and nothing spent where that is possible.",
)
LON_E03: Final = Erratum(
    id="LON-E03",
    since=2,
    rule="LON-INFO-07",
    before="The record did not say what a card was spent for, whether School allowed it, whether a flip was a "
    "Hospital's, whether a start draw was skipped, whether an Underground marker was the first, which action a lapsed "
    "draw belonged to, or whether the hand of a run counted.",
    after="The record says all of this.",
)
LON_E04: Final = Erratum(
    id="LON-E04",
    since=2,
    rule="LON-SCORE-11",
    before="The outcome of every game cited the rule of ties, and nothing said what had decided a tie.",
    after="The outcome cites the rule of ties only if scores are level, and the record says what decided a tie for the "
    "victory.",
)

ERRATA: Final = (LON_E01, LON_E02, LON_E03, LON_E04)
"""All of them, in the order of their numbers."""
