"""White with crew cards at work: what the tests of abilities begin with."""

from domain.rulesets.brigade import commands as c
from domain.rulesets.brigade.components import CREW
from tests.rulesets.brigade.position import WHITE, at, do, gain, position

HERE = at(1, 2)
FAR = at(5, 2)
"""A fire that keeps the game going."""
GUILD_TILES = {at(4, 1): ("nobles", 2), at(4, 2): ("commons", 2), at(4, 3): ("merchants", 2), at(4, 4): ("council", 2)}
TILE_OF = {guild: cell for cell, (guild, _) in GUILD_TILES.items()}


def active(*cards: str, **white):
    """The white player's words with these crew cards at work: a loyal tile of each one's guild."""
    tiles = {TILE_OF[CREW[card].guild] for card in cards}
    return {"crew": list(cards), "circles": (5, 0, 0), "loyal": sorted(tiles)} | white


def crewed(*cards: str, seats=2, players=None, tiles=None, **words):
    white = {
        key: words.pop(key)
        for key in (
            "at",
            "wagon_at",
            "water",
            "wagon_water",
            "cubes",
            "circles",
            "supply",
            "firehouse",
            "chief",
            "mimic",
        )
        if key in words
    }
    return position(
        seats,
        tiles=GUILD_TILES | (tiles or {}),
        players={WHITE: active(*cards, **white)} | (players or {}),
        **words,
    )


def merchants_won(*cards: str, **words):
    """White gains a Merchants tile with these crew cards, in the own action phase unless said otherwise."""
    return gain(crewed(*cards, tiles={HERE: ("merchants", 2)}, **words), WHITE, HERE)


def led(chief: str, seats: int = 2, players=None, **words):
    """White is led by `chief`."""
    players = dict(players or {})
    white = {"chief": chief} | dict(players.pop(WHITE, {}))
    return position(seats, players={WHITE: white} | players, **words)


def won_fire(levels: int = 2, **words):
    """White has just put out a fire of this intensity at HERE."""
    players = {WHITE: {"at": HERE, "water": 2, "wagon_at": HERE, "firehouse": "white"} | words.pop("white", {})}
    players |= words.pop("players", {})
    state = position(fire={HERE: levels, FAR: 1}, players=players, **words)
    wagon = max(0, levels - 2)
    return do(state, c.Extinguish(WHITE, kind="brigade", cell=HERE, wagon=wagon, chief=levels - wagon))
