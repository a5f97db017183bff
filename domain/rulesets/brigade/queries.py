"""Questions that many rules ask about a state. Changes nothing and refuses nothing."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from domain.engine.viewer import Seat
from domain.rulesets.brigade.components import (
    ABILITIES,
    BURNABLE,
    CHIEFS,
    CREW,
    DOOMED,
    HOUSES,
    KINDS,
    TILES,
    TOKENS,
    TRACK_NAMES,
    TRACKS,
    Cell,
    Mask,
    TrackName,
    bits,
    guild_masks,
    tile_at,
)
from domain.rulesets.brigade.state import Brigade, State

TAKE_OVER: Final = 1
"""Cubes beyond its value that a tile loyal to a rival needs (BRI-LOYAL-03, -04)."""


# ---- the city


@lru_cache(maxsize=8192)
def burning(fire: bytes) -> Mask:
    """The tiles of intensity 1 to 4."""
    return sum(1 << cell for cell, level in enumerate(fire) if 0 < level < DOOMED)


@lru_cache(maxsize=8192)
def doomed(fire: bytes) -> Mask:
    """The tiles whose token is on the destroyed icon (BRI-FIRE-03)."""
    return sum(1 << cell for cell, level in enumerate(fire) if level == DOOMED) if DOOMED in fire else 0


def ruins(state: State) -> Mask:
    """Destroyed and doomed tiles, which most rules treat alike (BRI-FIRE-04)."""
    return state.destroyed | doomed(state.fire)


def standing(state: State) -> Mask:
    """The tiles that can hold cubes: city and University, neither destroyed nor doomed (BRI-RECOG-04)."""
    return BURNABLE & ~ruins(state)


def where(*cells: Cell) -> Mask:
    """A mask of cells; those off the board count for nothing."""
    mask = 0
    for cell in cells:
        if cell >= 0:
            mask |= 1 << cell
    return mask


def pawns(state: State) -> Mask:
    """The tiles with a brigade or a wagon: they are immune (BRI-IMMUNE-01)."""
    mask = 0
    for b in state.brigades:
        if b.at >= 0:
            mask |= 1 << b.at | 1 << b.wagon_at
    return mask


def rival_brigades(state: State, seat: Seat) -> Mask:
    """The tiles with a brigade of another player."""
    return where(*(b.at for at, b in enumerate(state.brigades) if at != seat))


def rival_pawns(state: State, seat: Seat) -> Mask:
    """The tiles with a brigade or a wagon of another player."""
    return where(*(cell for at, b in enumerate(state.brigades) if at != seat for cell in (b.at, b.wagon_at)))


def spared(state: State, rivals_of: Seat | None = None) -> Mask:
    """The loyal buildings under Allegiance (BRI-CHIEF-BERNHARDT-BLAZE), of the rivals of a seat or of everybody."""
    mask = 0
    for seat, b in enumerate(state.brigades):
        if b.allegiance and seat != rivals_of:
            mask |= b.loyal
    return mask


def takers(state: State, card: bool) -> Mask:
    """The tiles to which fire can be added, were it not for immunity; `card`: by an event card."""
    mask = standing(state)
    return mask & ~spared(state) if card else mask


def owner(state: State, cell: Cell) -> Seat | None:
    """To whom a tile is loyal."""
    for seat, b in enumerate(state.brigades):
        if b.loyal >> cell & 1:
            return seat
    return None


def cube_cells(brigade: Brigade) -> Mask:
    """The tiles with cubes of a player; the cube on the Aviary is none of them (BRI-EXP-BIG-06)."""
    return sum(1 << cell for cell, count in enumerate(brigade.cubes) if count)


# ---- seats


def turn_order(state: State, start: Seat | None = None) -> tuple[Seat, ...]:
    """Those still at the table, clockwise from `start`, or from the first player."""
    start = state.first if start is None else start
    n = len(state.brigades)
    return tuple(s for i in range(n) if not state.brigades[s := (start + i) % n].gone)


def rivals(state: State, seat: Seat) -> tuple[Seat, ...]:
    """The others still at the table, clockwise from the next."""
    return tuple(other for other in turn_order(state, seat) if other != seat)


def value(brigade: Brigade, track: TrackName) -> int:
    """The value of an upgrade track (BRI-UPG-02)."""
    return TRACKS[track].positions[circle(brigade, track)]


def circle(brigade: Brigade, track: TrackName) -> int:
    """The circle on which the marker of a track stands."""
    return brigade.circles[TRACK_NAMES.index(track)]


def complete(brigade: Brigade, track: TrackName) -> bool:
    """Whether the marker is on the last circle (BRI-ACT-UPGRADE-02)."""
    return circle(brigade, track) == TRACKS[track].last


def tokens_left(brigade: Brigade) -> int:
    """Loyalty tokens in the supply."""
    return TOKENS - brigade.loyal.bit_count()


def actions_due(brigade: Brigade) -> int:
    """The actions of an action phase that begins now (BRI-TURN-04)."""
    return max(0, value(brigade, "leadership") + brigade.banked - brigade.precious)


def chief_buckets(brigade: Brigade) -> int:
    """The places for water on the chief card."""
    chief = CHIEFS[brigade.chief]
    return chief.buckets_werewolf if brigade.werewolf else chief.buckets


def crew_buckets(brigade: Brigade) -> tuple[int, ...]:
    """The places for water on each crew card."""
    return tuple(CREW[m.id].buckets for m in brigade.crew)


def crew_water(brigade: Brigade) -> tuple[int, ...]:
    """The water on each crew card."""
    return tuple(m.water for m in brigade.crew)


def member_ids(brigade: Brigade) -> tuple[str, ...]:
    """The crew in order of recruitment."""
    return tuple(m.id for m in brigade.crew)


# ---- abilities


class Active(NamedTuple):
    """An ability at work: the crew card it is on, and whether the mimic token copied it."""

    ability: str
    card: str
    copied: bool


def actives(state: State, seat: Seat) -> Iterator[Active]:
    """The crew abilities at work for a seat: own cards in order of recruitment, then Galeela's copy (BRI-CREW-02)."""
    b = state.brigades[seat]
    if b.crew and b.loyal:
        masks = guild_masks(state.tiles)
        for m in b.crew:
            card = CREW[m.id]
            if masks[card.guild] & b.loyal:
                yield Active(card.ability, m.id, False)
    if b.mimic:
        yield Active(CREW[b.mimic].ability, b.mimic, True)


def copies(state: State, seat: Seat, ability: str) -> int:
    """How often a crew ability works for a seat: twice if it is both on a card and copied."""
    b = state.brigades[seat]
    if not (b.crew or b.mimic):
        return 0
    return sum(1 for active in actives(state, seat) if active.ability == ability)


def has(state: State, seat: Seat, ability: str) -> bool:
    """Whether a crew ability works for a seat."""
    b = state.brigades[seat]
    if not (b.crew or b.mimic):
        return False
    return any(active.ability == ability for active in actives(state, seat))


def unused(state: State, seat: Seat, ability: str) -> str | None:
    """What of `state.used` one more use of a once-per-turn crew ability would add; None when there is none left."""
    for active in actives(state, seat):
        key = use_of(ability, active.copied)
        if active.ability == ability and key not in state.used:
            return key
    return None


def use_of(ability: str, copied: bool) -> str:
    """An ability's entry in `state.used`; a copy has its own use (BRI-RULING-56)."""
    return f"{ability}:copy" if copied else ability


def chief_has(state: State, seat: Seat, ability: str) -> bool:
    """Whether the chief of a seat has this action or ability, which the base side of the card does not show."""
    return state.options.advanced and CHIEFS[state.brigades[seat].chief].ability == ability


def house_has(state: State, seat: Seat, ability: str) -> bool:
    """Whether the firehouse of a seat has this ability (BRI-ADV-01)."""
    return state.options.advanced and HOUSES[state.brigades[seat].house] == ability


# ---- loyalty


def needed(state: State, seat: Seat, cell: Cell) -> int:
    """Cubes of `seat` that win the loyalty of a tile not loyal to it (BRI-LOYAL-01, -03, BRI-CREW-NERY-CAGEHAND)."""
    price = tile_at(state.tiles, cell).value
    rival = owner(state, cell)
    if rival is None:
        return price
    extra: int = ABILITIES["steal_cost_plus_2"]["extra"]
    return price + (extra if has(state, rival, "steal_cost_plus_2") else TAKE_OVER)


def points_by_kind(state: State, seat: Seat) -> dict[str, int]:
    """The printed values of the loyal tiles, by block type (BRI-END-07)."""
    points = dict.fromkeys(KINDS, 0)
    for cell in bits(state.brigades[seat].loyal):
        tile = TILES[state.tiles[cell]]
        points[tile.guild] += tile.value
    return points


def points(state: State, seat: Seat) -> int:
    """What a seat would score now in an evacuation (BRI-END-07)."""
    return sum(points_by_kind(state, seat).values())


def tiles_by_kind(state: State, seat: Seat) -> dict[str, int]:
    """How many loyal tiles of each block type."""
    loyal = state.brigades[seat].loyal
    return {kind: (mask & loyal).bit_count() for kind, mask in guild_masks(state.tiles).items()}
