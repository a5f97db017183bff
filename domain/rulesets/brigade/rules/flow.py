"""Who may give which command now: `decide`, `advance`, `legal` and `objections`, which never disagree."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from domain.engine.chance import Chance
from domain.engine.refusal import Refused
from domain.engine.viewer import Seat
from domain.rulesets.brigade.agenda import MAY_DECLINE, Ask, rules_of
from domain.rulesets.brigade.commands import ANSWERS, AnswerBase, Command
from domain.rulesets.brigade.events import Event
from domain.rulesets.brigade.queries import actions_due
from domain.rulesets.brigade.rules.actions import act, first_objection, legal_actions, objections_action, why_not_pay
from domain.rulesets.brigade.rules.decisions import answers, objections_answer, resolve
from domain.rulesets.brigade.rules.tasks import run
from domain.rulesets.brigade.rules.working import Working
from domain.rulesets.brigade.state import State


def decide(state: State, command: Command, chance: Chance) -> tuple[Event, ...]:
    """The events of a command. Raises Refused with the first objection to it."""
    return advance(state, command, chance)[0]


def advance(state: State, command: Command, chance: Chance) -> tuple[tuple[Event, ...], State]:
    """The events of a command, and the state after them. Raises Refused with the first objection to it."""
    refused = _why_not(state, command)
    if refused is not None:
        raise refused
    working = Working(state, chance)
    given: Any = command  # to `cast` takes a call each time
    if type(command) in ANSWERS:
        resolve(working, given)
    else:
        act(working, given)
    run(working)
    return tuple(working.events), working.state


def legal(state: State, seat: Seat) -> tuple[Command, ...]:
    """Every command of a seat that `decide` accepts now."""
    pending = state.pending
    if pending is not None:
        return answers(state, pending) if seat == pending.seat else ()
    return legal_actions(state, seat) if seat == state.active and state.phase == "action" else ()


def objections(state: State, command: Command) -> tuple[Refused, ...]:
    """Every rule that forbids a command, the most general first; empty for a legal command.

    An action of a seat that is not active is judged as if that seat's action phase had just begun. An answer to
    another seat's decision is not judged: what it may contain is known to the owner of the decision alone
    (BRI-HIDDEN-02).
    """
    return tuple(_objections(state, command))


def _why_not(state: State, command: Command) -> Refused | None:
    """The first objection to a command; None if it is legal."""
    if type(command) in ANSWERS or command.seat != state.active or state.phase != "action" or state.agenda:
        return next(_objections(state, command), None)
    action: Any = command
    return why_not_pay(state, action) or first_objection(state, action)


def _objections(state: State, command: Command) -> Iterator[Refused]:
    if state.phase == "over":
        yield Refused("game_over", rules=("BRI-END-10",), ending=state.ending)
        return
    pending = state.pending
    if isinstance(command, AnswerBase):
        if pending is None:
            if (untimely := _why_not_turn(state, command.seat)) is not None:
                yield untimely
            yield Refused("wrong_phase", rules=("BRI-ACT-03",), reason="no_decision", phase=state.phase)
        elif command.seat == pending.seat:
            yield from objections_answer(state, pending, command)
        else:
            yield _decision_pending(pending)
        return
    if pending is not None:
        yield _decision_pending(pending)
    if (untimely := _why_not_turn(state, command.seat)) is not None:
        yield untimely
    if command.seat != state.active or state.phase != "action":
        if not 0 <= command.seat < state.seats or state.brigades[command.seat].at < 0:
            return
        state = _in_action_phase(state, command.seat)
    if (unpaid := why_not_pay(state, command)) is not None:
        yield unpaid
    yield from objections_action(state, command)


def _decision_pending(pending: Ask) -> Refused:
    return Refused(
        "decision_pending",
        rules=("BRI-ACT-03", *rules_of(pending)),
        decision=pending.kind,
        waiting_for=pending.seat,
        optional=pending.kind in MAY_DECLINE,
    )


def _why_not_turn(state: State, seat: Seat) -> Refused | None:
    """Why it is not the turn of a seat, or not the action phase of it."""
    if (seat != state.active and state.round) or (state.pending is None and state.phase != "action"):
        return Refused("not_your_turn", rules=("BRI-TURN-01",), reason="turn", active=state.active)
    if state.phase != "action":
        rules = ("BRI-TURN-03", "BRI-TURN-01")
        return Refused("wrong_phase", rules=rules, reason="no_actions", phase=state.phase)
    return None


def _in_action_phase(state: State, seat: Seat) -> State:
    """The same state at the beginning of an action phase of `seat` (BRI-TURN-04, -07)."""
    due = actions_due(state.brigades[seat])
    fresh = replace(state, active=seat, phase="action", actions=due, agenda=())
    return replace(fresh, used=(), free_moves=0, nobles=0, ride=False)
