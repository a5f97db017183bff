"""What a viewer may know of a state, chosen in field by field (rules section 20). Tells no event: that is in `tell.py`."""

import msgspec

from domain.engine.score import Outcome
from domain.engine.viewer import Seat, Viewer, sees
from domain.rulesets.great_fire.actions import contained, free_bands
from domain.rulesets.great_fire.commands import CARDS, Card
from domain.rulesets.great_fire.components import COLOURS, CONSTANTS, FIRST_HOUSE, IDS
from domain.rulesets.great_fire.events import Kind
from domain.rulesets.great_fire.fire import burning
from domain.rulesets.great_fire.opening import five_of_a_kind
from domain.rulesets.great_fire.options import Options
from domain.rulesets.great_fire.rules import to_act
from domain.rulesets.great_fire.score import kinds_held
from domain.rulesets.great_fire.state import NOWHERE, Phase, State


class AreaView(msgspec.Struct, frozen=True, gc=False):
    """One area of the board. `houses`: the colours of those that stand. `bands` counts pinned and free ones. `token`: whether
    one lies there, face down. `landowners`: the seats whose pawns stand there."""

    id: str
    houses: tuple[str, ...]
    cones: int
    bands: int
    free_bands: int
    burning: bool
    contained: bool
    demolished: bool
    token: bool
    landowners: tuple[Seat, ...]


class ColourView(msgspec.Struct, frozen=True, gc=False):
    """One row of the score track: houses lost, and the points left of 40 (GF-COMP-10)."""

    colour: str
    houses_lost: int
    points_left: int


class SeatView(msgspec.Struct, frozen=True, gc=False):
    """One seat. What the viewer may not know, or what is not dealt yet, is None.

    `landowner`: the area of its pawn, `pawn` the pawn's colour, `colour` the seat's own. `pile`: cones put out. `cards`: how
    many fire cards it holds, `hand` which, `shown` those that everybody has seen (GF-HID-04). `tokens`: how many it
    holds, `token_kinds` which. `objectives`: its objective cards.
    """

    seat: Seat
    landowner: str | None
    pawn: str | None
    colour: str | None
    pile: int
    hero: bool
    cards: int
    hand: tuple[Card, ...] | None
    shown: tuple[Card, ...]
    tokens: int
    token_kinds: tuple[Kind, ...] | None
    objectives: tuple[str, ...] | None


class View(msgspec.Struct, frozen=True, gc=False):
    """A game at one step, through one pair of eyes.

    `active`: whose turn it is, or who is asked at set-up; `start` the start player; both None before set-up. `turn` counts
    from 1. `points_left`: action points. `card`: the fire card played this turn. `owed`: cones the active seat has still to
    place. `exchange_offered`: to the active seat's own eyes, whether it may exchange its hand (GF-HID-03). `stock`: cones.
    `stack_cards`: the letters still in the deck, the next to appear first; `cards_on_stack`: fire cards until then.
    `final_turns_left`: None before the last round. `played`: the discards, oldest first.
    """

    phase: Phase
    turn: int
    active: Seat | None
    to_act: tuple[Seat, ...]
    start: Seat | None
    points_left: int
    card: Card | None
    owed: int
    exchange_offered: bool
    options: Options
    areas: tuple[AreaView, ...]
    stock: int
    colours: tuple[ColourView, ...]
    seats: tuple[SeatView, ...]
    stack_cards: tuple[str, ...]
    cards_on_stack: int
    final_turns_left: int | None
    played: tuple[Card, ...]
    outcome: Outcome | None


def view(state: State, viewer: Viewer) -> View:
    """The game through `viewer`'s eyes."""
    begun = state.phase != "set_up"
    asked = to_act(state)
    return View(
        phase=state.phase,
        turn=state.turn,
        active=state.active if begun else None,
        to_act=asked,
        start=state.deal.start if begun else None,
        points_left=state.points,
        card=state.card,
        owed=state.owed,
        exchange_offered=(
            state.phase == "confirm_hand" and sees(viewer, state.active) and five_of_a_kind(state, state.active)
        ),
        options=state.deal.options,
        areas=_areas(state),
        stock=state.stock,
        colours=tuple(_colour(colour, lost) for colour, lost in zip(COLOURS, state.lost, strict=True)),
        seats=tuple(_seat(state, seat, viewer) for seat in range(state.seats)),
        stack_cards=tuple(state.stacks),
        cards_on_stack=state.on_stack,
        final_turns_left=state.final_turns if state.final_turns >= 0 else None,
        played=tuple(_CARD[letter] for letter in state.played),
        outcome=state.outcome,
    )


_CARD: dict[str, Card] = {card: card for card in CARDS}


def _areas(state: State) -> tuple[AreaView, ...]:
    fire = burning(state.cones)
    standing = set(state.bands) | set(state.landowners)
    row = state.deal.colours_of_houses
    found = []
    for at, id in enumerate(IDS):
        houses = row[FIRST_HOUSE[at] : FIRST_HOUSE[at + 1]] if state.houses[at] else b""
        somebody = at in standing
        found.append(
            AreaView(
                id,
                tuple([COLOURS[colour] for colour in houses]),
                state.cones[at],
                state.bands.count(at) if somebody else 0,
                free_bands(state, at) if somebody else 0,
                fire >> at & 1 == 1,
                contained(state, at) if somebody else False,
                state.demolished[at] > 0,
                state.tokens[at] > 0,
                tuple(seat for seat, place in enumerate(state.landowners) if place == at) if somebody else (),
            )
        )
    return tuple(found)


def _colour(colour: str, lost: int) -> ColourView:
    return ColourView(colour, lost, CONSTANTS.vp_start - CONSTANTS.vp_per_house_lost * lost)


def _cards(letters: str) -> tuple[Card, ...]:
    """Cards in the order of the directions."""
    return tuple(card for card in CARDS for _ in range(letters.count(card)))


def _seat(state: State, seat: Seat, viewer: Viewer) -> SeatView:
    deal = state.deal
    own = sees(viewer, seat)
    scored = state.phase == "over"  # GF-SCORE-07
    objectives = deal.objectives[seat]
    return SeatView(
        seat=seat,
        landowner=None if state.landowners[seat] == NOWHERE else IDS[state.landowners[seat]],
        pawn=deal.pawns[seat] or None,
        colour=(deal.colours[seat] or None) if own or scored or not deal.options.hidden_colours else None,
        pile=state.piles[seat],
        hero=state.hero == seat,
        cards=len(state.hands[seat]),
        hand=_cards(state.hands[seat]) if own else None,
        shown=_cards(state.shown[seat]),
        tokens=sum(state.held[seat]),
        token_kinds=kinds_held(state, seat) if own or scored else None,
        objectives=(objectives or None) if own or scored else None,
    )
