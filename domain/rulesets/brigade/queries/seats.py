"""Questions about the seats: who acts, in which order, and where their markers are."""

from typing import Final

from domain.engine.viewer import Seat
from domain.rulesets.brigade.components import TOKENS, TRACK_NAMES, TRACKS, TrackName
from domain.rulesets.brigade.state import Brigade, State

_PLACES: Final = {track: place for place, track in enumerate(TRACK_NAMES)}
"""Where the circle of each track stands in `Brigade.circles`."""
_VALUES: Final = {track: printed.positions for track, printed in TRACKS.items()}
_LAST: Final = {track: printed.last for track, printed in TRACKS.items()}


def to_act(state: State) -> tuple[Seat, ...]:
    """The seat that may act now: the owner of the pending decision, else the active one (15.2)."""
    if state.phase in ("set_up", "over"):
        return ()
    pending = state.pending if state.agenda else None
    return (state.active if pending is None else pending.seat,)


def turn(state: State) -> int:
    """How many turns have begun, extra ones too; 0 in set-up."""
    return state.turns


def turn_order(state: State, start: Seat | None = None) -> tuple[Seat, ...]:
    """The seats whose players have not left, clockwise from `start` or from the first player."""
    start = state.first if start is None else start
    seats, brigades = state.all_seats, state.brigades
    return tuple([seat for seat in seats[start:] + seats[:start] if not brigades[seat].gone])


def rivals(state: State, seat: Seat) -> tuple[Seat, ...]:
    """The other seats whose players have not left, clockwise from the next."""
    return tuple(other for other in turn_order(state, seat) if other != seat)


def value(brigade: Brigade, track: TrackName) -> int:
    """The value of an upgrade track (BRI-UPG-02)."""
    return _VALUES[track][brigade.circles[_PLACES[track]]]


def circle(brigade: Brigade, track: TrackName) -> int:
    """The circle with the marker of a track, counted from 0."""
    return brigade.circles[_PLACES[track]]


def complete(brigade: Brigade, track: TrackName) -> bool:
    """Whether the marker is on the last circle (BRI-ACT-UPGRADE-02)."""
    return circle(brigade, track) == _LAST[track]


def tokens_left(brigade: Brigade) -> int:
    """How many loyalty tokens are in the supply."""
    return TOKENS - brigade.loyal.bit_count()


def actions_due(brigade: Brigade) -> int:
    """How many actions an action phase has that begins now (BRI-TURN-04)."""
    return max(0, value(brigade, "leadership") + brigade.banked - brigade.precious)
