"""The lines of cubes and loyalty (section 8)."""

from typing import Final, assert_never

from domain.engine.message import Message
from domain.engine.sentences import Sentence, facts_of
from domain.rulesets.brigade import events as e
from domain.rulesets.brigade.components import ABILITY_RULES
from domain.rulesets.brigade.words import Args, crew_rules, place

_RECOGNITION: Final = ("BRI-RECOG-02", "BRI-RECOG-03")
_PLACED: Final[dict[str, tuple[str, ...]]] = {
    "recognition": _RECOGNITION,
    "diagonal_recognition": ("BRI-HOUSE-BLACK", *_RECOGNITION),
    "event_cube": ("BRI-EVENT-SPECIAL-06", "BRI-RECOG-04"),
    "merchant_cube": ("BRI-HOUSE-ORANGE", "BRI-RECOG-04"),
    "noble_cube": ("BRI-CREW-IMMORA", "BRI-RECOG-04"),
    "second_cube": ("BRI-CREW-SELINA-BLACKFLOW",),
    "veda": ("BRI-CREW-VEDA-MOONBRIGHT", "BRI-RULING-62"),
    "pyro_control": ("BRI-CHIEF-CINDY-BUSTION", "BRI-RECOG-04"),
}
"""What placed a cube: its rules."""


def tell_loyalty(event: e.LoyaltyEvent) -> Sentence:
    """The line of an event of cubes or loyalty."""
    seat = event.seat
    match event:
        case e.CubePlaced(cell=cell, why=why, tile=tile):
            message = Message("line-CubePlaced", {"seat": seat, "place": place(tile, cell), "why": why})
            return Sentence(message, _PLACED[why], facts_of(event), seat)
        case e.CubeRemoved(cell=cell, why=why, tile=tile):
            message = Message("line-CubeRemoved", {"seat": seat, "place": place(tile, cell), "why": why})
            return Sentence(message, (ABILITY_RULES[why],), facts_of(event), seat)
        case e.CubeMoved(source=origin, cell=cell, tiles=(one, two)):
            args: Args = {"seat": seat, "from": place(one, origin), "to": place(two, cell)}
            return Sentence(Message("line-CubeMoved", args), ("BRI-CREW-ALI-AHMAR",), facts_of(event), seat)
        case e.LoyaltyGained():
            return _gained(event)
        case _:
            assert_never(event)


def _gained(event: e.LoyaltyGained) -> Sentence:
    """A tile became loyal, from nobody or from a rival, perhaps with the token of another tile."""
    token = event.source >= 0
    args: Args = {"seat": event.seat, "place": place(event.tile, event.cell), "rival": event.rival}
    message = Message("line-LoyaltyGained", args)
    if token:
        message = Message("line-LoyaltyGained-token", {**args, "source": event.source})
    rules = ("BRI-LOYAL-01", "BRI-LOYAL-02") if event.rival is None else ("BRI-LOYAL-03", "BRI-LOYAL-02")
    rules = (*crew_rules(event.crew), *rules, *(("BRI-LOYAL-07",) if token else ()))
    return Sentence(message, rules, facts_of(event), event.seat)
