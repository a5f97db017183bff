"""Points by source, while a game runs and when it is over (LON-SCORE), and what counts as poverty (LON-POV)."""

from typing import Final

from domain.engine.score import Outcome, Place, Source, Track
from domain.engine.viewer import Seat
from domain.rulesets.london.components import BOROUGHS, FACE_OF, NUMBERS
from domain.rulesets.london.errata import LON_E04
from domain.rulesets.london.state import Player, State, TieBreak, own_boroughs, seats_in

RULES: Final[dict[str, tuple[str, ...]]] = {
    "cards": ("LON-SCORE-05",),
    "boroughs": ("LON-SCORE-04",),
    "underground": ("LON-SCORE-04", "LON-UG-09"),
    "gained": ("LON-SCORE-06",),
    "money": ("LON-SCORE-03", "LON-SCORE-01"),
    "loans": ("LON-SCORE-07", "LON-SCORE-01"),
    "poverty": ("LON-SCORE-09", "LON-SCORE-08", "LON-SCORE-02"),
}
"""The sources of a score, and the rules of each."""

NEVER_LOST: Final = ("cards", "boroughs", "underground", "gained")
"""Sources whose points cannot be lost again. They are banked at once."""

TIE_BREAKS: Final[tuple[TieBreak, ...]] = ("poverty", "markers", "best_card")
"""What decides between seats with equal points, in this order (LON-SCORE-11)."""


def poverty_of_run(stacks: int, hand: int, boroughs: int) -> int:
    """The change of poverty at the end of a run: stacks and cards in hand, less building markers (LON-POV-03)."""
    return stacks + hand - boroughs


def poverty_of_hand(cards: int) -> int:
    """The poverty points that a hand of so many cards brings at the end of the game (LON-SCORE-02)."""
    return cards * NUMBERS.poverty_per_hand_card


def poverty_penalty(points: int) -> int:
    """Victory points lost for the poverty points left (LON-SCORE-09)."""
    last = len(NUMBERS.poverty_table) - 1
    if points <= last:
        return NUMBERS.poverty_table[points]
    return NUMBERS.poverty_table[last] + NUMBERS.poverty_per_point_over * (points - last)


def best_card(player: Player) -> int:
    """The highest value of a card in the building display, covered or not (LON-SCORE-11)."""
    return max((FACE_OF[card].vp for stack in player.stacks for card in stack.cards), default=0)


def _poverty_if_over(state: State) -> tuple[int, ...]:
    """Each seat's poverty after LON-SCORE-02 and LON-SCORE-08. Only the size of a hand counts."""
    raw = [player.poverty + poverty_of_hand(len(player.hand)) for player in state.players]
    least = min(raw)
    return tuple(points - least for points in raw)


def points_by_source(state: State, seat: Seat, poverty: int) -> dict[str, int]:
    """The points of `seat` by source if the game ended now with `poverty` points left."""
    player = state.players[seat]
    boroughs = own_boroughs(state, seat)
    repaid = min(player.loans, player.money // NUMBERS.loan_repay)
    return {
        "cards": sum(FACE_OF[card].vp for stack in player.stacks for card in stack.cards),
        "boroughs": sum(BOROUGHS[borough].vp for borough in boroughs),
        "underground": NUMBERS.underground_bonus_vp * sum(borough in state.underground for borough in boroughs),
        "gained": player.vp,
        "money": (player.money - repaid * NUMBERS.loan_repay) // NUMBERS.pounds_per_vp,
        "loans": -NUMBERS.loan_penalty_vp * (player.loans - repaid),
        "poverty": -poverty_penalty(poverty),
    }


def final_points(state: State, seat: Seat) -> int:
    """The score of `seat` once loans, hands and poverty are settled; it may be negative (LON-SCORE-10)."""
    return sum(points_by_source(state, seat, state.players[seat].poverty).values())


def _merits(state: State, seat: Seat) -> tuple[int, int, int, int]:
    """Points, then fewest PP, most building markers, best card: the first difference decides (LON-SCORE-11)."""
    player = state.players[seat]
    return final_points(state, seat), -player.poverty, len(own_boroughs(state, seat)), best_card(player)


def ranked(state: State) -> tuple[int, ...]:
    """Each seat's place; seats that are equal in everything share it (LON-SCORE-11)."""
    merits = [_merits(state, seat) for seat in seats_in(state)]
    return tuple(1 + sum(other > own for other in merits) for own in merits)


def tie_break(state: State) -> TieBreak | None:
    """What decided between the seats with the most points. None if nothing did, or if version 1 does not record it."""
    best, *others = sorted((_merits(state, seat) for seat in seats_in(state)), reverse=True)
    rival = next((each for each in others if each != best), None)
    if rival is None or rival[0] != best[0] or not LON_E04.holds(state):
        return None
    return next(name for name, own, other in zip(TIE_BREAKS, best[1:], rival[1:], strict=True) if own != other)


def tracks(state: State) -> tuple[Track, ...]:
    """Every source of every seat. All of it is public, because only the size of a hand counts."""
    poverty = _poverty_if_over(state)
    over = state.phase == "over"
    return tuple(
        Track(seat=seat, source=source, banked=points if over or source in NEVER_LOST else 0, if_over=points)
        for seat in seats_in(state)
        for source, points in points_by_source(state, seat, poverty[seat]).items()
    )


def outcome(state: State) -> Outcome | None:
    """How the game ended; None while it runs."""
    if state.phase != "over":
        return None
    places = tuple(_place(state, seat, place) for seat, place in zip(seats_in(state), ranked(state), strict=True))
    level = len({place.points for place in places}) < len(places)
    ties = ("LON-SCORE-11",) if level or not LON_E04.holds(state) else ()
    if state.ending == "idle":
        return Outcome(ending="idle_turns", places=places, rules=("LON-RULING-45", "LON-SCORE-10", *ties))
    return Outcome(ending="deck_empty", places=places, rules=("LON-END-01", "LON-SCORE-10", *ties))


def _place(state: State, seat: Seat, place: int) -> Place:
    by_source = points_by_source(state, seat, state.players[seat].poverty)
    sources = tuple(Source(source=source, points=points, rules=RULES[source]) for source, points in by_source.items())
    return Place(seat=seat, place=place, points=sum(by_source.values()), sources=sources)
