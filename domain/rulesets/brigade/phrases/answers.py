"""The phrases of answers to decisions.

What an answer decides is read from the decision in the view. An answer that does not fit that decision is phrased
by its own fields alone, because refused commands get phrases too.
"""

from typing import Final, assert_never

from domain.engine.sentences import counted
from domain.engine.viewer import seat_name
from domain.rulesets.brigade import commands as c
from domain.rulesets.brigade.agenda import Decision
from domain.rulesets.brigade.components import ABILITIES, CHIEFS, CREW, NOWHERE, SIR_PRECIOUS, TILES, Cell
from domain.rulesets.brigade.phrases.naming import amounts, crew_card, quoted, spot, tile_on, track_name, water_source
from domain.rulesets.brigade.view import View

_FIREHOUSES: Final = {tile.colour: tile.name for tile in TILES if tile.colour}
_OAK: Final = next(tile.name for tile in TILES if tile.ability == "falling_tree")
_WALDER: Final = next(card.name for card in CREW.values() if card.ability == "tax_rival_refill")
_THIEF: Final = next(chief.name for chief in CHIEFS.values() if chief.ability == "ethereal_form")

_TILE: Final[dict[Decision, str]] = {
    "relocate": "Move your loyalty token from {tile} to {about}",
    "event_cube": "Place your cube at {tile}",
    "noble_cube": "Place your cube at {tile}",
    "merchant_cube": "Place your cube at {tile}",
    "pyro_cube": "Place your cube at {tile}",
    "moved_cube": "Move your cube from {about} to {tile}",
    "redirect": "Let the fire meant for {about} spread to {tile}",
    "stoke": f"Raise the fire at {{tile}} by {ABILITIES['stoke_two_on_loyalty']['amount']}",
    "dirty_dealings": "Raise the fire at {tile} by 1",
    "merchant_choice": f"Lower the fire at {{tile}} by {ABILITIES['merchant_choice']['douse']}",
    "douse": "Lower the fire at {tile} by {down}",
}
"""Phrases of a choice of a tile. `about`: the tile that the decision is about."""
_CUBE: Final[dict[str, str]] = {
    "poach_crew": "Give up your cube at {tile} for the rival's crew card",
    "extra_upgrade": "Give up your cube at {tile} for the upgrade",
}
"""Phrases of a cube given up, by the chief's action that takes it."""
_YES: Final[dict[Decision, str]] = {
    "second_cube": "Place a second cube at {about}",
    "free_recruit": "Recruit for free",
}
_NO: Final[dict[Decision, str]] = {
    "recognition": "Place no more cubes of recognition",
    "recruit": "Keep none of the drawn crew cards",
    "event_cube": "Place no cube",
    "merchant_cube": "Place no cube",
    "redirect": "Do not redirect the fire meant for {about}",
    "stoke": "Raise no fire",
    "dirty_dealings": "Raise no fire",
    "free_recruit": "Recruit nobody",
    "free_upgrade": "Take no free upgrade",
    "name_rival": "Let nobody discard a crew card",
    "second_cube": "Place no second cube at {about}",
}
_RIVAL: Final[dict[Decision, str]] = {
    "give_precious": f"Give {crew_card(SIR_PRECIOUS)} to {{rival}}",
    "name_rival": "Let {rival} discard a crew card",
}
_LOST: Final[dict[Decision, str]] = {
    "refill_tax": f"Lose 1 water from {{source}} to {_WALDER}",
    "stolen_water": f"Let {_THIEF} steal 1 water from {{source}}",
}


def answer(view: View, command: c.Answer) -> str:
    """The phrase of an answer, without its full stop."""
    # Without a decision in the view every answer is phrased by its own fields, as the choice of a chief is.
    decision: Decision = view.pending.decision if view.pending is not None else "choose_chief"
    match command:
        case c.ChooseChief(chief=chief, firehouse=firehouse):
            who = CHIEFS[chief].name if chief in CHIEFS else quoted(chief)
            return f"Lead the {_FIREHOUSES.get(firehouse) or quoted(firehouse)} with {who}"
        case c.PlaceCubes(cell=cell, number=count):
            return f"Place {counted(count, 'cube')} of recognition at {spot(view, cell)}"
        case c.ChooseCell(cell=cell):
            return _about(view, _TILE.get(decision, "Choose {tile}"), cell)
        case c.ChooseCube(cell=cell):
            return _cube(view, cell)
        case c.ChooseRecruit(card=card, replaced=replaced):
            return f"Keep {crew_card(card)}{instead(replaced)}"
        case c.ChooseCard(card=card):
            return f"Discard {crew_card(card)}"
        case c.ChooseRival(rival=rival):
            return _RIVAL.get(decision, "Choose {rival}").format(rival=seat_name(rival))
        case c.ChooseTrack(track=track):
            return f"Upgrade {track_name(track)} for free"
        case c.ChooseDirection(direction=direction):
            return f"Let {_OAK} fall {direction}"
        case c.LoseWater(seat=seat, source=source):
            pattern = _LOST.get(decision, "Lose 1 water from {source}")
            return pattern.format(source=water_source(view, seat, source))
        case c.TakeWater(seat=seat, chief=chief_water, crew=crew):
            return f"Take {amounts(view, seat, 'on', chief=chief_water, crew=crew)}"
        case c.Accept():
            return _about(view, _YES.get(decision, "Accept"))
        case c.Decline():
            return _about(view, _NO.get(decision, "Decline"))
        case _:
            assert_never(command)


def instead(card: str) -> str:
    """The crew card that is replaced, if there is one."""
    return f" in place of {crew_card(card)}" if card else ""


def _cube(view: View, cell: Cell) -> str:
    if view.pending is not None and view.pending.decision == "merchant_choice":
        return f"Move your cube at {spot(view, cell)} to another tile"
    ability = view.pending.ability if view.pending is not None else None
    return _about(view, _CUBE.get(ability or "", "Take your cube from {tile}"), cell)


def _about(view: View, pattern: str, cell: Cell = NOWHERE) -> str:
    """A phrase with the chosen tile, and with the tile that the decision is about."""
    about = view.pending.cell if view.pending is not None else None
    tile = tile_on(view, cell)
    most: int = ABILITIES["douse_two_on_commons"]["amount"]
    return pattern.format(
        tile=spot(view, cell),
        about="it" if about is None else spot(view, about),
        down=most if tile is None else min(most, tile.fire),
    )
