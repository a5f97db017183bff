"""Lines of the final scoring (LON-SCORE)."""

from collections.abc import Mapping
from typing import Final, assert_never

from domain.engine.ruleset import Line
from domain.engine.sentences import counted, listed
from domain.engine.viewer import seat_name, seats_of
from domain.rulesets.london import events as e
from domain.rulesets.london.state import TieBreak
from domain.rulesets.london.tell.words import line, names_of, points_of_poverty

_TIE_BREAKS: Final[Mapping[TieBreak, str]] = {
    "poverty": ", ahead with fewer poverty points",
    "markers": ", ahead with more building markers",
    "best_card": ", ahead with a more valuable card",
}
"""What decided -> how the victory is named."""


def line_of(event: e.ScoringEvent) -> Line:
    """The line of an event that everybody may know."""
    match event:
        case e.LoansRepaid(seat=seat, loans=loans, pounds=pounds):
            text = f"{seat_name(seat)} repaid {counted(loans, 'loan')} for £{pounds}."
            return line(event, text, "LON-SCORE-01", "LON-RULING-15")
        case e.HandRevealed(seat=seat, cards=cards, poverty=poverty):
            took = f"showed {names_of(cards)} and took {points_of_poverty(poverty)}"
            text = f"{seat_name(seat)} {took if cards else 'had no card left to show'}."
            return line(event, text, "LON-SCORE-02", "LON-INFO-09")
        case e.PovertyReduced(points=points):
            returned = f"Everybody returned {points_of_poverty(points)}."
            text = returned if points else "Nobody returned poverty points, because somebody had none."
            return line(event, text, "LON-SCORE-08")
        case e.GameEnded():
            return _game_ended(event)
        case _:
            assert_never(event)


def _game_ended(event: e.GameEnded) -> Line:
    """Version 1 does not record what decided between seats with equal points; its lines say only that it was a tie."""
    ranked = sorted(seats_of(len(event.points)), key=lambda seat: (event.places[seat], seat))
    best = max(event.points)
    winners = [seat_name(seat) for seat in ranked if event.places[seat] == 1]
    level = event.points.count(best)
    won = f"shared the victory with {best} VP each" if winners[1:] else f"won with {best} VP"
    how = _TIE_BREAKS[event.decided_by] if event.decided_by else ", ahead on the tie-break"
    decided = how if len(winners) < level else ""
    others = "".join(f", {seat_name(seat)} had {event.points[seat]} VP" for seat in ranked[len(winners) :])
    tie = ("LON-SCORE-11", "LON-RULING-30") if level > 1 else ()
    text = f"The game ended: {listed(winners)} {won}{decided}{others}."
    return line(event, text, *tie, "LON-SCORE-10", "LON-END-05")
