"""Points: what a seat has at any step, what wins at once, and who has won (section 9). Changes nothing.

A loyalty token can be lost until the end, so nothing is banked before. Beside the five block types there is a track for
each way the game can end, which tells how far a seat is and adds nothing to a total (`if_over` is 0): `ends.guild` counts
towards 5 tiles of one guild (or 3 of the University, counted as two more), `ends.citizens` block types towards 5,
`ends.evacuation` and `ends.all_out` the points that such an end would give now.
"""

from typing import Final

from domain.engine.score import Place, Source
from domain.engine.viewer import Seat
from domain.rulesets.brigade.components import ENDS, GUILDS, KINDS, NO_CELLS, UNIVERSITY, Ending
from domain.rulesets.brigade.events import EvacuationAnnounced, GameEnded
from domain.rulesets.brigade.queries import points_by_kind, tiles_by_kind, turn_order
from domain.rulesets.brigade.rules.working import Working
from domain.rulesets.brigade.state import State


def won(state: State, seat: Seat) -> Ending | None:
    """Whether a seat's loyal tiles win at once (BRI-END-01, -02)."""
    counts = tiles_by_kind(state, seat)
    if counts["university"] >= ENDS.university_loyalty_tiles:
        return "guild"
    if any(counts[guild] >= ENDS.guild_loyalty_tiles for guild in GUILDS):
        return "guild"
    return "citizens" if all(counts[kind] for kind in KINDS) else None


# ---- the end


def fires_out(working: Working) -> bool:
    """Ends the game if no fire token is left (BRI-END-05, -06)."""
    if working.state.fire == NO_CELLS:
        end_game(working, "all_out", None)
    return working.over


def check_city(working: Working) -> None:
    """After the flips: evacuation is announced, or the last fire is out (BRI-END-03, -06, BRI-DESTROY-05)."""
    state = working.state
    total = state.destroyed.bit_count()
    university = (state.destroyed & UNIVERSITY).bit_count()
    lost = total >= ENDS.evacuation_total_destroyed or university >= ENDS.evacuation_university_destroyed
    if not fires_out(working) and lost and not state.evacuation:
        working.emit(EvacuationAnnounced(destroyed=total, university=university))


_RULES: Final[dict[Ending, tuple[str, ...]]] = {
    "guild": ("BRI-END-01",),
    "citizens": ("BRI-END-02",),
    "evacuation": ("BRI-END-04", "BRI-END-07", "BRI-END-08"),
    "all_out": ("BRI-END-05", "BRI-END-07", "BRI-END-08"),
    "deserted": ("BRI-RULING-89",),
}


def end_game(working: Working, ending: Ending, winner: Seat | None) -> None:
    """The game is over; what was pending is dropped (BRI-END-10)."""
    working.emit(GameEnded(ending=ending, places=places(working.state, winner), rules=_RULES[ending]))
    working.agenda.clear()


def places(state: State, winner: Seat | None) -> tuple[Place, ...]:
    """The seats' places: by a win at once only the winner is set apart, else by points (BRI-END-07, -08)."""
    sources = [
        tuple(Source(kind, n, ("BRI-END-07",)) for kind, n in points_by_kind(state, seat).items())
        for seat in state.all_seats
    ]
    totals = [sum(source.points for source in each) for each in sources]
    order = turn_order(state)

    def key(seat: Seat) -> tuple[int, ...]:
        if seat not in order:
            return (0,)
        if winner is not None:
            return (2,) if seat == winner else (1,)
        # BRI-END-08: the latest fire put out, and the last in turn order where nobody ever did
        return (1, totals[seat], state.brigades[seat].last_out, order.index(seat))

    keys = [key(seat) for seat in state.all_seats]
    return tuple(
        Place(seat, 1 + sum(other > keys[seat] for other in keys), totals[seat], sources[seat])
        for seat in state.all_seats
    )
