"""The lines of fire and destroyed tiles (sections 4, 5 and 6.3)."""

from collections.abc import Mapping
from typing import Final, assert_never

from msgspec import UNSET

from domain.engine.sentences import Sentence, counted, facts_of, listed
from domain.engine.viewer import seat_name
from domain.rulesets.brigade import events as e
from domain.rulesets.brigade.components import ABILITIES, ABILITY_RULES, EFFECT_RULES, EVENTS, TILES
from domain.rulesets.brigade.words import crew_rules, place

_REDUCED: Final = {
    "extinguish": ("BRI-ACT-EXT-01", "BRI-FIRE-01"),
    "send_wagon": ("BRI-CHIEF-GLORIA-IGNIS",),
    "douse": ("BRI-CREW-DEL-UGE", "BRI-RECOG-08", "BRI-CREW-05"),
    "merchant_choice": ("BRI-CREW-ALI-AHMAR", "BRI-RECOG-08"),
    "thaw": ("BRI-EXP-BIG-04", "BRI-RECOG-08"),
}


_RAISED: Final[dict[str, tuple[str, ...]]] = {
    "wind": ("BRI-EVENT-WIND-02", "BRI-FIRE-01"),
    "firestorm": ("BRI-EVENT-STORM-01", "BRI-FIRE-01"),
    "stoke": ("BRI-CREW-CHOPS-MURPHY", "BRI-CREW-07"),
    "redirect": ("BRI-CREW-ESME-MORROW", "BRI-RULING-62"),
}
RAISERS: Final[Mapping[str, str]] = {
    "wind": "The wind",
    "firestorm": "The firestorm",
    "stoke": "Chops Murphy",
    **{card.effect: card.name for card in EVENTS.values() if card.name},
    **{tile.ability: tile.name for tile in TILES if tile.ability},
}
"""Cause -> what raised a fire, as the subject of a sentence."""
_LOWERERS: Final[Mapping[str, str]] = {
    "douse": "Del Uge",
    "merchant_choice": "Ali Ahmar",
    "thaw": next(tile.name for tile in TILES if tile.ability == "frost_burst"),
}
"""Why -> what lowered a fire without water, as the subject of a sentence."""
_BUILDINGS: Final = ("BRI-EXP-BIG-03", "BRI-EXP-BIG-05")
_RAISED_BY: Final = "{} raised the fire at {} by {}."
_STOKED: Final[int] = ABILITIES["stoke_two_on_loyalty"]["amount"]


def _raised_by(event: e.FireAdded) -> tuple[str, ...]:
    """The rules behind a fire that rose. Version 1 did not record the cause. There, without a card, only Chops raises
    a fire by two levels, and only big buildings raise one by one."""
    if event.cause is UNSET:
        if event.by_card:
            return ("BRI-FIRE-01", "BRI-FIRE-03")
        return _RAISED["stoke"] if event.levels == _STOKED else (*_BUILDINGS, "BRI-FIRE-01")
    known = {**EFFECT_RULES, **ABILITY_RULES}
    return _RAISED.get(event.cause) or (known[event.cause], "BRI-FIRE-01")


def _rose(event: e.FireAdded) -> str:
    """What raised a fire, as far as it is recorded. In version 1 only Chops raises one by two levels."""
    there, levels = place(event.tile, event.cell), event.levels
    if event.cause is UNSET:
        stoked = not event.by_card and levels == _STOKED
        return _RAISED_BY.format("Chops Murphy", there, levels) if stoked else f"The fire at {there} rose by {levels}."
    if event.cause == "redirect":
        return f"The fire was redirected to {there}, where it rose by {levels} (Esme Morrow)."
    return _RAISED_BY.format(RAISERS[event.cause], there, levels)


def _fell(event: e.FireReduced) -> str:
    there, levels = place(event.tile, event.cell), event.levels
    if event.why in _LOWERERS:
        return f"{_LOWERERS[event.why]} lowered the fire at {there} by {levels}."
    saved = ", for 1 water less (Lumen)" if crew_rules(event.crew) else ""
    return f"The fire at {there} fell by {levels}{saved}."


def tell_fire(event: e.FireEvent) -> Sentence:
    """The line of an event of fire."""
    rules: tuple[str, ...]
    match event:
        case e.FireAdded():
            return Sentence(_rose(event), _raised_by(event), facts_of(event))
        case e.FireReduced(why=why, crew=crew):
            return Sentence(_fell(event), (*crew_rules(crew), *_REDUCED[why]), facts_of(event))
        case e.FirePutOut(seat=seat, cell=cell, recognition=cubes, tile=tile):
            got = f"{counted(cubes, 'cube')} of recognition to place"
            text = f"{seat_name(seat)} put out the fire at {place(tile, cell)} and got {got}."
            return Sentence(text, ("BRI-ACT-EXT-04", "BRI-RECOG-01", "BRI-END-08"), facts_of(event), seat)
        case e.FiresExchanged(seat=seat, cell=cell, other=other, tiles=(one, two)):
            text = f"{seat_name(seat)} exchanged the fires at {place(one, cell)} and {place(two, other)}."
            return Sentence(text, ("BRI-CHIEF-BLITZ-HABEN",), facts_of(event), seat)
        case e.TileDestroyed(cell=cell, tile=tile):
            rules = ("BRI-DESTROY-01", "BRI-DESTROY-02", "BRI-DESTROY-03", "BRI-DESTROY-04")
            return Sentence(f"{place(tile, cell)} was destroyed; everything on it went home.", rules, facts_of(event))
        case e.AviaryRoasted(seats=seats):
            cubes_of = f"A cube each of {listed(map(seat_name, seats))} went onto the destroyed Aviary."
            text = cubes_of if seats else "Nobody had a cube left for the destroyed Aviary."
            return Sentence(text, ("BRI-EXP-BIG-06",), facts_of(event))
        case _:
            assert_never(event)
