"""The end of a turn: the draw, the intensification and the last round: rules sections 14 and 16."""

from collections.abc import Iterator
from functools import cache

from domain.engine.refusal import Refused
from domain.engine.viewer import Seat
from domain.rulesets.great_fire.board import uncontained
from domain.rulesets.great_fire.commands import Command, EndActions, Intensify
from domain.rulesets.great_fire.components import (
    BURNABLE,
    CONSTANTS,
    DIRECTIONS,
    IDS,
    INDEX,
    PUDDING_LANE,
    SIZES,
    picker,
)
from domain.rulesets.great_fire.events import (
    Event,
    FinalRoundStarted,
    FireCardDrawn,
    FireIntensified,
    StackCardRevealed,
)
from domain.rulesets.great_fire.evolve import evolve
from domain.rulesets.great_fire.rules.actions import end_actions
from domain.rulesets.great_fire.rules.areas import no_such_area
from domain.rulesets.great_fire.rules.supply import cones_returned, cones_to_place, refill, space, take, with_space
from domain.rulesets.great_fire.score import score
from domain.rulesets.great_fire.state import State

# ---- the draw


def end_turn(state: State, command: EndActions) -> tuple[Event, ...]:
    """The phase ends. The seat draws while there is a deck; the score follows the last turn (GF-DRAW-01, GF-END-02)."""
    ended = end_actions(state, command)
    if state.stacks:
        return (ended, *_draw(state, command.seat))
    if state.final_turns > 1:
        return (ended,)
    return (ended, score(evolve(state, ended)))


def _draw(state: State, seat: Seat) -> tuple[Event, ...]:
    """The last card of a stack uncovers the next stack card, which intensifies the fire (GF-DRAW-02, GF-INT-01)."""
    left = state.on_stack - 1
    card = next(kind for kind in DIRECTIONS if kind == state.deck[0])
    drawn = FireCardDrawn(seat, card, left)
    if left:
        return (drawn,)
    due = cones_to_place(state, CONSTANTS.intensify_cones)
    revealed = StackCardRevealed(seat, state.stacks[0], due, CONSTANTS.intensify_cones - due)
    last = len(state.stacks) == 1
    return (drawn, revealed, *(_final_round(state) if last and not due else ()))


def _final_round(state: State) -> tuple[FinalRoundStarted]:
    """Every player has one more turn, or two; the player who drew the last card is last (GF-END-01, GF-OPT-02)."""
    rounds = CONSTANTS.final_turns
    if state.deal.options.more_destruction:
        rounds = CONSTANTS.final_turns_more_destruction
    return (FinalRoundStarted(rounds * state.seats, rounds),)


# ---- adding cones one by one


def objections_intensify(state: State, command: Intensify) -> Iterator[Refused]:
    """The district must burn uncontained and have space for a cone (GF-INT-02, GF-INT-03)."""
    if command.district not in INDEX:
        yield no_such_area(command.district)
        return
    at = INDEX[command.district]
    if with_space(state.cones, state.bands) >> at & 1:
        return
    facts = {"district": command.district}
    if at == PUDDING_LANE or not BURNABLE >> at & 1:
        yield Refused("no_place_for_cones", rules=("GF-INT-02",), **facts)
        return
    if not uncontained(state.cones, state.bands) >> at & 1:
        rules = ("GF-INT-02", "GF-RULING-16")
        yield Refused("not_burning_uncontained", rules=rules, burning=state.cones[at] > 0, **facts)
    if not space(state.cones, at):
        limit = SIZES[at] + CONSTANTS.cone_limit_over_size
        rules = ("GF-INT-03", "GF-RULING-24")
        yield Refused("district_full", rules=rules, cones=state.cones[at], limit=limit, **facts)


def intensify(state: State, command: Intensify) -> tuple[Event, ...]:
    """One cone is added. After the last one, Pudding Lane is refilled and the last round may begin (GF-RULING-08)."""
    at = INDEX[command.district]
    stop = state.deal.options.stock_exhaustion == "stop"
    supply = take(state.stock, state.cones[PUDDING_LANE], state.piles, 1, stop=stop)
    left = state.cones_to_place - 1
    from_stock, no_move = supply.from_stock == 1, state.phase == "no_move"
    added: tuple[Event, ...] = (
        *cones_returned(supply),
        FireIntensified(command.seat, command.district, state.cones[at] + 1, from_stock, left, no_move),
    )
    if left:
        return added
    ends = not no_move and not state.stacks
    refilled = refill(supply.stock, supply.pudding_lane, after_movement=False)
    return (*added, *refilled, *(_final_round(state) if ends else ()))


@cache
def _intensify(seat: Seat) -> tuple[Intensify, ...]:
    """Returns the commands to intensify the fire, one for each area."""
    return tuple(Intensify(seat, id) for id in IDS)


def legal_intensify(state: State, seat: Seat) -> tuple[Command, ...]:
    """Returns every district that may get the next cone."""
    return picker(with_space(state.cones, state.bands))(_intensify(seat))
