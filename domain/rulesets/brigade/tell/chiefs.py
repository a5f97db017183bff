"""The lines of chiefs on their own board (sections 10.2 and 10.3)."""

from typing import assert_never

from domain.engine.message import Message
from domain.engine.sentences import Sentence, facts_of
from domain.rulesets.brigade import events as e


def tell_chief(event: e.ChiefEvent) -> Sentence:
    """The line of an event of a chief."""
    message, rules = _told(event)
    return Sentence(message, rules, facts_of(event), event.seat)


def _told(event: e.ChiefEvent) -> tuple[Message, tuple[str, ...]]:
    seat = event.seat
    match event:
        case e.AllegianceDeclared():
            rules = ("BRI-CHIEF-BERNHARDT-BLAZE", "BRI-RULING-53")
            return Message("line-AllegianceDeclared", {"seat": seat}), rules
        case e.SideChanged(werewolf=werewolf, water=water):
            message = Message("line-SideChanged", {"seat": seat, "werewolf": werewolf, "water": water})
            return message, ("BRI-CHIEF-WHITE-FANG", "BRI-RULING-55")
        case e.MimicPlaced(card=card):
            return Message("line-MimicPlaced", {"seat": seat, "card": card}), ("BRI-CHIEF-GALEELA",)
        case e.MimicReturned():
            return Message("line-MimicReturned", {"seat": seat}), ("BRI-CHIEF-GALEELA",)
        case e.FirestormControlled():
            rules = ("BRI-CHIEF-CINDY-BUSTION", "BRI-RULING-58")
            return Message("line-FirestormControlled", {"seat": seat}), rules
        case e.PyroCubesEarned(cells=cells):
            message = Message("line-PyroCubesEarned", {"seat": seat, "tiles": len(cells)})
            return message, ("BRI-CHIEF-CINDY-BUSTION",)
        case _:
            assert_never(event)
