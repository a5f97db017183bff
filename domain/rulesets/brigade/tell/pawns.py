"""The lines of brigades and wagons (sections 6.1 and 6.2)."""

from typing import Final, assert_never

from msgspec import UNSET

from domain.engine.message import Message
from domain.engine.sentences import Sentence, facts_of
from domain.rulesets.brigade import events as e
from domain.rulesets.brigade.components import MOVE_RANGE
from domain.rulesets.brigade.words import crew_rules, place

_MOVED: Final[dict[str, str]] = {
    "paid": "BRI-ACT-01",
    "pink": "BRI-HOUSE-PINK",
    "ethereal": "BRI-CHIEF-AURATH-ETHER",
}
"""How a brigade moved: the rule."""
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
            rules = ("BRI-ACT-MOVE-07", "BRI-ACT-MOVE-06")
            return Sentence(Message("line-BrigadeMoved-home", {"seat": seat}), rules, facts_of(event), seat)
        case e.BrigadeMoved(seat=seat, kind=kind, path=path, tile=tile):
            message = Message("line-BrigadeMoved", {"seat": seat, "place": place(tile, path[-1]), "kind": kind})
            way = (*_crew_on_the_way(event), "BRI-ACT-MOVE-01", _MOVED[kind])
            return Sentence(message, way, facts_of(event), seat)
        case e.BrigadePushed(seat=seat, cell=cell, by=by, tile=tile):
            message = Message("line-BrigadePushed", {"by": by, "seat": seat, "place": place(tile, cell)})
            return Sentence(message, ("BRI-CREW-MOG-THE-HEAVY",), facts_of(event), by)
        case e.FreeMoveEarned(seat=seat, cell=cell, tile=tile):
            message = Message("line-FreeMoveEarned", {"seat": seat, "place": place(tile, cell)})
            return Sentence(message, ("BRI-HOUSE-PINK",), facts_of(event), seat)
        case e.AviaryTokenTaken(seat=seat):
            message = Message("line-AviaryTokenTaken", {"seat": seat})
            return Sentence(message, ("BRI-EXP-BIG-06",), facts_of(event), seat)
        case e.WagonMoved(seat=seat, cell=cell, kind=kind, tile=tile):
            message = Message("line-WagonMoved", {"seat": seat, "place": place(tile, cell)})
            return Sentence(message, (_WAGON_MOVED[kind], "BRI-ACT-WAGON-01"), facts_of(event), seat)
        case _:
            assert_never(event)
