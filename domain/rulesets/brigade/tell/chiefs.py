"""The lines of chiefs on their own board (sections 10.2 and 10.3)."""

from typing import assert_never

from domain.engine.sentences import Sentence, counted, facts_of
from domain.engine.viewer import seat_name
from domain.rulesets.brigade import events as e
from domain.rulesets.brigade.words import card


def tell_chief(event: e.ChiefEvent) -> Sentence:
    """The line of an event of a chief."""
    text, rules = _words(seat_name(event.seat), event)
    return Sentence(text, rules, facts_of(event), event.seat)


def _words(name: str, event: e.ChiefEvent) -> tuple[str, tuple[str, ...]]:
    match event:
        case e.AllegianceDeclared():
            text = f"{name} declared Allegiance: until their next turn event cards spared their loyal buildings."
            return text, ("BRI-CHIEF-BERNHARDT-BLAZE", "BRI-RULING-53")
        case e.SideChanged(werewolf=werewolf, water=water):
            side = "werewolf" if werewolf else "human"
            text = f"White Fang of {name} turned to the {side} side, with {water} water."
            return text, ("BRI-CHIEF-WHITE-FANG", "BRI-RULING-55")
        case e.MimicPlaced(card=copied):
            return f"Galeela of {name} began to copy {card(copied)}.", ("BRI-CHIEF-GALEELA",)
        case e.MimicReturned():
            return f"The mimic token came back to {name}.", ("BRI-CHIEF-GALEELA",)
        case e.FirestormControlled():
            return f"{name} took control of the next firestorm.", ("BRI-CHIEF-CINDY-BUSTION", "BRI-RULING-58")
        case e.PyroCubesEarned(cells=cells):
            cubes = (
                f"a cube {'each ' if len(cells) > 1 else ''}for {counted(len(cells), 'tile')}" if cells else "no cube"
            )
            text = f"The firestorm brought {name} {cubes} (Cindy Bustion)."
            return text, ("BRI-CHIEF-CINDY-BUSTION",)
        case _:
            assert_never(event)
