"""What a viewer may know of a state, chosen field by field (rules section 20)."""

import msgspec

from domain.engine.score import Outcome
from domain.engine.viewer import Seat, Viewer, seats_of, sees
from domain.rulesets.great_fire.board import burning, contained, free_bands
from domain.rulesets.great_fire.components import COLOURS, CONSTANTS, DIRECTIONS, FIRST_HOUSE, IDS, AreaId, Card, Kind
from domain.rulesets.great_fire.options import Options
from domain.rulesets.great_fire.rules import may_exchange, to_act
from domain.rulesets.great_fire.score import token_kinds
from domain.rulesets.great_fire.state import NOWHERE, Phase, State


class AreaView(msgspec.Struct, frozen=True, gc=False):
    """One polygon of the map, burnable or not (GF-TERM-01).

    `houses`: the colours of the houses that stand. `bands` counts pinned and free bands. `token`: whether there is a
    token, face down. `landowners`: the seats whose pawns stand there.
    """

    id: AreaId
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
    """One row of the score track: the houses lost, and the points left of 40 (GF-COMP-10)."""

    colour: str
    houses_lost: int
    points_left: int


class SeatView(msgspec.Struct, frozen=True, gc=False):
    """One seat. A field that the viewer may not know, or that is not dealt yet, is None.

    `landowner`: the area of its pawn. `pawn`: the pawn's colour. `colour`: the seat's own colour. `pile`: cones put
    out. `cards`: the number of its fire cards. `hand`: those cards. `public_cards`: those that everybody has seen
    (GF-HID-04). `tokens`: the number of its tokens. `token_kinds`: their kinds. `objectives`: its objective cards.
    """

    seat: Seat
    landowner: AreaId | None
    pawn: str | None
    colour: str | None
    pile: int
    hero: bool
    cards: int
    hand: tuple[Card, ...] | None
    public_cards: tuple[Card, ...]
    tokens: int
    token_kinds: tuple[Kind, ...] | None
    objectives: tuple[str, ...] | None


class View(msgspec.Struct, frozen=True, gc=False):
    """A game at one step, as one viewer sees it.

    `active`: the seat whose turn it is, also at set-up. `start`: the start player. Both are None before set-up.
    `turn` counts from 1. `points_left`: action points. `card`: the fire card played this turn. `cones_to_place`: cones
    that the active seat has still to place. `exchange_offered`: whether the active seat may exchange its hand; visible
    only to that seat (GF-HID-03). `stock`: cones. `stack_cards`: the letters still in the deck, the next to appear
    first. `cards_on_stack`: fire cards until then. `final_turns_left`: None before the last round. `played`: the
    discards, oldest first.
    """

    phase: Phase
    turn: int
    active: Seat | None
    to_act: tuple[Seat, ...]
    start: Seat | None
    points_left: int
    card: Card | None
    cones_to_place: int
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
    """Returns what `viewer` may know of a state."""
    begun = state.phase != "set_up"
    return View(
        phase=state.phase,
        turn=state.turn,
        active=state.active if begun else None,
        to_act=to_act(state),
        start=state.deal.start if begun else None,
        points_left=state.points,
        card=state.card,
        cones_to_place=state.cones_to_place,
        exchange_offered=(
            state.phase == "confirm_hand" and sees(viewer, state.active) and may_exchange(state, state.active)
        ),
        options=state.deal.options,
        areas=_areas(state),
        stock=state.stock,
        colours=tuple(_colour(colour, lost) for colour, lost in zip(COLOURS, state.lost, strict=True)),
        seats=tuple(_seat(state, seat, viewer) for seat in seats_of(state.seats)),
        stack_cards=tuple(state.stacks),
        cards_on_stack=state.on_stack,
        final_turns_left=state.final_turns if state.final_turns >= 0 else None,
        played=tuple(_CARD[letter] for letter in state.played),
        outcome=state.outcome,
    )


_CARD: dict[str, Card] = {card: card for card in DIRECTIONS}


def _areas(state: State) -> tuple[AreaView, ...]:
    fire = burning(state.cones)
    occupied = set(state.bands) | set(state.landowners)
    row, seats = state.deal.colours_of_houses, seats_of(state.seats)
    rows = []
    for at, id in enumerate(IDS):
        houses = row[FIRST_HOUSE[at] : FIRST_HOUSE[at + 1]] if state.houses[at] else b""
        pieces = at in occupied
        rows.append(
            AreaView(
                id,
                tuple([COLOURS[colour] for colour in houses]),
                state.cones[at],
                state.bands.count(at) if pieces else 0,
                free_bands(state, at) if pieces else 0,
                fire >> at & 1 == 1,
                contained(state, at) if pieces else False,
                state.demolished[at] > 0,
                state.tokens[at] > 0,
                tuple(seat for seat in seats if state.landowners[seat] == at) if pieces else (),
            )
        )
    return tuple(rows)


def _colour(colour: str, lost: int) -> ColourView:
    return ColourView(colour, lost, CONSTANTS.vp_start - CONSTANTS.vp_per_house_lost * lost)


def _cards(letters: str) -> tuple[Card, ...]:
    """Returns cards in the order of the directions."""
    return tuple(card for card in DIRECTIONS for _ in range(letters.count(card)))


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
        public_cards=_cards(state.public_cards[seat]),
        tokens=sum(state.supplies[seat]),
        token_kinds=token_kinds(state, seat) if own or scored else None,
        objectives=(objectives or None) if own or scored else None,
    )
