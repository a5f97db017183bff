"""Points: what a seat has at any step, what wins at once, and who has won (section 9). Changes nothing.

A loyalty token can be lost until the end, so nothing is banked before. Beside the five block types there is a track for
each way the game can end, which tells how far a seat is and adds nothing to a total (`if_over` is 0): `ends.guild` counts
towards 5 tiles of one guild (or 3 of the University, counted as two more), `ends.citizens` block types towards 5,
`ends.evacuation` and `ends.all_out` the points that such an end would give now.
"""

from typing import Final

from domain.engine.score import Outcome, Place, Source, Track
from domain.engine.viewer import Seat
from domain.rulesets.brigade.components import ENDS, GUILDS, KINDS
from domain.rulesets.brigade.queries import points_by_kind, tiles_by_kind, turn_order
from domain.rulesets.brigade.state import Ending, State

ENDINGS: Final = ("guild", "citizens", "evacuation", "all_out")


def won(state: State, seat: Seat) -> Ending | None:
    """Whether a seat's loyal tiles win at once (BRI-END-01, -02)."""
    counts = tiles_by_kind(state, seat)
    if counts["university"] >= ENDS.university_loyalty_tiles:
        return "guild"
    if any(counts[guild] >= ENDS.guild_loyalty_tiles for guild in GUILDS):
        return "guild"
    return "citizens" if all(counts[kind] for kind in KINDS) else None


def ends(state: State, seat: Seat) -> dict[str, int]:
    """How far a seat is towards each end; see the head of this file."""
    counts = tiles_by_kind(state, seat)
    university = counts["university"]
    bonus = ENDS.guild_loyalty_tiles - ENDS.university_loyalty_tiles
    points = sum(points_by_kind(state, seat).values())
    return {
        "guild": max(*(counts[guild] for guild in GUILDS), university + bonus if university else 0),
        "citizens": sum(1 for kind in KINDS if counts[kind]),
        "evacuation": points,
        "all_out": points,
    }


def tracks(state: State) -> tuple[Track, ...]:
    """Every source of every seat, all of it public (BRI-HIDDEN-03)."""
    over = bool(state.ending)
    found = []
    for seat in range(state.seats):
        for kind, points in points_by_kind(state, seat).items():
            found.append(Track(seat, kind, points if over else 0, points))
        for ending, progress in ends(state, seat).items():
            found.append(Track(seat, f"ends.{ending}", 0 if over else progress, 0))
    return tuple(found)


def outcome(state: State) -> Outcome | None:
    """The result, once there is one."""
    return Outcome(state.ending, state.places, state.ended_by) if state.ending else None


def places(state: State, winner: Seat | None) -> tuple[Place, ...]:
    """The seats' places: by a win at once only the winner is set apart, else by points (BRI-END-07, -08)."""
    sources = [
        tuple(Source(kind, n, ("BRI-END-07",)) for kind, n in points_by_kind(state, seat).items())
        for seat in range(state.seats)
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

    keys = [key(seat) for seat in range(state.seats)]
    return tuple(
        Place(seat, 1 + sum(other > keys[seat] for other in keys), totals[seat], sources[seat])
        for seat in range(state.seats)
    )
