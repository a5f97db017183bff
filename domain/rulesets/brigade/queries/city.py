"""Questions about the city: what burns, what is destroyed, where the pawns are, to whom a tile is loyal."""

from functools import lru_cache
from typing import Final

from domain.engine.viewer import Seat
from domain.rulesets.brigade.components import BIT, BURNABLE, DOOMED, Cell, Mask, mask_of, ones_for
from domain.rulesets.brigade.state import SEATS, Brigade, State

_BURNING: Final = ones_for(range(1, DOOMED))
_DOOMED: Final = ones_for((DOOMED,))
_SOME: Final = ones_for(range(1, 256))


@lru_cache(maxsize=8192)
def burning(fire: bytes) -> Mask:
    """The tiles of intensity 1 to 4."""
    return mask_of(fire, _BURNING)


def doomed(fire: bytes) -> Mask:
    """The tiles whose token is on the destroyed icon (BRI-FIRE-03)."""
    return mask_of(fire, _DOOMED) if DOOMED in fire else 0


def ruins(state: State) -> Mask:
    """Destroyed and doomed tiles, which most rules treat alike (BRI-FIRE-04)."""
    return state.destroyed | doomed(state.fire) if DOOMED in state.fire else state.destroyed


def standing(state: State) -> Mask:
    """The tiles that can hold cubes: city and University, neither destroyed nor doomed (BRI-RECOG-04)."""
    return BURNABLE & ~ruins(state)


def where(*cells: Cell) -> Mask:
    """A mask of cells, without those off the board."""
    mask = 0
    for cell in cells:
        if cell >= 0:
            mask |= 1 << cell
    return mask


def pawns(state: State) -> Mask:
    """The tiles with a brigade or a wagon: they are immune (BRI-IMMUNE-01)."""
    mask = 0
    for b in state.brigades:
        mask |= BIT[b.at] | BIT[b.wagon_at]
    return mask


def rival_brigades(state: State, seat: Seat) -> Mask:
    """The tiles with a brigade of another player."""
    mask, own = 0, state.brigades[seat]
    for b in state.brigades:
        if b is not own:
            mask |= BIT[b.at]
    return mask


def rival_pawns(state: State, seat: Seat) -> Mask:
    """The tiles with a brigade or a wagon of another player."""
    mask, own = 0, state.brigades[seat]
    for b in state.brigades:
        if b is not own:
            mask |= BIT[b.at] | BIT[b.wagon_at]
    return mask


def spared(state: State, rivals_of: Seat | None = None) -> Mask:
    """The loyal buildings under Allegiance, of all players or of the rivals of a seat (BRI-CHIEF-BERNHARDT-BLAZE)."""
    mask = 0
    for at, b in enumerate(state.brigades):
        if b.allegiance and at != rivals_of:
            mask |= b.loyal
    return mask


def takers(state: State, *, by_card: bool) -> Mask:
    """The tiles to which fire can be added if no pawn stands there. `by_card`: by an event card."""
    mask = standing(state)
    return mask & ~spared(state) if by_card else mask


def owner(state: State, cell: Cell) -> Seat | None:
    """The seat to which a tile is loyal."""
    for at, b in enumerate(state.brigades):
        if b.loyal >> cell & 1:
            return SEATS[at]
    return None


def cube_cells(brigade: Brigade) -> Mask:
    """The tiles with cubes of a player, without the cube on the Aviary (BRI-EXP-BIG-06)."""
    return mask_of(brigade.cubes, _SOME)
