"""The phrases of answers to decisions.

What an answer decides is read from the decision in the view. An answer that does not fit that decision is phrased
by its own fields alone, because refused commands get phrases too.
"""

from typing import Final, assert_never

from domain.engine.message import Message
from domain.rulesets.brigade import commands as c
from domain.rulesets.brigade.agenda import Decision
from domain.rulesets.brigade.components import ABILITIES, TILES, Cell
from domain.rulesets.brigade.phrases.naming import amounts, chief_card, crew_card, of_water, spot, tile_on, track
from domain.rulesets.brigade.view import View
from domain.rulesets.brigade.words import Args

_FIREHOUSES: Final = {tile.colour: tile.id for tile in TILES if tile.colour}

_LOWERED: Final[dict[Decision, int]] = {
    "merchant_choice": ABILITIES["merchant_choice"]["douse"],
    "douse": ABILITIES["douse_two_on_commons"]["amount"],
}
_RAISED: Final[dict[Decision, int]] = {"stoke": ABILITIES["stoke_two_on_loyalty"]["amount"], "dirty_dealings": 1}
_FOR_CUBES: Final[tuple[Decision, ...]] = ("event_cube", "noble_cube", "merchant_cube", "pyro_cube")
_ABOUT: Final[tuple[Decision, ...]] = ("relocate", "moved_cube", "redirect")
"""Decisions whose choice of a tile needs the tile that they are about."""
_NO: Final[tuple[Decision, ...]] = (
    "recognition",
    "recruit",
    "event_cube",
    "merchant_cube",
    "stoke",
    "dirty_dealings",
    "free_recruit",
    "free_upgrade",
    "name_rival",
)
_NO_ABOUT: Final[tuple[Decision, ...]] = ("redirect", "second_cube")
_RIVAL: Final[tuple[Decision, ...]] = ("give_precious", "name_rival")
_LOST: Final[tuple[Decision, ...]] = ("refill_tax", "stolen_water")
_GIVEN_UP: Final = ("poach_crew", "extra_upgrade")
"""The chief's actions that take a cube."""


def answer(view: View, command: c.Answer) -> Message:
    """The phrase of an answer."""
    # Without a decision in the view every answer is phrased by its own fields, as the choice of a chief is.
    decision: Decision = view.pending.decision if view.pending is not None else "choose_chief"
    match command:
        case c.ChooseCell(cell=cell):
            return _cell(view, decision, cell)
        case c.ChooseCube(cell=cell):
            return _cube(view, cell)
        case c.ChooseRival(rival=rival):
            return _decided("command-ChooseRival", decision, _RIVAL, {"rival": rival})
        case c.LoseWater(seat=seat, source=source):
            where: Args = {"where": of_water(view, seat, "from", source)}
            return _decided("command-LoseWater", decision, _LOST, where)
        case c.TakeWater(seat=seat, chief=chief, crew=crew):
            return Message("command-TakeWater", {"water": amounts(view, seat, "on", chief=chief, crew=crew)})
        case c.Accept():
            if decision == "second_cube":
                return Message("command-Accept-second_cube", {"about": _about(view)})
            return _decided("command-Accept", decision, ("free_recruit",), {})
        case c.Decline():
            if decision in _NO_ABOUT:
                return Message(f"command-Decline-{decision}", {"about": _about(view)})
            return _decided("command-Decline", decision, _NO, {})
        case _:
            return _named(view, command)


def _named(
    view: View,
    command: c.ChooseChief | c.PlaceCubes | c.ChooseRecruit | c.ChooseCard | c.ChooseTrack | c.ChooseDirection,
) -> Message:
    """The phrase of an answer that says the same for every decision."""
    match command:
        case c.ChooseChief(chief=chief, firehouse=firehouse):
            return Message("command-ChooseChief", {"chief": chief_card(chief), "firehouse": _firehouse(firehouse)})
        case c.PlaceCubes(cell=cell, number=count):
            return Message("command-PlaceCubes", {"place": spot(view, cell), "cubes": count})
        case c.ChooseRecruit(card=card, replaced=replaced):
            return Message("command-ChooseRecruit", {"card": crew_card(card), "instead": instead(replaced)})
        case c.ChooseCard(card=card):
            return Message("command-ChooseCard", {"card": crew_card(card)})
        case c.ChooseTrack(track=name):
            return Message("command-ChooseTrack", {"track": track(name)})
        case c.ChooseDirection(direction=direction):
            return Message("command-ChooseDirection", {"direction": direction})
        case _:
            assert_never(command)


def _decided(key: str, decision: Decision, among: tuple[Decision, ...], args: Args) -> Message:
    """The phrase of an answer to one of some decisions, or of the answer alone."""
    return Message(f"{key}-{decision}" if decision in among else key, args)


def _firehouse(colour: str) -> Message:
    tile = _FIREHOUSES.get(colour)
    return Message("quoted", {"name": colour}) if tile is None else Message("the-tile", {"tile": tile})


def instead(card: str) -> Message:
    """The crew card that is replaced, if there is one."""
    return Message("in-place-of", {"card": crew_card(card)}) if card else Message("nothing")


def _about(view: View) -> Message:
    """The tile that the decision is about."""
    about = view.pending.cell if view.pending is not None else None
    return Message("place-it") if about is None else spot(view, about)


def _cell(view: View, decision: Decision, cell: Cell) -> Message:
    place: Args = {"place": spot(view, cell)}
    if decision in _ABOUT:
        return Message(f"command-ChooseCell-{decision}", {**place, "about": _about(view)})
    if decision in _FOR_CUBES:
        return Message("command-ChooseCell-cube", place)
    if decision in _RAISED:
        return Message("command-ChooseCell-raise", {**place, "levels": _RAISED[decision]})
    if decision in _LOWERED:
        most, tile = _LOWERED[decision], tile_on(view, cell)
        down = most if tile is None or decision != "douse" else min(most, tile.fire)
        return Message("command-ChooseCell-lower", {**place, "levels": down})
    return Message("command-ChooseCell", place)


def _cube(view: View, cell: Cell) -> Message:
    place: Args = {"place": spot(view, cell)}
    pending = view.pending
    if pending is not None and pending.decision == "merchant_choice":
        return Message("command-ChooseCube-move", place)
    if pending is not None and pending.ability in _GIVEN_UP:
        return Message(f"command-ChooseCube-{pending.ability}", place)
    return Message("command-ChooseCube", place)
