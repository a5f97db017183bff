"""What a command asks, in one plain English sentence, for lists, buttons and screen readers.

Areas have their printed names, which all differ. A sentence leaves out what is the same in every command of its list.
"""

from typing import Final, assert_never

from domain.engine.sentences import counted
from domain.engine.viewer import Seat
from domain.rulesets.great_fire import commands as c
from domain.rulesets.great_fire.components import DIRECTION_NAMES, INDEX, NAMES, AreaId
from domain.rulesets.great_fire.view import AreaView, View

_UNKNOWN: Final = "an unknown area"
"""The name of an area that is not on the board, which a refused command may contain."""


def _named(area: AreaId) -> str:
    return NAMES.get(area, _UNKNOWN)


def _area_view(view: View, area: AreaId | None) -> AreaView | None:
    return view.areas[INDEX[area]] if area is not None and area in INDEX else None


def _landowner(view: View, seat: Seat) -> AreaId | None:
    """Returns the area of a seat's pawn, None if it is not placed or there is no such seat."""
    return view.seats[seat].landowner if 0 <= seat < len(view.seats) else None


def phrase(view: View, command: c.Command) -> str:
    """Returns the command as an order. `view`: what the reader may know just before the command.

    Any two commands that are legal at the same time have different phrases.
    """
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
            return f"Play {DIRECTION_NAMES[card]}: move a cone from {_named(source)} into {_houses(view, target)}."
        case c.DeclareNoMove(discard=card):
            return f"Show that no card can move the fire, and discard one {DIRECTION_NAMES[card]} card."
        case c.PlayDoubleMove(source=source, target=target):
            return f"Play a double move: move a cone from {_named(source)} into {_houses(view, target)}."
        case c.MoveLandowner(seat=seat, to=to):
            origin = _landowner(view, seat)
            return f"Move your landowner {f'from {_named(origin)} ' if origin else ''}to {_cones(view, to)}."
        case c.MoveBand(origin=origin, to=to):
            return f"Move a band from {_named(origin)} to {_cones(view, to)}."
        case c.PutOut(seat=seat):
            here = _landowner(view, seat)
            where = f"in {_cones(view, here)}, where" if here else "where"
            return f"Put out a cone {where} your landowner stands."
        case c.Demolish(district=district):
            return f"Demolish {_houses(view, district)}."
        case c.EndActions(seat=seat):
            return f"End your actions{_unspent(view, seat)}."
        case c.Intensify(district=district):
            return f"Add a cone in {_cones(view, district)}."
        case _:
            assert_never(command)


def _unspent(view: View, seat: Seat) -> str:
    """Returns the points that the end of the actions would lose (GF-RULING-40)."""
    points = view.points_left if seat == view.active and view.phase in ("fire_second", "actions") else 0
    return f" with {counted(points, 'point')} unspent" if points else ""


def _houses(view: View, area: AreaId) -> str:
    """Returns an area with the houses that stand there, which a fire or a charge would destroy."""
    area_view = _area_view(view, area)
    return _with(area, len(area_view.houses) if area_view is not None else 0, "house")


def _cones(view: View, area: AreaId) -> str:
    """Returns an area with its cones, if it burns."""
    area_view = _area_view(view, area)
    return _with(area, area_view.cones if area_view is not None else 0, "cone")


def _with(area: AreaId, count: int, thing: str) -> str:
    return f"{_named(area)} ({counted(count, thing)})" if count else _named(area)
