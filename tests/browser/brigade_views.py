"""What the board of The Brigade has to tell and to mark, computed from views alone. Opens no browser and holds no rule."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

View = Mapping[str, Any]


def counted(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def tile_facts(tile: View, names: list[str], guilds: Mapping[str, str]) -> list[str]:
    facts = [tile["name"], f"{'ABCDEF'[tile['column']]}{tile['row'] + 1}"]
    if tile["kind"] != "firehouse":
        facts += [guilds[tile["guild"]], f"value {tile['value']}"]
    if tile["destroyed"] or tile["doomed"]:
        facts.append("destroyed" if tile["destroyed"] else "doomed")
    elif tile["fire"]:
        facts.append(f"fire {tile['fire']}")
    if tile["loyal"] is not None:
        facts.append(f"loyal to {names[tile['loyal']]}")
    facts += [f"{counted(heap['cubes'], 'cube')} of {names[heap['seat']]}" for heap in tile["cubes"]]
    for pawn in ("brigade", "wagon"):
        if seats := tile[f"{pawn}s"]:
            facts.append(f"{pawn} of {' and '.join(names[seat] for seat in seats)}")
    return facts


def seat_facts(seat: View, printed: Mapping[str, Mapping[str, str]]) -> Iterator[tuple[str, list[str]]]:
    at = seat["seat"]
    yield f"seat:{at}", [counted(seat["points"], "point")]
    yield f"tank:{at}", [f"water {seat['wagon_water']} of {seat['wagon_capacity']}"]
    yield f"supply:{at}", [counted(seat["cubes_left"], "cube"), counted(seat["tokens_left"], "loyalty token")]
    ends = seat["ends"]
    yield f"ends:{at}", [f"guild {ends['guild']} of 5", f"citizens {ends['citizens']} of 5"]
    if seat["chief"]:
        chief = printed["chief"][seat["chief"]]
        yield f"chief:{at}", [chief, f"water {seat['chief_water']} of {seat['chief_buckets']}"]
        yield f"house:{at}", [f"{seat['firehouse'].capitalize()} firehouse"]
    for track in seat["tracks"]:
        name = printed["track"][track["track"]]
        yield (
            f"track:{at}:{track['track']}",
            [f"{name} {track['value']}", f"circle {track['circle'] + 1} of {track['last'] + 1}"],
        )
    for card in seat["crew"]:
        water = f"water {card['water']} of {card['buckets']}"
        yield f"card:{card['card']}", [card["name"], water, "active" if card["active"] else "asleep"]


# ---- what has to be marked, computed from two views

SEAT_PARTS: Final = {
    "seat": ("points", "gone", "banked"),
    "chief": (
        "chief",
        "chief_water",
        "chief_buckets",
        "werewolf",
        "copied",
        "allegiance",
        "pyro_control",
    ),
    "tank": ("wagon_water", "wagon_capacity"),
    "house": ("firehouse", "home"),
    "supply": ("cubes_left", "tokens_left"),
    "ends": ("ends",),
}
SHARED_PARTS: Final = {
    "turn": ("phase", "round", "active", "extra_turn", "extra_turn_due", "outcome"),
    "actions": ("actions", "used", "free_moves", "wagon_may_ride"),
    "events": ("event_deck", "event_discard", "starting_left"),
    "crew-deck": ("crew_deck", "crew_discard"),
}


def contents(position: View) -> dict[str, Any]:
    """Part -> what it shows of the view; None where there is nothing that could be marked."""
    facts: dict[str, Any] = {f"tile:{tile['cell']}": tile for tile in position["tiles"]}
    for part, fields in SHARED_PARTS.items():
        facts[part] = [position[name] for name in fields]
    request = position["pending"]
    drawn = request["drawn"] if request else None
    asking = request["seat"] if request else position["active"]
    facts["ask"] = request and {**request, "drawn": None}
    facts["drawn"] = (drawn, position["crew_drawn"], asking) if position["crew_drawn"] else None
    ruins = [tile["kind"] for tile in position["tiles"] if tile["destroyed"]]
    fires = sum(1 for tile in position["tiles"] if tile["fire"] and not tile["destroyed"])
    facts["alarm"] = (fires, len(ruins), ruins.count("university"), position["evacuation"])
    last = position["event_discard"][-1] if position["event_discard"] else None
    facts["event"] = (position["event"] or last, position["event"] is not None)
    for seat in position["seats"]:
        facts |= seat_contents(seat)
    return facts


def seat_contents(seat: View) -> dict[str, Any]:
    at = seat["seat"]
    facts: dict[str, Any] = {f"{part}:{at}": [seat[name] for name in fields] for part, fields in SEAT_PARTS.items()}
    facts |= {f"track:{at}:{track['track']}": track for track in seat["tracks"]}
    cards = [card["card"] for card in seat["crew"]]
    facts[f"crew:{at}"] = (cards, seat["crew_capacity"], seat["sir_precious"])
    facts |= {f"card:{card['card']}": (card["water"], card["active"], at) for card in seat["crew"]}
    if seat["sir_precious"]:
        facts["card:sir-precious"] = (at,)
    return facts


def flags_due(before: View, after: View) -> list[str]:
    if not before["position"] or not after["position"]:
        return []
    was, now = contents(before["position"]), contents(after["position"])
    return sorted(part for part, displayed in now.items() if displayed is not None and was.get(part) != displayed)
