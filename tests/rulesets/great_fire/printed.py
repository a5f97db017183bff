"""The printed board and cards as the reference needs them, read from the components by themselves. Must not import
the room's rules."""

import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[3]
PRINTED: dict[str, Any] = tomllib.loads(
    (ROOT / "domain/rulesets/great_fire/components.toml").read_text(encoding="utf-8")
)

DISTRICTS = {entry["id"]: entry for entry in PRINTED["district"]}
SIZE = {id: entry["size"] for id, entry in DISTRICTS.items()}
BURNABLE = {id for id, entry in DISTRICTS.items() if entry["burnable"]}
PL = "pudding_lane"
OPPOSITE = {"N": "S", "S": "N", "E": "W", "W": "E"}
OBJECTIVES = {card["id"]: card for card in PRINTED["objective_card"]}
SET_UP_AREAS = {id for id, entry in DISTRICTS.items() if entry["region"] not in ("green", "pudding_lane")}

NEIGHBOURS: dict[str, set[str]] = {id: set() for id in DISTRICTS}
FIRE_WAYS: dict[str, dict[str, set[str]]] = {id: {} for id in DISTRICTS}
"""Area -> fire neighbour -> the directions that lead there."""
for _link in PRINTED["board"]["links"]:
    NEIGHBOURS[_link["a"]].add(_link["b"])
    NEIGHBOURS[_link["b"]].add(_link["a"])
    if _link["fire"]:
        FIRE_WAYS[_link["a"]][_link["b"]] = set(_link["dirs"])
        FIRE_WAYS[_link["b"]][_link["a"]] = {OPPOSITE[way] for way in _link["dirs"]}
