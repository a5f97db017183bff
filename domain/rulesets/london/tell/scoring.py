"""Lines of the final scoring (LON-SCORE)."""

from typing import assert_never

from domain.engine.message import Message
from domain.engine.ruleset import Line
from domain.engine.viewer import seats_of
from domain.rulesets.london import events as e
from domain.rulesets.london.tell.words import Args, line


def line_of(event: e.ScoringEvent) -> Line:
    """The line of an event that everybody may know."""
    match event:
        case e.LoansRepaid(seat=seat, loans=loans, pounds=pounds):
            message = Message("line-LoansRepaid", {"seat": seat, "loans": loans, "pounds": pounds})
            return line(event, message, "LON-SCORE-01", "LON-RULING-15")
        case e.HandRevealed(seat=seat, cards=cards, poverty=poverty):
            shown: Args = {"cards": cards, "count": len(cards), "poverty": poverty}
            message = Message("line-HandRevealed", {"seat": seat, **shown})
            return line(event, message, "LON-SCORE-02", "LON-INFO-09")
        case e.PovertyReduced(points=points):
            return line(event, Message("line-PovertyReduced", {"points": points}), "LON-SCORE-08")
        case e.GameEnded():
            return _game_ended(event)
        case _:
            assert_never(event)


def _game_ended(event: e.GameEnded) -> Line:
    """Version 1 does not record what decided between seats with equal points; its lines say only that it was a tie."""
    ranked = sorted(seats_of(len(event.points)), key=lambda seat: (event.places[seat], seat))
    winners = tuple(seat for seat in ranked if event.places[seat] == 1)
    best = max(event.points)
    level = event.points.count(best)
    decided = (event.decided_by or "unknown") if len(winners) < level else None
    others: Message | str = ""
    for seat in reversed(ranked[len(winners) :]):
        others = Message("rank", {"seat": seat, "points": event.points[seat], "more": others})
    won: Args = {"winners": winners, "count": len(winners), "points": best, "decided": decided}
    message = Message("line-GameEnded", {**won, "others": others})
    tie = ("LON-SCORE-11", "LON-RULING-30") if level > 1 else ()
    return line(event, message, *tie, "LON-SCORE-10", "LON-END-05")
