"""The lines of fire and destroyed tiles (sections 4, 5 and 6.3)."""

from typing import Final, assert_never

from domain.engine.sentences import Sentence, facts_of, listed
from domain.engine.viewer import seat_name
from domain.rulesets.brigade import events as e
from domain.rulesets.brigade.words import place

_REDUCED: Final = {
    "extinguish": ("BRI-ACT-EXT-01", "BRI-FIRE-01"),
    "send_wagon": ("BRI-CHIEF-GLORIA-IGNIS",),
    "douse": ("BRI-CREW-DEL-UGE", "BRI-RECOG-08", "BRI-CREW-05"),
    "merchant_choice": ("BRI-CREW-ALI-AHMAR", "BRI-RECOG-08"),
    "thaw": ("BRI-EXP-BIG-04", "BRI-RECOG-08"),
}


def tell_fire(event: e.FireEvent) -> Sentence:
    """The line of an event of fire."""
    rules: tuple[str, ...]
    match event:
        case e.FireAdded(cell=cell, levels=levels, card=by_card, tile=tile):
            rules = ("BRI-FIRE-01", "BRI-FIRE-03") if by_card else ("BRI-FIRE-01", "BRI-CREW-07")
            return Sentence(f"The fire at {place(tile, cell)} rose by {levels}.", rules, facts_of(event))
        case e.FireReduced(cell=cell, levels=levels, why=why, tile=tile):
            return Sentence(f"The fire at {place(tile, cell)} fell by {levels}.", _REDUCED[why], facts_of(event))
        case e.FirePutOut(seat=seat, cell=cell, recognition=cubes, tile=tile):
            text = f"{seat_name(seat)} put out the fire at {place(tile, cell)} and got {cubes} recognition."
            return Sentence(text, ("BRI-ACT-EXT-04", "BRI-RECOG-01", "BRI-END-08"), facts_of(event), seat)
        case e.FiresExchanged(seat=seat, cell=cell, other=other, tiles=(one, two)):
            text = f"{seat_name(seat)} exchanged the fires at {place(one, cell)} and {place(two, other)}."
            return Sentence(text, ("BRI-CHIEF-BLITZ-HABEN",), facts_of(event), seat)
        case e.TileDestroyed(cell=cell, tile=tile):
            rules = ("BRI-DESTROY-01", "BRI-DESTROY-02", "BRI-DESTROY-03", "BRI-DESTROY-04")
            return Sentence(f"{place(tile, cell)} was destroyed; everything on it went home.", rules, facts_of(event))
        case e.AviaryRoasted(seats=seats):
            text = f"Cubes of {listed(map(seat_name, seats)) or 'nobody'} went onto the destroyed Aviary."
            return Sentence(text, ("BRI-EXP-BIG-06",), facts_of(event))
        case _:
            assert_never(event)
