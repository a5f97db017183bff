"""The phrases of the commands of the action phase."""

from collections.abc import Callable
from typing import Final, assert_never

from domain.engine.sentences import listed
from domain.engine.viewer import Seat, seat_name
from domain.rulesets.brigade import commands as c
from domain.rulesets.brigade.components import CHIEFS, CREW, Cell
from domain.rulesets.brigade.phrases.answers import instead
from domain.rulesets.brigade.phrases.naming import amounts, board_of, crew_card, spot, tile_on, track_name
from domain.rulesets.brigade.view import View
from domain.rulesets.brigade.words import bare_cell

LENGTH_MAX: Final = 195
"""Characters of the phrase of a move, without its full stop. In a longer one only the last tile has its name."""

_CREW_WITH: Final = {card.ability: card.name for card in CREW.values()}
_CHIEF_WITH: Final = {chief.ability: chief.name for chief in CHIEFS.values()}
_HOW_TO_MOVE: Final[dict[c.MoveKind, str]] = {"paid": "", "pink": " for free", "ethereal": " in ethereal form"}
_HOSES: Final[dict[c.HoseKind, str]] = {
    "brigade": "",
    "leon": f", by {_CREW_WITH['wagon_extinguish_one']}",
    "ash": f", by {_CREW_WITH['adjacent_extinguish_own_water']}",
    "copied_ash": f", by the copy of {_CREW_WITH['adjacent_extinguish_own_water']}",
}


def move(view: View, command: c.MoveBrigade) -> str:
    """The phrase of a move, without its full stop."""
    start = f"Move the brigade to {spot(view, command.to)}{_HOW_TO_MOVE[command.kind]}"
    full = start + _on_the_way(view, command, lambda cell: spot(view, cell))
    return full if len(full) <= LENGTH_MAX else start + _on_the_way(view, command, bare_cell)


def _on_the_way(view: View, command: c.MoveBrigade, name: Callable[[Cell], str]) -> str:
    way = f" by way of {listed(map(name, command.via))}" if command.via else ""
    if not command.pushes:
        return way
    pushed = _pushed(view, command.seat, command.to)
    if len(pushed) != len(command.pushes):
        return f"{way}, pushing to {listed(map(name, command.pushes))}"
    rows = (
        f"the brigade of {seat_name(rival)} to {name(to)}" for rival, to in zip(pushed, command.pushes, strict=True)
    )
    return f"{way}, pushing {listed(rows)}"


def _pushed(view: View, seat: Seat, cell: Cell) -> list[Seat]:
    """The rivals whose brigades are on a tile, in turn order, as `MoveBrigade.pushes` lists them."""
    tile = tile_on(view, cell)
    rivals = () if tile is None else tile.brigades
    return sorted(
        (rival for rival in rivals if rival != seat), key=lambda at: (at - (view.first or 0)) % len(view.seats)
    )


def on_the_board(view: View, command: c.MoveWagon | c.Extinguish | c.Refill | c.Transfer) -> str:
    """The phrase of a command that moves the wagon or water, without its full stop."""
    match command:
        case c.MoveWagon(kind="paid", to=to):
            return f"Move the wagon to {spot(view, to)}"
        case c.MoveWagon(kind="ride", to=to):
            return f"Let the wagon ride along to {spot(view, to)}"
        case c.MoveWagon(to=to):
            return f"Move the wagon to {spot(view, to)} by {_CREW_WITH['free_wagon_move']}"
        case c.Extinguish(seat=seat, kind=kind, cell=cell, wagon=wagon, chief=chief, crew=crew):
            spent = amounts(view, seat, "from", wagon=wagon, chief=chief, crew=crew)
            if kind == "ash" and not wagon and not chief and sum(map(bool, crew)) == 1:
                # Ash has only the water of its own card.
                spent = f"{sum(crew)} water"
            return f"Extinguish {spot(view, cell)} with {spent}{_HOSES[kind]}"
        case c.Refill(seat=seat, cell=cell, for_cube=for_cube):
            price = " for your cube there" if for_cube else ""
            return f"Refill{_standing(view, seat, cell)} at {spot(view, cell)}{price}"
        case c.Transfer(seat=seat, wagon=wagon, chief=chief, crew=crew):
            rest = ", none elsewhere" if 0 in (wagon, chief, *crew) and any((wagon, chief, *crew)) else ""
            return f"Transfer to have {amounts(view, seat, 'on', wagon=wagon, chief=chief, crew=crew)}{rest}"
        case _:
            assert_never(command)


def _standing(view: View, seat: Seat, cell: Cell) -> str:
    """The pawns of a seat on a tile, which a Refill there fills."""
    tile = tile_on(view, cell)
    if tile is None:
        return ""
    there = [name for name, seats in (("brigade", tile.brigades), ("wagon", tile.wagons)) if seat in seats]
    return f" the {listed(there)}" if there else ""


def of_a_chief(view: View, command: c.ChiefAction) -> str:
    """The phrase of a chief's action, without its full stop."""
    match command:
        case c.SendWagon(cell=cell):
            return f"Send the wagon to put out {spot(view, cell)}"
        case c.Polymorph(cell=cell, other=other):
            return f"Exchange the fires of {spot(view, cell)} and {spot(view, other)}"
        case c.Poach(seat=seat, card=card, replaced=replaced):
            return f"Take {crew_card(card)}{_holder(view, seat, card, 'from')}{instead(replaced)} for a cube"
        case c.ExtraUpgrade(track=track):
            return f"Upgrade {track_name(track)} for a cube"
        case c.DeclareAllegiance():
            return "Declare Allegiance"
        case c.ChangeSide(seat=seat):
            board = board_of(view, seat)
            side = "" if board is None else " to the human side" if board.werewolf else " to the werewolf side"
            return f"Turn {_CHIEF_WITH['dusk_dawn']} over{side}"
        case c.PlaceMimic(seat=seat, card=card):
            return f"Copy {crew_card(card)}{_holder(view, seat, card, 'of')}"
        case c.ControlFirestorm():
            return "Control the next firestorm"
        case _:
            assert_never(command)


def _holder(view: View, seat: Seat, card: str, preposition: str) -> str:
    """The rival that has a crew card; empty if no rival has it."""
    for board in view.seats:
        if board.seat != seat and any(member.card == card for member in board.crew):
            return f" {preposition} {seat_name(board.seat)}"
    return ""
