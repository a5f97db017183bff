"""The end of the game and the final places (section 9)."""

from typing import Final

from domain.engine.score import Place, Source
from domain.engine.viewer import Seat
from domain.rulesets.brigade.components import ENDS, GUILDS, KINDS, NO_CELLS, UNIVERSITY, Ending
from domain.rulesets.brigade.events import EvacuationAnnounced, GameEnded
from domain.rulesets.brigade.queries import points_by_kind, tiles_by_kind, turn_order
from domain.rulesets.brigade.rules.working import Working
from domain.rulesets.brigade.state import State


def won(state: State, seat: Seat) -> Ending | None:
    """How the loyal tiles of a seat win at once; None if they do not (BRI-END-01, -02)."""
    counts = tiles_by_kind(state, seat)
    if counts["university"] >= ENDS.university_loyalty_tiles:
        return "guild"
    if any(counts[guild] >= ENDS.guild_loyalty_tiles for guild in GUILDS):
        return "guild"
    return "citizens" if all(counts[kind] for kind in KINDS) else None


def fires_out(working: Working) -> bool:
    """Ends the game if no fire is left. Returns whether the game is over (BRI-END-05, -06)."""
    if working.state.fire == NO_CELLS:
        end_game(working, "all_out", None)
    return working.over


def check_city(working: Working) -> None:
    """Ends the game or announces the evacuation, as the city stands after the flips (BRI-END-03, -06)."""
    state = working.state
    if fires_out(working) or state.evacuation:
        return
    total = state.destroyed.bit_count()
    university = (state.destroyed & UNIVERSITY).bit_count()
    if total >= ENDS.evacuation_total_destroyed or university >= ENDS.evacuation_university_destroyed:
        working.emit(EvacuationAnnounced(tiles_destroyed=total, university_destroyed=university))


_RULES: Final[dict[Ending, tuple[str, ...]]] = {
    "guild": ("BRI-END-01",),
    "citizens": ("BRI-END-02",),
    "evacuation": ("BRI-END-04", "BRI-END-07", "BRI-END-08"),
    "all_out": ("BRI-END-05", "BRI-END-07", "BRI-END-08"),
    "deserted": ("BRI-RULING-89",),
}


def end_game(working: Working, ending: Ending, winner: Seat | None) -> None:
    """Ends the game and drops the tasks that are left (BRI-END-10)."""
    working.emit(GameEnded(ending=ending, places=places(working.state, winner), rules=_RULES[ending]))
    working.agenda.clear()


def places(state: State, winner: Seat | None) -> tuple[Place, ...]:
    """The place of every seat: after a win at once all others share one, else the points decide (BRI-END-07, -08)."""
    points = [points_by_kind(state, seat) for seat in state.all_seats]
    sources = [tuple([Source(kind, n, ("BRI-END-07",)) for kind, n in row.items()]) for row in points]
    totals = [sum(row.values()) for row in points]
    order = turn_order(state)

    def key(seat: Seat) -> tuple[int, ...]:
        if seat not in order:
            return (0,)
        if winner is not None:
            return (2,) if seat == winner else (1,)
        # BRI-END-08: a tie goes to the seat that put out a fire latest, or else comes last in turn order.
        return (1, totals[seat], state.brigades[seat].last_out, order.index(seat))

    keys = [key(seat) for seat in state.all_seats]
    return tuple(
        Place(seat, 1 + sum(other > keys[seat] for other in keys), totals[seat], sources[seat])
        for seat in state.all_seats
    )
