"""What a command asks: one message for each command, for lists, buttons and screen readers.

Areas have their printed names, which all differ. A sentence leaves out what is the same in every command of its list.
"""

from collections.abc import Mapping
from typing import Final, assert_never

from domain.engine.message import Message, Value
from domain.engine.viewer import Seat
from domain.rulesets.great_fire import commands as c
from domain.rulesets.great_fire.components import INDEX, AreaId
from domain.rulesets.great_fire.view import AreaView, View

_UNKNOWN: Final = "unknown"
"""What stands for an area that is not on the board, which a refused command may contain."""


def phrase(view: View, command: c.Command) -> Message:
    """Returns the command as an order. `view`: what the reader may know just before the command.

    Any two commands that are legal at the same time have different phrases.
    """
    match command:
        case c.KeepHand():
            return Message("command-KeepHand")
        case c.ExchangeHand():
            return Message("command-ExchangeHand")
        case c.PlaceBand(area=area):
            return Message("command-PlaceBand", {"area": _named(area)})
        case c.PlaceLandowner(area=area):
            return Message("command-PlaceLandowner", {"area": _named(area)})
        case c.PlayFire(card=card, source=source, target=target):
            return Message("command-PlayFire", {"card": card, **_movement(view, source, target)})
        case c.DeclareNoMove(discard=card):
            return Message("command-DeclareNoMove", {"card": card})
        case c.PlayDoubleMove(source=source, target=target):
            return Message("command-PlayDoubleMove", _movement(view, source, target))
        case c.MoveLandowner(seat=seat, to=to):
            return _move_landowner(view, seat, to)
        case c.MoveBand(origin=origin, to=to):
            args: dict[str, Value] = {"origin": _named(origin), "to": _named(to), "cones": _cones(view, to)}
            return Message("command-MoveBand", args)
        case c.PutOut(seat=seat):
            return _put_out(view, seat)
        case c.Demolish(district=district):
            return Message("command-Demolish", {"district": _named(district), "houses": _houses(view, district)})
        case c.EndActions(seat=seat):
            return Message("command-EndActions", {"points": _unspent(view, seat)})
        case c.Intensify(district=district):
            return Message("command-Intensify", {"district": _named(district), "cones": _cones(view, district)})
        case _:
            assert_never(command)


def _move_landowner(view: View, seat: Seat, to: AreaId) -> Message:
    args: dict[str, Value] = {"to": _named(to), "cones": _cones(view, to)}
    if (origin := _landowner(view, seat)) is None:
        return Message("command-MoveLandowner", args)
    return Message("command-MoveLandowner-from", {"origin": origin, **args})


def _put_out(view: View, seat: Seat) -> Message:
    if (here := _landowner(view, seat)) is None:
        return Message("command-PutOut")
    return Message("command-PutOut-in", {"area": here, "cones": _cones(view, here)})


def _movement(view: View, source: AreaId, target: AreaId) -> Mapping[str, Value]:
    """Returns the areas of a movement, and how many houses it would destroy."""
    return {"source": _named(source), "target": _named(target), "houses": _houses(view, target)}


def _named(area: AreaId) -> str:
    return area if area in INDEX else _UNKNOWN


def _area_view(view: View, area: AreaId) -> AreaView | None:
    return view.areas[INDEX[area]] if area in INDEX else None


def _landowner(view: View, seat: Seat) -> AreaId | None:
    """Returns the area of a seat's pawn, None if it is not placed or there is no such seat."""
    return view.seats[seat].landowner if 0 <= seat < len(view.seats) else None


def _unspent(view: View, seat: Seat) -> int:
    """Returns the points that the end of the actions would lose (GF-RULING-40)."""
    return view.points_left if seat == view.active and view.phase in ("fire_second", "actions") else 0


def _houses(view: View, area: AreaId) -> int:
    """Returns how many houses stand in an area, which a fire or a charge would destroy."""
    area_view = _area_view(view, area)
    return len(area_view.houses) if area_view is not None else 0


def _cones(view: View, area: AreaId) -> int:
    """Returns how many cones are in an area."""
    area_view = _area_view(view, area)
    return area_view.cones if area_view is not None else 0
