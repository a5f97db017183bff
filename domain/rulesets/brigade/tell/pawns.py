"""The lines of brigades and wagons (sections 6.1 and 6.2)."""

from typing import Final, assert_never

from msgspec import UNSET

from domain.engine.sentences import Sentence, facts_of
from domain.engine.viewer import seat_name
from domain.rulesets.brigade import events as e
from domain.rulesets.brigade.components import MOVE_RANGE
from domain.rulesets.brigade.words import crew_rules, place

_MOVED: Final[dict[str, tuple[str, str]]] = {
    "paid": ("", "BRI-ACT-01"),
    "pink": (" for free", "BRI-HOUSE-PINK"),
    "ethereal": (" in ethereal form", "BRI-CHIEF-AURATH-ETHER"),
}
"""How a brigade moved: the words for it, and the rule."""
_WAGON_MOVED: Final = {
    "paid": "BRI-ACT-01",
    "ride": "BRI-UPG-07",
    "morgana": "BRI-CREW-MORGANA-MAGOS",
    "send_wagon": "BRI-CHIEF-GLORIA-IGNIS",
}


def _crew_on_the_way(event: e.BrigadeMoved) -> tuple[str, ...]:
    """The rules of the crew cards that a move needed, with the rules they lift. Version 1 did not record them: there
    the length of the way shows only Kulari."""
    rules = crew_rules(event.crew)
    if event.crew is UNSET and len(event.path) > MOVE_RANGE:
        return ("BRI-CREW-KULARI-ONE-SHOE",)
    return (*rules, "BRI-ACT-MOVE-03", "BRI-ACT-MOVE-04") if "BRI-CREW-EBENEZER" in rules else rules


def tell_pawn(event: e.PawnEvent) -> Sentence:
    """The line of an event of a pawn."""
    match event:
        case e.BrigadeMoved(seat=seat, kind="home"):
            text = f"The brigade of {seat_name(seat)} went home from the ruins."
            return Sentence(text, ("BRI-ACT-MOVE-07", "BRI-ACT-MOVE-06"), facts_of(event), seat)
        case e.BrigadeMoved(seat=seat, kind=kind, path=path, tile=tile):
            how, rule = _MOVED[kind]
            text = f"{seat_name(seat)} moved the brigade to {place(tile, path[-1])}{how}."
            return Sentence(text, (*_crew_on_the_way(event), "BRI-ACT-MOVE-01", rule), facts_of(event), seat)
        case e.BrigadePushed(seat=seat, cell=cell, by=by, tile=tile):
            text = f"{seat_name(by)} pushed the brigade of {seat_name(seat)} to {place(tile, cell)} (Mog the Heavy)."
            return Sentence(text, ("BRI-CREW-MOG-THE-HEAVY",), facts_of(event), by)
        case e.FreeMoveEarned(seat=seat, cell=cell, tile=tile):
            text = f"{seat_name(seat)} ended a move at {place(tile, cell)} and earned a free one (pink firehouse)."
            return Sentence(text, ("BRI-HOUSE-PINK",), facts_of(event), seat)
        case e.AviaryTokenTaken(seat=seat):
            text = f"{seat_name(seat)} took the cube back from the Aviary."
            return Sentence(text, ("BRI-EXP-BIG-06",), facts_of(event), seat)
        case e.WagonMoved(seat=seat, cell=cell, kind=kind, tile=tile):
            text = f"{seat_name(seat)} moved the wagon to {place(tile, cell)}."
            return Sentence(text, (_WAGON_MOVED[kind], "BRI-ACT-WAGON-01"), facts_of(event), seat)
        case _:
            assert_never(event)
