"""How sentences name tiles, cards and amounts, in lines and in phrases."""

from msgspec import UNSET, UnsetType

from domain.rulesets.brigade.components import CHIEFS, CREW, SIDE, TILE_INDEX, TILES, Cell


def place(tile: str, cell: Cell) -> str:
    """A tile by its printed name and its row and column."""
    row, column = divmod(cell, SIDE)
    return f"{TILES[TILE_INDEX[tile]].name} [{row},{column}]"


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
