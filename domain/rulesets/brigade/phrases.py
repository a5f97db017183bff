"""What each command asks, as one sentence in the imperative, for lists, buttons and screen readers. Knows no state.

A command names a city tile by its cell alone, and what lies there differs from game to game, so the sentence says the cell
as the rules write it, `[row,column]` (BRI-GEO-01), and the names of what is printed: the University, cards, firehouses,
tracks. Who has a view can put the tile's name there. The rival of a decision is a mark (`viewer.mark`).
"""

from collections.abc import Iterator
from typing import Final, assert_never

from domain.engine.viewer import mark
from domain.rulesets.brigade import commands as c
from domain.rulesets.brigade.components import (
    CHIEFS,
    CREW,
    SIDE,
    SIR_PRECIOUS,
    TILES,
    TRACKS,
    Cell,
    cell_at,
)
from domain.rulesets.brigade.words import listed, number

_UNIVERSITY: Final = {cell_at(*tile.cell): tile.name for tile in TILES if tile.cell and tile.guild == "university"}
_FIREHOUSES: Final = {tile.colour: tile.name for tile in TILES if tile.colour}
_CREW_WITH: Final = {card.ability: card.name for card in CREW.values()}
_CHIEF_WITH: Final = {chief.ability: chief.name for chief in CHIEFS.values()}
_OAK: Final = next(tile.name for tile in TILES if tile.ability == "falling_tree")
_HOW_TO_MOVE: Final[dict[c.MoveKind, str]] = {"paid": "", "pink": " for free", "ethereal": " in ethereal form"}
_HOSES: Final[dict[c.HoseKind, str]] = {
    "brigade": "",
    "leon": f", by {_CREW_WITH['wagon_extinguish_one']}",
    "ash": f", by {_CREW_WITH['adjacent_extinguish_own_water']}",
    "copied_ash": f", by the copy of {_CREW_WITH['adjacent_extinguish_own_water']}",
}


def phrase(command: c.Command) -> str:
    """What `command` asks, without who asks it."""
    match command:
        case c.MoveBrigade() | c.MoveWagon() | c.Extinguish() | c.Refill() | c.Transfer():
            asked = _on_the_board(command)
        case c.Recruit():
            asked = "Recruit"
        case c.Upgrade(_, track):
            asked = f"Upgrade {_track(track)}"
        case c.DiscardSirPrecious():
            asked = f"Get rid of {_card(SIR_PRECIOUS)}"
        case c.EndTurn():
            asked = "End the turn"
        case (
            c.SendWagon()
            | c.Polymorph()
            | c.Poach()
            | c.ExtraUpgrade()
            | c.DeclareAllegiance()
            | c.ChangeSide()
            | c.PlaceMimic()
            | c.ControlPyre()
        ):
            asked = _of_a_chief(command)
        case _:
            asked = _answer(command)
    return f"{asked}."


def _on_the_board(command: c.MoveBrigade | c.MoveWagon | c.Extinguish | c.Refill | c.Transfer) -> str:
    match command:
        case c.MoveBrigade(_, kind, to, via, pushes):
            way = f" by way of {listed(map(_spot, via))}" if via else ""
            pushed = f", pushing to {listed(map(_spot, pushes))}" if pushes else ""
            return f"Move the brigade to {_spot(to)}{_HOW_TO_MOVE[kind]}{way}{pushed}"
        case c.MoveWagon(_, "paid", to):
            return f"Move the wagon to {_spot(to)}"
        case c.MoveWagon(_, "ride", to):
            return f"Let the wagon ride along to {_spot(to)}"
        case c.MoveWagon(_, _, to):
            return f"Move the wagon to {_spot(to)} by {_CREW_WITH['free_wagon_move']}"
        case c.Extinguish(_, kind, cell, wagon, chief, crew):
            spent = _amounts("from", wagon=wagon, chief=chief, crew=crew)
            return f"Extinguish {_spot(cell)} with {spent}{_HOSES[kind]}"
        case c.Refill(_, cell, for_cube):
            return f"Refill at {_spot(cell)}{' for a cube' if for_cube else ''}"
        case c.Transfer(_, wagon, chief, crew):
            return f"Transfer to have {_amounts('on', wagon=wagon, chief=chief, crew=crew)}"
        case _:
            assert_never(command)


def _of_a_chief(
    command: c.SendWagon
    | c.Polymorph
    | c.Poach
    | c.ExtraUpgrade
    | c.DeclareAllegiance
    | c.ChangeSide
    | c.PlaceMimic
    | c.ControlPyre,
) -> str:
    match command:
        case c.SendWagon(_, cell):
            return f"Send the wagon to put out {_spot(cell)}"
        case c.Polymorph(_, cell, other):
            return f"Exchange the fires of {_spot(cell)} and {_spot(other)}"
        case c.Poach(_, card, replaced):
            return f"Take {_card(card)}{_instead(replaced)} for a cube"
        case c.ExtraUpgrade(_, track):
            return f"Upgrade {_track(track)} for a cube"
        case c.DeclareAllegiance():
            return "Declare Allegiance"
        case c.ChangeSide():
            return f"Turn {_CHIEF_WITH['dusk_dawn']} over"
        case c.PlaceMimic(_, card):
            return f"Copy {_card(card)}"
        case c.ControlPyre():
            return "Control the next firestorm"
        case _:
            assert_never(command)


def _answer(command: c.Answer) -> str:
    match command:
        case c.ChooseChief(_, chief, house):
            who = CHIEFS[chief].name if chief in CHIEFS else _unknown(chief)
            return f"Lead the {_FIREHOUSES.get(house) or _unknown(house)} with {who}"
        case c.PlaceCubes(_, cell, count):
            return f"Place {number(count, 'cube')} at {_spot(cell)}"
        case c.ChooseCell(_, cell):
            return f"Choose {_spot(cell)}"
        case c.ChooseCube(_, cell):
            return f"Take a cube from {_spot(cell)}"
        case c.ChooseRecruit(_, card, replaced):
            return f"Keep {_card(card)}{_instead(replaced)}"
        case c.ChooseCard(_, card):
            return f"Discard {_card(card)}"
        case c.ChooseRival(_, rival):
            return f"Choose {mark(rival)}"
        case c.ChooseTrack(_, track):
            return f"Upgrade {_track(track)} for free"
        case c.ChooseDirection(_, direction):
            return f"Let {_OAK} fall {direction}"
        case c.LoseWater(_, source):
            return f"Lose 1 water from {f'the {source}' if source in ('wagon', 'chief') else _card(source)}"
        case c.TakeWater(_, chief_water, crew):
            return f"Take {_amounts('on', chief=chief_water, crew=crew)}"
        case c.Accept():
            return "Accept"
        case c.Decline():
            return "Decline"
        case _:
            assert_never(command)


# ---- words


def _spot(cell: Cell) -> str:
    row, column = divmod(cell, SIDE)
    place = f"[{row},{column}]"
    return f"{_UNIVERSITY[cell]} {place}" if cell in _UNIVERSITY else place


def _card(name: str) -> str:
    return CREW[name].name if name in CREW else _unknown(name)


def _track(name: str) -> str:
    return next((track.name for track in TRACKS.values() if track.id == name), _unknown(name))


def _unknown(name: str) -> str:
    # Whoever asks for something that is not in the box is still quoted.
    return f"“{name}”"


def _instead(card: str) -> str:
    return f" in place of {_card(card)}" if card else ""


def _amounts(preposition: str, *, chief: int, crew: tuple[int, ...], wagon: int = 0) -> str:
    """`1 water on the wagon and 2 on crew card 1`: what is not 0, crew cards counted in order of recruitment."""
    return listed(_each_amount(preposition, wagon, chief, crew)) or "no water"


def _each_amount(preposition: str, wagon: int, chief: int, crew: tuple[int, ...]) -> Iterator[str]:
    unit = " water"
    places = {"the wagon": wagon, "the chief": chief} | {f"crew card {at}": n for at, n in enumerate(crew, start=1)}
    for place, amount in places.items():
        if amount:
            yield f"{amount}{unit} {preposition} {place}"
            unit = ""
