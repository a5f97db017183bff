"""Points at any step, and the final places: rules section 16.

Houses, piles and the Hero card can all be lost again before the end (GF-SUPPLY-03 takes cones back). Until scoring,
only victory-point tokens are banked, because nobody can take those away.
"""

from typing import NamedTuple

from domain.engine.score import Outcome, Place, Source, Track
from domain.engine.viewer import Seat, seats_of
from domain.rulesets.great_fire.board import holding, uncontained
from domain.rulesets.great_fire.components import COLOURS, CONSTANTS, INDEX, KINDS, OBJECTIVES, SUPPLY, AreaId, Kind
from domain.rulesets.great_fire.events import GameScored
from domain.rulesets.great_fire.state import State

HOUSES, FIRES, OBJECTIVE_CARDS, TOKENS, HERO = SOURCES = ("houses", "fires", "objectives", "tokens", "hero")
_RULES = {
    HOUSES: ("GF-SCORE-01", "GF-RULING-37"),
    FIRES: ("GF-SCORE-02",),
    OBJECTIVE_CARDS: ("GF-SCORE-03", "GF-RULING-36"),
    TOKENS: ("GF-SCORE-04", "GF-SCORE-06"),
    HERO: ("GF-SCORE-05",),
}


def houses_standing(state: State, seat: Seat) -> int:
    """Returns how many houses of a seat's own colour still stand (GF-TIE-02); 0 before the colours are dealt."""
    colour = state.deal.colours[seat]
    if not colour or not state.deal.colours_of_houses:
        return 0
    return SUPPLY.houses_per_colour - state.lost[COLOURS.index(colour)]


def survives(state: State, district: AreaId) -> bool:
    """Returns whether an objective's district has houses and no uncontained fire (GF-SCORE-03, GF-RULING-36)."""
    at = INDEX[district]
    return state.houses[at] > 0 and not uncontained(state.cones, state.bands) >> at & 1


def points(state: State, seat: Seat) -> dict[str, int]:
    """Returns the points of each source of a seat if the game ended now (GF-SCORE-01 to GF-SCORE-05)."""
    cards = (OBJECTIVES[id] for id in state.deal.objectives[seat])
    return {
        HOUSES: CONSTANTS.vp_per_house_lost * houses_standing(state, seat),
        FIRES: CONSTANTS.vp_per_fire_cone * state.piles[seat],
        OBJECTIVE_CARDS: sum(card.vp for card in cards if survives(state, card.district)),
        TOKENS: CONSTANTS.vp_per_vp_token * state.supplies[seat].victory_points,
        HERO: CONSTANTS.vp_hero if state.hero == seat else 0,
    }


def tracks(state: State) -> tuple[Track, ...]:
    """Returns every source of every seat (GF-HID-10).

    Objectives, tokens and, under option A, houses are visible only to the seat itself until the end.
    """
    over = state.outcome is not None
    secret = {OBJECTIVE_CARDS, TOKENS} | ({HOUSES} if state.deal.options.hidden_colours else set())
    rows = []
    for seat in seats_of(state.seats):
        for source, now in points(state, seat).items():
            visible_to = (seat,) if source in secret and not over else None
            rows.append(Track(seat, source, now if over or source == TOKENS else 0, now, visible_to))
    return tuple(rows)


def outcome(state: State) -> Outcome | None:
    """Returns how the game ended, None until it is scored."""
    return state.outcome


# ---- the final score


def token_kinds(state: State, seat: Seat) -> tuple[Kind, ...]:
    """Returns the kinds of a seat's tokens, one entry a token."""
    return tuple(kind for kind, count in zip(KINDS, state.supplies[seat], strict=True) for _ in range(count))


def score(state: State) -> GameScored:
    """Returns the final score, with all that was hidden and counts for it (GF-SCORE-07)."""
    unsafe = holding(state.houses) & uncontained(state.cones, state.bands)
    assert not unsafe, "houses stand in an uncontained fire (GF-CONT-05)"
    seats = seats_of(state.seats)
    return GameScored(
        objectives=state.deal.objectives,
        tokens=tuple(token_kinds(state, seat) for seat in seats),
        colours=state.deal.colours,
        houses_standing=tuple(houses_standing(state, seat) for seat in seats),
        piles=state.piles,
        outcome=_ranked(state),
    )


class _RankKey(NamedTuple):
    """What decides a place, the most important first (GF-SCORE-08, GF-TIE-01 to GF-TIE-03)."""

    points: int
    pile: int
    houses: int
    objectives: int


_TIE_BREAKS = ("GF-TIE-01", "GF-TIE-02", "GF-TIE-03")


def _ranked(state: State) -> Outcome:
    """Returns the places. Seats that are still level share a place (GF-SCORE-08, GF-TIE-01 to GF-TIE-05)."""
    seats = seats_of(state.seats)
    totals = [points(state, seat) for seat in seats]
    keys = [
        _RankKey(sum(total.values()), state.piles[seat], houses_standing(state, seat), total[OBJECTIVE_CARDS])
        for seat, total in zip(seats, totals, strict=True)
    ]
    places = tuple(
        Place(
            seat,
            place=1 + sum(other > keys[seat] for other in keys),
            points=keys[seat].points,
            sources=tuple(Source(source, total[source], _RULES[source]) for source in SOURCES),
        )
        for seat, total in zip(seats, totals, strict=True)
    )
    return Outcome("last_turn_played", places, ("GF-SCORE-08", *_tie_rules(keys), "GF-TIE-05"))


def _tie_rules(keys: list[_RankKey]) -> tuple[str, ...]:
    """Returns the tie-breaks that first place needed, and GF-TIE-04 if they left it shared."""
    needed: list[str] = []
    ahead = [key for key in keys if key.points == max(keys).points]
    for criterion, rule in enumerate(_TIE_BREAKS, start=1):
        if len(ahead) == 1:
            return tuple(needed)
        needed.append(rule)
        best = max(key[criterion] for key in ahead)
        ahead = [key for key in ahead if key[criterion] == best]
    return tuple(needed) if len(ahead) == 1 else (*needed, "GF-TIE-04")
