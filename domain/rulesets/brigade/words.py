"""How sentences name tiles, cards and decisions, in lines, phrases and refusals."""

from typing import Final

from msgspec import UNSET, UnsetType

from domain.rulesets.brigade.agenda import Decision
from domain.rulesets.brigade.components import CHIEFS, CREW, SIDE, TILE_INDEX, TILES, Cell

DECISIONS: Final[dict[Decision, str]] = {
    "choose_chief": "choose a chief and a firehouse",
    "recognition": "place cubes of recognition",
    "recruit": "keep one of the drawn crew cards",
    "give_precious": "give Sir Precious away",
    "relocate": "take a loyalty token from another tile",
    "event_cube": "place the event's cube",
    "redirect": "redirect the fire (Esme Morrow)",
    "stoke": "stoke an adjacent fire (Chops Murphy)",
    "douse": "douse a fire (Del Uge)",
    "noble_cube": "place a cube on the Nobles (Immora)",
    "merchant_cube": "place a cube on the Merchants (orange firehouse)",
    "merchant_choice": "choose between water, moving a cube and dousing a fire (Ali Ahmar)",
    "moved_cube": "choose the tile for a moved cube (Ali Ahmar)",
    "free_recruit": "recruit for free (Mal Candor)",
    "free_upgrade": "take a free Upgrade",
    "name_rival": "name a rival to discard a crew card (Zilda Garrett)",
    "discard_crew": "discard a crew card (Zilda Garrett)",
    "second_cube": "place a second cube (Selina Blackflow)",
    "refill_tax": "lose 1 water to Walder Ranier",
    "stolen_water": "choose which water to lose (Aurath Ether)",
    "remove_cube": "give up a cube on the board",
    "fallen_tree": "choose the direction of Old Tom Oak's fall",
    "dirty_dealings": "raise a fire (Dirty Dealings)",
    "pyro_cube": "choose the tile for the next cube (Cindy Bustion)",
}
"""What each decision asks a player to do, as an infinitive."""


def place(tile: str, cell: Cell) -> str:
    """A tile by its printed name and its row and column."""
    return f"{TILES[TILE_INDEX[tile]].name} {bare_cell(cell)}"


def bare_cell(cell: Cell) -> str:
    """A cell as the rules write it (BRI-GEO-01)."""
    row, column = divmod(cell, SIDE)
    return f"[{row},{column}]"


def card(name: str) -> str:
    """The printed name of a crew card."""
    return CREW[name].name


def crew_rules(cards: tuple[str, ...] | UnsetType) -> tuple[str, ...]:
    """The rules of the crew cards that were at work; none where they were not recorded."""
    return () if cards is UNSET else tuple(dict.fromkeys(f"BRI-CREW-{card.upper()}" for card in cards))


def source(name: str) -> str:
    """The place of a water: the wagon, the chief or a crew card."""
    return f"the {name}" if name in ("wagon", "chief") else card(name)


def chief(name: str) -> str:
    """The printed name of a chief."""
    return CHIEFS[name].name
