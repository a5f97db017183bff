"""The lines of fire and destroyed tiles (sections 4, 5 and 6.3)."""

from typing import Final, assert_never

from msgspec import UNSET

from domain.engine.message import Message
from domain.engine.sentences import Sentence, facts_of
from domain.rulesets.brigade import events as e
from domain.rulesets.brigade.components import ABILITIES, ABILITY_RULES, EFFECT_RULES
from domain.rulesets.brigade.words import Args, crew_rules, place

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
_UNWATERED: Final = ("douse", "merchant_choice", "thaw")
"""Why a fire fell without an Extinguish: a crew card or a building lowered it."""
_BUILDINGS: Final = ("BRI-EXP-BIG-03", "BRI-EXP-BIG-05")
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


def _rose(event: e.FireAdded) -> Message:
    """What raised a fire, as far as it is recorded. In version 1 only Chops raises one by two levels."""
    args: Args = {"place": place(event.tile, event.cell), "levels": event.levels}
    if event.cause == "redirect":
        return Message("line-FireAdded-redirected", args)
    if event.cause is not UNSET:
        return Message("line-FireAdded", {**args, "cause": event.cause})
    if not event.by_card and event.levels == _STOKED:
        return Message("line-FireAdded", {**args, "cause": "stoke"})
    return Message("line-FireAdded-unknown", args)


def _fell(event: e.FireReduced) -> Message:
    args: Args = {"place": place(event.tile, event.cell), "levels": event.levels}
    if event.why in _UNWATERED:
        return Message("line-FireReduced-lowered", {**args, "why": event.why})
    return Message("line-FireReduced", {**args, "saved": bool(crew_rules(event.crew))})


def tell_fire(event: e.FireEvent) -> Sentence:
    """The line of an event of fire."""
    rules: tuple[str, ...]
    match event:
        case e.FireAdded():
            return Sentence(_rose(event), _raised_by(event), facts_of(event))
        case e.FireReduced(why=why, crew=crew):
            return Sentence(_fell(event), (*crew_rules(crew), *_REDUCED[why]), facts_of(event))
        case e.FirePutOut(seat=seat, cell=cell, recognition=cubes, tile=tile):
            message = Message("line-FirePutOut", {"seat": seat, "place": place(tile, cell), "cubes": cubes})
            return Sentence(message, ("BRI-ACT-EXT-04", "BRI-RECOG-01", "BRI-END-08"), facts_of(event), seat)
        case e.FiresExchanged(seat=seat, cell=cell, other=other, tiles=(one, two)):
            args: Args = {"seat": seat, "one": place(one, cell), "two": place(two, other)}
            return Sentence(Message("line-FiresExchanged", args), ("BRI-CHIEF-BLITZ-HABEN",), facts_of(event), seat)
        case e.TileDestroyed(cell=cell, tile=tile):
            rules = ("BRI-DESTROY-01", "BRI-DESTROY-02", "BRI-DESTROY-03", "BRI-DESTROY-04")
            return Sentence(Message("line-TileDestroyed", {"place": place(tile, cell)}), rules, facts_of(event))
        case e.AviaryRoasted(seats=seats):
            message = Message("line-AviaryRoasted", {"seats": seats}) if seats else Message("line-AviaryRoasted-nobody")
            return Sentence(message, ("BRI-EXP-BIG-06",), facts_of(event))
        case _:
            assert_never(event)
