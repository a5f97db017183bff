"""The lines of cubes and loyalty (section 8)."""

from typing import Final, assert_never

from domain.engine.sentences import Sentence, facts_of
from domain.engine.viewer import seat_name
from domain.rulesets.brigade import events as e
from domain.rulesets.brigade.components import ABILITY_RULES
from domain.rulesets.brigade.words import bare_cell, crew_rules, place

_RECOGNITION: Final = ("BRI-RECOG-02", "BRI-RECOG-03")
_PLACED: Final[dict[str, tuple[str, tuple[str, ...]]]] = {
    "recognition": ("", _RECOGNITION),
    "diagonal_recognition": (", over a corner (black firehouse)", ("BRI-HOUSE-BLACK", *_RECOGNITION)),
    "event_cube": (" for the event", ("BRI-EVENT-SPECIAL-06", "BRI-RECOG-04")),
    "merchant_cube": (" (orange firehouse)", ("BRI-HOUSE-ORANGE", "BRI-RECOG-04")),
    "noble_cube": (" (Immora)", ("BRI-CREW-IMMORA", "BRI-RECOG-04")),
    "second_cube": (" (Selina Blackflow)", ("BRI-CREW-SELINA-BLACKFLOW",)),
    "veda": (" instead of the fire (Veda Moonbright)", ("BRI-CREW-VEDA-MOONBRIGHT", "BRI-RULING-62")),
    "pyro_control": (" (Cindy Bustion)", ("BRI-CHIEF-CINDY-BUSTION", "BRI-RECOG-04")),
}
"""What placed a cube: the words for it, and the rules."""
_REMOVED: Final = {
    "refill_anywhere_for_cube": " for a Refill (white firehouse)",
    "poach_crew": " for a rival's crew card (Frith Goldmane)",
    "extra_upgrade": " for an Upgrade (Glint Dampshot)",
}
"""What a cube was given up for."""


def tell_loyalty(event: e.LoyaltyEvent) -> Sentence:
    """The line of an event of cubes or loyalty."""
    seat = event.seat
    rules: tuple[str, ...]
    match event:
        case e.CubePlaced(cell=cell, why=why, tile=tile):
            by, rules = _PLACED[why]
            text = f"{seat_name(seat)} placed a cube at {place(tile, cell)}{by}."
            return Sentence(text, rules, facts_of(event), seat)
        case e.CubeRemoved(cell=cell, why=why, tile=tile):
            text = f"{seat_name(seat)} gave up a cube at {place(tile, cell)}{_REMOVED[why]}."
            return Sentence(text, (ABILITY_RULES[why],), facts_of(event), seat)
        case e.CubeMoved(source=origin, cell=cell, tiles=(one, two)):
            text = f"{seat_name(seat)} moved a cube from {place(one, origin)} to {place(two, cell)} (Ali Ahmar)."
            return Sentence(text, ("BRI-CREW-ALI-AHMAR",), facts_of(event), seat)
        case e.LoyaltyGained(cell=cell, rival=rival, source=origin, tile=tile, crew=crew):
            loser = "" if rival is None else f" from {seat_name(rival)}"
            token = f", with the loyalty token of {bare_cell(origin)}" if origin >= 0 else ""
            text = f"{seat_name(seat)} gained the loyalty of {place(tile, cell)}{loser}{token}."
            rules = ("BRI-LOYAL-01", "BRI-LOYAL-02") if rival is None else ("BRI-LOYAL-03", "BRI-LOYAL-02")
            rules = (*crew_rules(crew), *rules, *(("BRI-LOYAL-07",) if token else ()))
            return Sentence(text, rules, facts_of(event), seat)
        case _:
            assert_never(event)
