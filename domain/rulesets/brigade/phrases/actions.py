"""The phrases of the commands of the action phase."""

from collections.abc import Callable
from typing import Final, assert_never

from domain.engine.message import Message
from domain.engine.viewer import Seat
from domain.rulesets.brigade import commands as c
from domain.rulesets.brigade.components import Cell
from domain.rulesets.brigade.phrases.answers import instead
from domain.rulesets.brigade.phrases.naming import amounts, bare_spot, board_of, crew_card, spot, tile_on, track
from domain.rulesets.brigade.view import View
from domain.rulesets.brigade.words import Args

NAMED_MAX: Final = 4
"""Tiles on the way of a move, and tiles to push to, that a phrase names. If there are more, it has their cells."""


def move(view: View, command: c.MoveBrigade) -> Message:
    """The phrase of a move."""
    many = len(command.via) + len(command.pushes) > NAMED_MAX
    name: Callable[[Cell], Message] = bare_spot if many else lambda cell: spot(view, cell)
    args: Args = {"kind": command.kind, "to": spot(view, command.to)}
    way = Message("by-way", {"places": tuple(map(name, command.via))}) if command.via else Message("nothing")
    return Message("command-MoveBrigade", {**args, "way": way, "pushing": _pushing(view, command, name)})


def _pushing(view: View, command: c.MoveBrigade, name: Callable[[Cell], Message]) -> Message:
    if not command.pushes:
        return Message("nothing")
    rivals = _pushed(view, command.seat, command.to)
    if len(rivals) != len(command.pushes):
        return Message("pushing-to", {"places": tuple(map(name, command.pushes))})
    pairs = zip(rivals, command.pushes, strict=True)
    return Message("pushing", {"each": tuple(Message("push", {"rival": at, "place": name(to)}) for at, to in pairs)})


def _pushed(view: View, seat: Seat, cell: Cell) -> list[Seat]:
    """The rivals whose brigades are on a tile, in turn order, as `MoveBrigade.pushes` lists them."""
    tile = tile_on(view, cell)
    rivals = () if tile is None else tile.brigades
    return sorted(
        (rival for rival in rivals if rival != seat), key=lambda at: (at - (view.first or 0)) % len(view.seats)
    )


def on_the_board(view: View, command: c.MoveWagon | c.Extinguish | c.Refill | c.Transfer) -> Message:
    """The phrase of a command that moves the wagon or water."""
    match command:
        case c.MoveWagon(kind=kind, to=to):
            return Message("command-MoveWagon", {"kind": kind, "to": spot(view, to)})
        case c.Extinguish():
            return _extinguish(view, command)
        case c.Refill(seat=seat, cell=cell, for_cube=for_cube):
            args: Args = {"place": spot(view, cell), "cube": for_cube}
            return Message("command-Refill", {"pawns": _standing(view, seat, cell), **args})
        case c.Transfer(seat=seat, wagon=wagon, chief=chief, crew=crew):
            rest = 0 in (wagon, chief, *crew) and any((wagon, chief, *crew))
            water = amounts(view, seat, "on", wagon=wagon, chief=chief, crew=crew)
            return Message("command-Transfer", {"water": water, "rest": rest})
        case _:
            assert_never(command)


def _extinguish(view: View, command: c.Extinguish) -> Message:
    seat, wagon, chief, crew = command.seat, command.wagon, command.chief, command.crew
    water = amounts(view, seat, "from", wagon=wagon, chief=chief, crew=crew)
    if command.kind == "ash" and not wagon and not chief and sum(map(bool, crew)) == 1:
        # Ash has only the water of its own card.
        water = Message("amounts-bare", {"amount": sum(crew)})
    return Message("command-Extinguish", {"place": spot(view, command.cell), "water": water, "kind": command.kind})


def _standing(view: View, seat: Seat, cell: Cell) -> str:
    """The pawns of a seat on a tile, which a Refill there fills."""
    tile = tile_on(view, cell)
    if tile is None:
        return "none"
    there = [name for name, seats in (("brigade", tile.brigades), ("wagon", tile.wagons)) if seat in seats]
    return "both" if len(there) > 1 else next(iter(there), "none")


def of_a_chief(view: View, command: c.ChiefAction) -> Message:
    """The phrase of a chief's action."""
    match command:
        case c.SendWagon(cell=cell):
            return Message("command-SendWagon", {"place": spot(view, cell)})
        case c.Polymorph(cell=cell, other=other):
            return Message("command-Polymorph", {"one": spot(view, cell), "two": spot(view, other)})
        case c.Poach(seat=seat, card=card, replaced=replaced):
            args: Args = {"card": crew_card(card), "rival": _holder(view, seat, card), "instead": instead(replaced)}
            return Message("command-Poach", args)
        case c.ExtraUpgrade(track=name):
            return Message("command-ExtraUpgrade", {"track": track(name)})
        case c.DeclareAllegiance():
            return Message("command-DeclareAllegiance")
        case c.ChangeSide(seat=seat):
            board = board_of(view, seat)
            side = "unknown" if board is None else "human" if board.werewolf else "werewolf"
            return Message("command-ChangeSide", {"side": side})
        case c.PlaceMimic(seat=seat, card=card):
            return Message("command-PlaceMimic", {"card": crew_card(card), "rival": _holder(view, seat, card)})
        case c.ControlFirestorm():
            return Message("command-ControlFirestorm")
        case _:
            assert_never(command)


def _holder(view: View, seat: Seat, card: str) -> Seat | None:
    """The rival that has a crew card; None if no rival has it."""
    holders = (board.seat for board in view.seats if any(member.card == card for member in board.crew))
    return next((holder for holder in holders if holder != seat), None)
