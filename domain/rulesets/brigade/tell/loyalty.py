"""The lines of cubes and loyalty (section 8)."""

from typing import assert_never

from domain.engine.sentences import Sentence, facts_of
from domain.engine.viewer import seat_name
from domain.rulesets.brigade import events as e
from domain.rulesets.brigade.words import place


def tell_loyalty(event: e.LoyaltyEvent) -> Sentence:
    """The line of an event of cubes or loyalty."""
    seat = event.seat
    rules: tuple[str, ...]
    match event:
        case e.CubePlaced(cell=cell, tile=tile):
            text = f"{seat_name(seat)} placed a cube at {place(tile, cell)}."
            return Sentence(text, ("BRI-RECOG-03", "BRI-RECOG-04"), facts_of(event), seat)
        case e.CubeRemoved(cell=cell, tile=tile):
            text = f"{seat_name(seat)} removed a cube from {place(tile, cell)}."
            rules = ("BRI-HOUSE-WHITE", "BRI-CHIEF-FRITH-GOLDMANE", "BRI-CHIEF-GLINT-DAMPSHOT")
            return Sentence(text, rules, facts_of(event), seat)
        case e.CubeMoved(source=origin, cell=cell, tiles=(one, two)):
            text = f"{seat_name(seat)} moved a cube from {place(one, origin)} to {place(two, cell)}."
            return Sentence(text, ("BRI-CREW-ALI-AHMAR",), facts_of(event), seat)
        case e.LoyaltyGained(cell=cell, rival=rival, source=origin, tile=tile):
            loser = "" if rival is None else f" from {seat_name(rival)}"
            token = " with a token from another tile" if origin >= 0 else ""
            text = f"{seat_name(seat)} gained the loyalty of {place(tile, cell)}{loser}{token}."
            rules = ("BRI-LOYAL-01", "BRI-LOYAL-02") if rival is None else ("BRI-LOYAL-03", "BRI-LOYAL-02")
            return Sentence(text, (*rules, "BRI-LOYAL-07") if token else rules, facts_of(event), seat)
        case _:
            assert_never(event)
