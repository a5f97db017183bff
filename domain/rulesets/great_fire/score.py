"""Points: what a seat has at any step, and who has won. Rules section 16; changes nothing.

Houses, pile and Hero card can all be lost again before the end (GF-SUPPLY-03 takes cones back), so until scoring only
victory-point tokens are banked: nobody can take those away.
"""

from domain.engine.score import Outcome, Place, Source, Track
from domain.engine.viewer import Seat
from domain.rulesets.great_fire.components import COLOURS, CONSTANTS, INDEX, KINDS, OBJECTIVES, SUPPLY
from domain.rulesets.great_fire.events import GameScored, Kind
from domain.rulesets.great_fire.fire import holding, uncontained
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
    """The houses of a seat's own colour that still stand (GF-TIE-02); 0 before colours are dealt."""
    colour = state.deal.colours[seat]
    if not colour or not state.deal.colours_of_houses:
        return 0
    return SUPPLY.houses_per_colour - state.lost[COLOURS.index(colour)]


def survives(state: State, district: str) -> bool:
    """Whether an objective's district still has houses and no uncontained fire (GF-SCORE-03, GF-RULING-36)."""
    at = INDEX[district]
    return state.houses[at] > 0 and not uncontained(state.cones, state.bands) >> at & 1


def points(state: State, seat: Seat) -> dict[str, int]:
    """What each source would give a seat if the game ended now (GF-SCORE-01 to GF-SCORE-05)."""
    held = state.held[seat][KINDS.index("vp")]
    cards = (OBJECTIVES[id] for id in state.deal.objectives[seat])
    return {
        HOUSES: CONSTANTS.vp_per_house_lost * houses_standing(state, seat),
        FIRES: CONSTANTS.vp_per_fire_cone * state.piles[seat],
        OBJECTIVE_CARDS: sum(card.vp for card in cards if survives(state, card.district)),
        TOKENS: CONSTANTS.vp_per_vp_token * held,
        HERO: CONSTANTS.vp_hero if state.hero == seat else 0,
    }


def tracks(state: State) -> tuple[Track, ...]:
    """Every source of every seat; objectives, tokens and, under option A, houses are for its own eyes (GF-HID-10)."""
    over = state.outcome is not None
    secret = {OBJECTIVE_CARDS, TOKENS} | ({HOUSES} if state.deal.options.hidden_colours else set())
    found = []
    for seat in range(state.seats):
        for source, now in points(state, seat).items():
            eyes = (seat,) if source in secret and not over else None
            found.append(Track(seat, source, now if over or source == TOKENS else 0, now, eyes))
    return tuple(found)


def outcome(state: State) -> Outcome | None:
    """How the game ended, once it is scored."""
    return state.outcome


# ---- the final score


def kinds_held(state: State, seat: Seat) -> tuple[Kind, ...]:
    """A seat's tokens, one entry each."""
    return tuple(kind for kind, count in zip(KINDS, state.held[seat], strict=True) for _ in range(count))


def score(state: State) -> GameScored:
    """All is shown and counted (GF-SCORE-07)."""
    unheld = holding(state.houses) & uncontained(state.cones, state.bands)
    assert not unheld, "houses stand in an uncontained fire (GF-CONT-05)"
    seats = range(state.seats)
    return GameScored(
        objectives=state.deal.objectives,
        tokens=tuple(kinds_held(state, seat) for seat in seats),
        colours=state.deal.colours,
        houses_standing=tuple(houses_standing(state, seat) for seat in seats),
        piles=state.piles,
        outcome=_ranked(state),
    )


_TIE_BREAKS = ("GF-TIE-01", "GF-TIE-02", "GF-TIE-03")


def _ranked(state: State) -> Outcome:
    """The places: points, then pile, houses, objective points; level seats share (GF-SCORE-08, GF-TIE-01 to GF-TIE-05)."""
    totals = [points(state, seat) for seat in range(state.seats)]
    keys = [
        (sum(total.values()), state.piles[seat], houses_standing(state, seat), total[OBJECTIVE_CARDS])
        for seat, total in enumerate(totals)
    ]
    places = tuple(
        Place(
            seat,
            place=1 + sum(other > keys[seat] for other in keys),
            points=keys[seat][0],
            sources=tuple(Source(source, total[source], _RULES[source]) for source in SOURCES),
        )
        for seat, total in enumerate(totals)
    )
    return Outcome("last_turn_played", places, ("GF-SCORE-08", *_tie_rules(keys), "GF-TIE-05"))


def _tie_rules(keys: list[tuple[int, int, int, int]]) -> tuple[str, ...]:
    """The tie-breaks that had to be asked for first place, and GF-TIE-04 if they left it shared."""
    asked: list[str] = []
    ahead = [key for key in keys if key[0] == max(keys)[0]]
    for criterion, rule in enumerate(_TIE_BREAKS, start=1):
        if len(ahead) == 1:
            return tuple(asked)
        asked.append(rule)
        best = max(key[criterion] for key in ahead)
        ahead = [key for key in ahead if key[criterion] == best]
    return tuple(asked) if len(ahead) == 1 else (*asked, "GF-TIE-04")
