"""The printed names of The Brigade in every language."""

import pytest

from domain.rulesets.brigade import components as box
from services.languages import ENGLISH, LOCALES, catalogue

PRINTED = {
    "tile": {tile.id: tile.name for tile in box.TILES},
    "card": {card.id: card.name for card in box.CREW.values()},
    "chief": {chief.id: chief.name for chief in box.CHIEFS.values()},
    "track": {track.id: track.name for track in box.TRACKS.values()},
    "guild": dict(box.GUILD_NAMES),
    "event": {card.id: card.name for card in box.EVENTS.values() if card.name},
    "effect": dict(box.EFFECTS),
    "expansion": {entry["id"]: entry["name"] for entry in box.PRINTED["expansion"]},
}


def test_the_english_names_are_the_printed_ones() -> None:
    entries = catalogue("brigade", ENGLISH).entries
    for kind, names in PRINTED.items():
        for each, name in names.items():
            assert entries[f"{kind}-{each}"].partition(" = ")[2].partition("\n")[0] == name


@pytest.mark.parametrize("locale", LOCALES)
def test_every_printed_thing_has_a_name(locale: str) -> None:
    entries = catalogue("brigade", locale).entries
    assert {f"{kind}-{each}" for kind, names in PRINTED.items() for each in names} <= entries.keys()
    assert {f"cell-{cell}" for cell in box.ALL_CELLS} <= entries.keys()
    assert {f"direction-{way}" for way in box.DIRECTIONS} <= entries.keys()
