"""What a command asks, in one plain English sentence, for lists, buttons and screen readers. Judges no command.

The areas stand under their printed names, which all differ. A sentence holds nothing that is the same in every command
of its list, such as that a fire card is played: cards are told apart by the direction in which they drive the fire.
"""

from typing import Final, assert_never

from domain.rulesets.great_fire import commands as c
from domain.rulesets.great_fire.components import DIRECTION_NAMES, NAMES

_UNKNOWN: Final = "an unknown area"
"""An area that is not on the board: refused commands are told, too."""


def _named(area: str) -> str:
    return NAMES.get(area, _UNKNOWN)


def phrase(command: c.Command) -> str:
    """The command as an order at the table. Any two commands that are legal at one moment differ in it."""
    match command:
        case c.KeepHand():
            return "Keep your hand."
        case c.ExchangeHand():
            return "Show your hand and exchange it."
        case c.PlaceBand(area=area):
            return f"Place a trained band in {_named(area)}."
        case c.PlaceLandowner(area=area):
            return f"Place your landowner in {_named(area)}."
        case c.PlayFire(card=card, source=source, target=target):
            return f"Drive the fire {DIRECTION_NAMES[card]} from {_named(source)} into {_named(target)}."
        case c.DeclareNoMove(discard=card):
            return f"Show that nothing moves the fire and discard a {DIRECTION_NAMES[card]} card."
        case c.PlayDoubleMove(source=source, target=target):
            return f"Use a double move to drive the fire from {_named(source)} into {_named(target)}."
        case c.MoveLandowner(to=to):
            return f"Move your landowner to {_named(to)}."
        case c.MoveBand(origin=origin, to=to):
            return f"Move a band from {_named(origin)} to {_named(to)}."
        case c.PutOut():
            return "Put out a cone where your landowner stands."
        case c.Demolish(district=district):
            return f"Demolish {_named(district)}."
        case c.EndActions():
            return "End your actions."
        case c.Intensify(district=district):
            return f"Add a cone in {_named(district)}."
        case _:
            assert_never(command)
