"""The flow of a game: who may do what when, and what comes of it. Each phase's own rules are in the file of its name.

What the rules have against a command is said once, by the `objections_*` of the phase it belongs to: `objections` are
all of them, `why_not` the first, and `decide` refuses with that.

set_up -> confirm_hand* -> place_band* -> place_landowner* -> turn* -> over           (opening.py)
turn:  fire -> fire_second -> actions*                                                (fire_phase.py, actions.py)
       fire -> no_move* -> actions*                     no card of the hand is playable
       end_actions -> the draw, by itself -> intensify* if a stack card appears       (here, supply.py)
"""

from collections.abc import Iterator
from typing import Final, assert_never

from domain.engine.chance import Chance
from domain.engine.refusal import Refused
from domain.engine.viewer import Seat, seat_name
from domain.rulesets.great_fire import actions, fire_phase, opening
from domain.rulesets.great_fire import commands as c
from domain.rulesets.great_fire.components import BURNABLE, CONSTANTS, IDS, INDEX, NAMES, PUDDING_LANE, SIZES, bits
from domain.rulesets.great_fire.events import (
    Event,
    FinalRoundStarted,
    FireCardDrawn,
    FireIntensified,
    StackCardRevealed,
)
from domain.rulesets.great_fire.evolve import evolve
from domain.rulesets.great_fire.fire import uncontained
from domain.rulesets.great_fire.fire_phase import unknown_area
from domain.rulesets.great_fire.score import score
from domain.rulesets.great_fire.state import Phase, State
from domain.rulesets.great_fire.supply import given_back, owed, refill, room, roomy, take

_OPENING: Final[tuple[Phase, ...]] = ("confirm_hand", "place_band", "place_landowner")
_TURN: Final[tuple[Phase, ...]] = ("fire", "fire_second", "no_move", "actions", "intensify")
_ASKED: Final[frozenset[Phase]] = frozenset(_OPENING + _TURN)
_ACTING: Final[tuple[Phase, ...]] = ("fire_second", "actions")
_ALLOWED: Final[dict[type[c.Command], tuple[tuple[Phase, ...], tuple[str, ...]]]] = {
    c.KeepHand: (("confirm_hand",), ("GF-SETUP-04",)),
    c.ExchangeHand: (("confirm_hand",), ("GF-SETUP-04",)),
    c.PlaceBand: (("place_band",), ("GF-SETUP-17",)),
    c.PlaceLandowner: (("place_landowner",), ("GF-SETUP-18",)),
    c.PlayFire: (("fire",), ("GF-TURN-01", "GF-TURN-03", "GF-FIRE-01")),
    c.DeclareNoMove: (("fire",), ("GF-TURN-01", "GF-TURN-03", "GF-FIRE-13")),
    c.PlayDoubleMove: (("fire_second",), ("GF-FIRE-11", "GF-TURN-03", "GF-RULING-20")),
    c.MoveLandowner: (_ACTING, ("GF-TURN-01", "GF-TURN-03", "GF-ACT-01")),
    c.MoveBand: (_ACTING, ("GF-TURN-01", "GF-TURN-03", "GF-ACT-01")),
    c.PutOut: (_ACTING, ("GF-TURN-01", "GF-TURN-03", "GF-ACT-01")),
    c.Demolish: (_ACTING, ("GF-TURN-01", "GF-TURN-03", "GF-ACT-10")),
    c.EndActions: (_ACTING, ("GF-TURN-02", "GF-TURN-03", "GF-ACT-10")),
    c.Intensify: (("intensify", "no_move"), ("GF-INT-01", "GF-DRAW-02")),
}
"""Command -> the phases it belongs to, and the rules that say so."""


def to_act(state: State) -> tuple[Seat, ...]:
    """The seat that may move now; nobody before set-up, inside a command, and once the game is over."""
    return (state.active,) if state.phase in _ASKED else ()


def turn(state: State) -> int:
    """How many turns have begun, over all seats; 0 until the first fire phase."""
    return state.turn


# ---- whose turn, and which part of it


def _objections_now(state: State, command: c.Command) -> Iterator[Refused]:
    """Whether this seat may give this kind of command now (GF-TURN-01 to GF-TURN-03)."""
    if state.phase == "over":
        yield Refused("game_over", "The game is over.", rules=("GF-END-02",))
        return
    if command.seat != state.active or state.phase not in _ASKED:
        text = f"It is the turn of {seat_name(state.active)}."
        yield Refused("not_your_turn", text, rules=("GF-TURN-01", "GF-SETUP-02"), to_act=to_act(state))
    phases, rules = _ALLOWED[type(command)]
    if state.phase not in phases:
        text = "This command does not belong to this part of the turn."
        yield Refused("wrong_phase", text, rules=rules, phase=state.phase, allowed_in=phases)


def _objections_itself(state: State, command: c.Command) -> Iterator[Refused]:
    """What the rules of its own phase have against a command, the moment apart."""
    match command:
        case c.MoveLandowner():
            return actions.objections_move_landowner(state, command)
        case c.MoveBand():
            return actions.objections_move_band(state, command)
        case c.PutOut():
            return actions.objections_put_out(state, command)
        case c.Demolish():
            return actions.objections_demolish(state, command)
        case c.PlayFire():
            return fire_phase.objections_play_fire(state, command)
        case c.PlayDoubleMove():
            return fire_phase.objections_double_move(state, command)
        case c.DeclareNoMove():
            return fire_phase.objections_declare(state, command)
        case c.Intensify():
            return objections_intensify(state, command)
        case c.KeepHand() | c.EndActions():
            return iter(())
        case c.ExchangeHand():
            return opening.objections_exchange(state, command)
        case c.PlaceBand():
            return opening.objections_place_band(state, command)
        case c.PlaceLandowner():
            return opening.objections_place_landowner(state, command)
        case _:
            assert_never(command)


def why_not(state: State, command: c.Command) -> Refused | None:
    """The rules' no to a command, if they have one: the first of the objections."""
    if command.seat != state.active or state.phase not in _ALLOWED[type(command)][0]:
        return next(_objections_now(state, command))
    return next(_objections_itself(state, command), None)


def objections(state: State, command: c.Command) -> tuple[Refused, ...]:
    """Every rule that forbids a command, the one that `decide` refuses with first; none if it is legal.

    Out of its turn or phase a command is judged on the board as it stands. A seat that is not at the table has nothing to
    be judged by, and set-up and turns do not judge each other's commands: before the first turn the board is not complete.
    """
    now = tuple(_objections_now(state, command))
    part = _OPENING if _ALLOWED[type(command)][0][0] in _OPENING else _TURN
    if state.phase not in part or not 0 <= command.seat < state.seats:
        return now
    return (*now, *_objections_itself(state, command))


def decide(state: State, command: c.Command, chance: Chance) -> tuple[Event, ...]:
    """What comes of a command. Raises Refused if the rules say no."""
    if (no := why_not(state, command)) is not None:
        raise no
    match command:
        case c.MoveLandowner():
            return actions.move_landowner(state, command)
        case c.MoveBand():
            return actions.move_band(state, command)
        case c.PutOut():
            return actions.put_out(state, command)
        case c.Demolish():
            return actions.demolish(state, command)
        case c.EndActions():
            return _end_turn(state, command)
        case c.PlayFire():
            return fire_phase.play_fire(state, command)
        case c.PlayDoubleMove():
            return fire_phase.double_move(state, command)
        case c.DeclareNoMove():
            return fire_phase.declare_no_move(state, command)
        case c.Intensify():
            return _intensify(state, command)
        case c.KeepHand():
            return opening.keep_hand(state, command, chance)
        case c.ExchangeHand():
            return opening.exchange_hand(state, command, chance)
        case c.PlaceBand():
            return opening.place_band(state, command)
        case c.PlaceLandowner():
            return opening.place_landowner(state, command)
        case _:
            assert_never(command)


def legal(state: State, seat: Seat) -> tuple[c.Command, ...]:
    """Every command that `seat` may give now; none if it is not its turn."""
    if seat != state.active:
        return ()
    match state.phase:
        case "actions":
            return actions.legal_actions(state, seat)
        case "fire":
            return fire_phase.legal_fire(state, seat)
        case "fire_second":
            return actions.legal_actions(state, seat) + fire_phase.legal_double_move(state, seat)
        case "intensify" | "no_move":
            return tuple(c.Intensify(seat, IDS[at]) for at in bits(roomy(state.cones, state.bands)))
        case "confirm_hand" | "place_band" | "place_landowner":
            return opening.legal_opening(state, seat)
        case "set_up" | "dealing" | "draw" | "scoring" | "over":
            return ()
        case _:
            assert_never(state.phase)


# ---- the draw and the end of a turn


def _end_turn(state: State, command: c.EndActions) -> tuple[Event, ...]:
    """The phase ends, a card is drawn while there are any, and the last turn is followed by the score (GF-DRAW-01)."""
    ended = actions.end_actions(state, command)
    if state.stacks:
        return (ended, *_draw(state, command.seat))
    if state.final_turns > 1:
        return (ended,)
    return (ended, score(evolve(state, ended)))


def _draw(state: State, seat: Seat) -> tuple[Event, ...]:
    left = state.on_stack - 1
    card = next(kind for kind in c.CARDS if kind == state.deck[0])
    drawn = FireCardDrawn(seat, card, left)
    if left:
        return (drawn,)
    due = owed(state, CONSTANTS.intensify_cones)
    revealed = StackCardRevealed(seat, state.stacks[0], due, CONSTANTS.intensify_cones - due)
    last = len(state.stacks) == 1
    return (drawn, revealed, *(_final_round(state) if last and not due else ()))


def _final_round(state: State) -> tuple[FinalRoundStarted]:
    """One more turn each, or two, the player who drew the last card being the last (GF-END-01, GF-OPT-02)."""
    rounds = CONSTANTS.final_turns
    if state.deal.options.more_destruction:
        rounds = CONSTANTS.final_turns_more_destruction
    return (FinalRoundStarted(rounds * state.seats),)


# ---- adding cones one by one


def objections_intensify(state: State, command: c.Intensify) -> Iterator[Refused]:
    """GF-INT-02, GF-INT-03."""
    if command.district not in INDEX:
        yield unknown_area(command.district)
        return
    at = INDEX[command.district]
    if roomy(state.cones, state.bands) >> at & 1:
        return
    name, facts = NAMES[command.district], {"district": command.district}
    if at == PUDDING_LANE or not BURNABLE >> at & 1:
        yield Refused("no_place_for_cones", f"No cone may be added in {name}.", rules=("GF-INT-02",), **facts)
        return
    if not uncontained(state.cones, state.bands) >> at & 1:
        text = f"{name} does not burn uncontained."
        yield Refused("not_burning_uncontained", text, rules=("GF-INT-02", "GF-RULING-16"), **facts)
    if not room(state.cones, at):
        limit = SIZES[at] + CONSTANTS.cone_limit_over_size
        text = f"{name} holds {state.cones[at]} cones; {limit} is the limit."
        rules = ("GF-INT-03", "GF-RULING-24")
        yield Refused("district_full", text, rules=rules, cones=state.cones[at], limit=limit, **facts)


def _intensify(state: State, command: c.Intensify) -> tuple[Event, ...]:
    """One cone is added; after the last one Pudding Lane is refilled, and the last round may begin (GF-RULING-08)."""
    at = INDEX[command.district]
    stop = state.deal.options.stock_exhaustion == "stop"
    taken = take(state.stock, state.cones[PUDDING_LANE], state.piles, 1, stop=stop)
    left = state.owed - 1
    from_stock = taken.from_stock == 1
    added: tuple[Event, ...] = (
        *given_back(taken),
        FireIntensified(command.seat, command.district, state.cones[at] + 1, from_stock, left),
    )
    if left:
        return added
    ends = state.phase == "intensify" and not state.stacks
    return (*added, *refill(taken.stock, taken.pudding_lane), *(_final_round(state) if ends else ()))
