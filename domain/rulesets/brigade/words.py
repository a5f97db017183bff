"""How sentences name tiles, cards and amounts, in lines and in phrases."""

from domain.rulesets.brigade.components import CHIEFS, CREW, SIDE, TILE_INDEX, TILES, Cell


def place(tile: str, cell: Cell) -> str:
    """A tile by its printed name and its row and column."""
    row, column = divmod(cell, SIDE)
    return f"{TILES[TILE_INDEX[tile]].name} [{row},{column}]"


def card(name: str) -> str:
    """The printed name of a crew card."""
    return CREW[name].name


def source(name: str) -> str:
    """The place of a water: the wagon, the chief or a crew card."""
    return f"the {name}" if name in ("wagon", "chief") else card(name)


def chief(name: str) -> str:
    """The printed name of a chief."""
    return CHIEFS[name].name
