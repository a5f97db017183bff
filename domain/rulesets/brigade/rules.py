"""Decide and legal: who may do what now, and what comes of it. The flow of the rules; each rule is where its section is.

    set_up -> choose_chief decisions -> starting events -> turn of the first player (no event)
    turn   -> event phase -> Flips -> action phase: commands of the active seat -> EndTurn -> Flips -> next turn
    any procedure may wait for a decision (agenda.Ask) of any seat; then only that seat may act

Reading order: this file, `moves.py`, `actions.py`, `chiefs.py` (commands), `procedures.py` (what follows), `fire.py`,
`boards.py`, `loyalty.py`, `turns.py` (sections of the rules), `decisions.py` and `resolve.py` (answers).
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Final, TypeVar, get_args

from msgspec.structs import replace

from domain.engine.chance import Chance
from domain.engine.refusal import Refused
from domain.engine.viewer import Seat, seat_name
from domain.rulesets.brigade import actions, chiefs, extinguish
from domain.rulesets.brigade import commands as c
from domain.rulesets.brigade.agenda import AfterAction, Ask, Steal
from domain.rulesets.brigade.commands import Command
from domain.rulesets.brigade.components import TRACK_NAMES, bits, guild_masks
from domain.rulesets.brigade.decisions import answers, objections_answer, rules_of
from domain.rulesets.brigade.events import (
    ActionsGained,
    ActionTaken,
    AviaryTokenTaken,
    BrigadeMoved,
    BrigadePushed,
    Event,
    FreeMoveEarned,
)
from domain.rulesets.brigade.moves import (
    KINDS_OF_MOVE,
    moves,
    must_leave,
    objections_move,
    on_ruin,
    path_of,
    pushed_seats,
    why_not_kind,
)
from domain.rulesets.brigade.procedures import run
from domain.rulesets.brigade.queries import actions_due, complete, house_has, ruins, turn_order
from domain.rulesets.brigade.resolve import resolve
from domain.rulesets.brigade.state import State
from domain.rulesets.brigade.table import Table
from domain.rulesets.brigade.turns import end_actions

A = TypeVar("A", bound=c.Action)
PINK: Final = "free_move_on_nobles"
ANSWERS: Final = get_args(c.Answer)
_CHIEF_ACTIONS: Final = get_args(chiefs.ChiefAction)


def decide(state: State, command: Command, chance: Chance) -> tuple[Event, ...]:
    """What happens when a seat gives `command`; raises Refused."""
    refused = why_not(state, command)
    if refused is not None:
        raise refused
    table = Table(state, chance)
    if isinstance(command, ANSWERS):
        resolve(table, command)
    else:
        _act(table, command)
    run(table)
    return tuple(table.events)


def to_act(state: State) -> tuple[Seat, ...]:
    """Who may move now: the owner of the pending decision, else the active player (15.2)."""
    if state.phase in ("set_up", "over"):
        return ()
    pending = state.pending
    return (state.active if pending is None else pending.seat,)


# ---- what forbids


def why_not(state: State, command: Command) -> Refused | None:
    """What `decide` refuses a command with: the first of its objections."""
    return next(_objections(state, command), None)


def objections(state: State, command: Command) -> tuple[Refused, ...]:
    """Every rule that forbids a command, the most general first; none if it is legal.

    A command of somebody whose turn it is not is judged as if that turn had come, with all its actions. An answer to
    another's decision is not judged: what it may hold is for the eyes of its owner (BRI-HIDDEN-02).
    """
    return tuple(_objections(state, command))


def _objections(state: State, command: Command) -> Iterator[Refused]:
    if state.phase == "over":
        yield Refused("game_over", "The game is over.", rules=("BRI-END-10",), ending=state.ending)
        return
    pending, seat = state.pending, command.seat
    if pending is not None and seat == pending.seat and isinstance(command, ANSWERS):
        yield from objections_answer(state, pending, command)
        return
    if pending is not None:
        yield _decision_pending(pending)
        if isinstance(command, ANSWERS):
            return
    if (seat != state.active and state.round) or (pending is None and state.phase != "action"):
        text = f"It is the turn of {seat_name(state.active)}."
        yield Refused("not_your_turn", text, rules=("BRI-TURN-01",), active=state.active)
    elif state.phase != "action":
        text = "Actions are for the action phase."
        yield Refused("wrong_phase", text, rules=("BRI-TURN-03", "BRI-TURN-01"), phase=state.phase)
    if isinstance(command, ANSWERS):
        yield Refused("wrong_phase", "No decision is waiting.", rules=("BRI-ACT-03",), phase=state.phase)
        return
    if seat != state.active or state.phase != "action":
        if not 0 <= seat < state.seats or state.brigades[seat].at < 0:
            return
        state = _come(state, seat)
    unpaid = why_not_act(state, seat, cost(command), command)
    if unpaid is not None:
        yield unpaid
    yield from _objections_action(state, command)


def _decision_pending(pending: Ask) -> Refused:
    return Refused(
        "decision_pending",
        f"{seat_name(pending.seat)} has to decide first.",
        rules=("BRI-ACT-03", *rules_of(pending)),
        decision=pending.kind,
        waiting_for=pending.seat,
    )


def _come(state: State, seat: Seat) -> State:
    """The same table at the beginning of an action phase of `seat` (BRI-TURN-04, -07)."""
    due = actions_due(state.brigades[seat])
    fresh = replace(state, active=seat, phase="action", actions=due, agenda=())
    return replace(fresh, used=(), free_moves=0, nobles=0, ride=False)


def cost(command: Command) -> int:
    """The actions that a command of the action phase takes (BRI-ACT-01, BRI-ADV-03, BRI-CREW-04)."""
    match command:
        case c.EndTurn() | c.DiscardSirPrecious():
            return 0
        case c.MoveBrigade(kind=kind) | c.MoveWagon(kind=kind):
            return int(kind in ("paid", "ethereal"))
        case _:
            return 1


def why_not_act(state: State, seat: Seat, price: int, command: Command | None = None) -> Refused | None:
    """Whether an action is left, and not kept for leaving the ruins (BRI-ACT-MOVE-07b)."""
    if price > state.actions:
        return Refused(
            "no_actions_left", "No action is left.", rules=("BRI-TURN-03", "BRI-ACT-01"), actions=state.actions
        )
    if price == state.actions == 1 and not isinstance(command, c.MoveBrigade) and on_ruin(state, seat):
        return Refused(
            "must_move",
            "The last action is for leaving the destroyed tile.",
            rules=("BRI-ACT-MOVE-07", "BRI-ACT-MOVE-06"),
            actions=state.actions,
        )
    return None


def _objections_action(state: State, command: Command) -> Iterator[Refused]:
    match command:
        case c.MoveBrigade():
            return objections_move(state, command)
        case c.MoveWagon():
            return actions.objections_move_wagon(state, command)
        case c.Extinguish():
            return extinguish.objections_extinguish(state, command)
        case c.Refill():
            return actions.objections_refill(state, command)
        case c.Recruit():
            return actions.objections_recruit(state, command)
        case c.Transfer():
            return actions.objections_transfer(state, command)
        case c.Upgrade():
            return actions.objections_upgrade(state, command)
        case c.DiscardSirPrecious():
            return _only(actions.why_not_discard_precious(state, command))
        case c.EndTurn():
            return _only(why_not_end_turn(state, command))
        case (
            c.SendWagon()
            | c.Polymorph()
            | c.Poach()
            | c.ExtraUpgrade()
            | c.DeclareAllegiance()
            | c.ChangeSide()
            | c.PlaceMimic()
            | c.ControlPyre()
        ):
            return chiefs.objections_chief_action(state, command)
        case _:
            raise AssertionError("an answer is no action")


def _only(refused: Refused | None) -> Iterator[Refused]:
    return iter(() if refused is None else (refused,))


def why_not_end_turn(state: State, command: c.EndTurn) -> Refused | None:
    """BRI-TURN-05, BRI-ACT-MOVE-07a."""
    if not must_leave(state, command.seat):
        return None
    return Refused(
        "must_move",
        "The turn cannot end on a destroyed tile while a move can leave it.",
        rules=("BRI-ACT-MOVE-07", "BRI-ACT-MOVE-06"),
        cell=state.brigades[command.seat].at,
    )


# ---- what is done


def _act(table: Table, command: Command) -> None:
    """A command of the action phase. What it takes is paid first; Ester and the last fire come last."""
    if isinstance(command, c.EndTurn):
        end_actions(table)
        return
    if not isinstance(command, c.DiscardSirPrecious):
        table.push(AfterAction())
    name = type(command).__name__
    table.emit(ActionTaken(seat=command.seat, action=name, cost=cost(command), uses=_use(table.state, command)))
    match command:
        case c.MoveBrigade():
            _move(table, command)
        case c.MoveWagon():
            actions.move_wagon(table, command)
        case c.Extinguish():
            extinguish.extinguish(table, command)
        case c.Refill():
            actions.refill(table, command)
        case c.Recruit():
            actions.recruit(table, command)
        case c.Transfer():
            actions.transfer(table, command)
        case c.Upgrade():
            actions.upgrade(table, command)
        case c.DiscardSirPrecious():
            actions.discard_precious(table, command)
        case _:
            assert isinstance(command, _CHIEF_ACTIONS)
            chiefs.take_chief_action(table, command)


def _use(state: State, command: Command) -> str:
    match command:
        case c.MoveBrigade(kind="ethereal"):
            return "chief"
        case c.MoveWagon():
            return actions.wagon_use(state, command)
        case c.Extinguish():
            return extinguish.extinguish_use(command, state)
        case _:
            return "chief" if isinstance(command, _CHIEF_ACTIONS) else ""


def _move(table: Table, command: c.MoveBrigade) -> None:
    seat, to = command.seat, command.to
    path = path_of(table.state, command)
    state = table.state
    pushed = tuple(zip(pushed_seats(state, seat, to), command.pushes, strict=False))
    ride = complete(state.brigades[seat], "wagon") and "ride" not in state.used
    table.emit(BrigadeMoved(seat=seat, kind=command.kind, path=path, ride=ride, tile=table.tile(to)))
    for rival, cell in pushed:
        table.emit(BrigadePushed(seat=rival, cell=cell, by=seat, tile=table.tile(cell)))
    if state.brigades[seat].roast and state.aviary in path:
        table.emit(AviaryTokenTaken(seat=seat))
        table.emit(ActionsGained(seat=seat, actions=1, banked=False, why="aviary"))
    _earn_free_move(table, seat, to)
    if command.kind == "ethereal":
        table.push(*_thefts(state, seat, path))


def _earn_free_move(table: Table, seat: Seat, to: int) -> None:
    state = table.state
    nobles = guild_masks(state.tiles)["nobles"] & ~ruins(state) & ~state.nobles
    if house_has(state, seat, PINK) and nobles >> to & 1:
        table.emit(FreeMoveEarned(seat=seat, cell=to, tile=table.tile(to)))


def _thefts(state: State, seat: Seat, path: tuple[int, ...]) -> Iterator[Steal]:
    # BRI-CHIEF-AURATH-ETHER: in the order in which the pawns were met; on one tile in turn order, brigade before wagon
    others = [other for other in turn_order(state) if other != seat]
    for cell in dict.fromkeys(path):
        for other in others:
            if state.brigades[other].at == cell:
                yield Steal(seat=seat, victim=other, wagon=False)
            if state.brigades[other].wagon_at == cell:
                yield Steal(seat=seat, victim=other, wagon=True)


# ---- what is allowed


def legal(state: State, seat: Seat) -> tuple[Command, ...]:
    """Every command of a seat that `decide` accepts now."""
    if seat not in to_act(state):
        return ()
    pending = state.pending
    if pending is not None:
        return answers(state, pending)
    if state.phase != "action":
        return ()
    return tuple(_actions(state, seat))


def _actions(state: State, seat: Seat) -> Iterator[Command]:
    for kind in KINDS_OF_MOVE:
        if why_not_kind(state, seat, kind) is None:
            yield from moves(state, seat, kind)
    free = why_not_act(state, seat, 1) is None
    cells = actions.wagon_cells(state, seat)
    if free:
        yield from (c.MoveWagon(seat, kind="paid", to=cell) for cell in bits(cells))
    if actions.why_not_wagon_kind(state, seat, "ride") is None:
        yield from (c.MoveWagon(seat, kind="ride", to=cell) for cell in bits(cells))
    if actions.why_not_wagon_kind(state, seat, "morgana") is None:
        yield from (c.MoveWagon(seat, kind="morgana", to=cell) for cell in bits(cells))
    if free:
        yield from _paid(state, seat)
    precious, end = c.DiscardSirPrecious(seat), c.EndTurn(seat)
    if actions.why_not_discard_precious(state, precious) is None:
        yield precious
    if why_not_end_turn(state, end) is None:
        yield end


def _paid(state: State, seat: Seat) -> Iterator[Command]:
    candidates = extinguish.extinguish_candidates(state, seat)
    yield from _unopposed(state, extinguish.objections_extinguish, candidates)
    yield from _unopposed(state, actions.objections_refill, actions.refill_candidates(state, seat))
    yield from _unopposed(state, actions.objections_recruit, (c.Recruit(seat),))
    yield from _unopposed(state, actions.objections_transfer, actions.transfer_candidates(state, seat))
    yield from _unopposed(state, actions.objections_upgrade, (c.Upgrade(seat, track) for track in TRACK_NAMES))
    if state.options.advanced:
        yield from _unopposed(state, chiefs.objections_chief_action, chiefs.chief_candidates(state, seat))


def _unopposed(state: State, against: Callable[[State, A], Iterator[Refused]], candidates: Iterable[A]) -> Iterator[A]:
    return (candidate for candidate in candidates if next(against(state, candidate), None) is None)
