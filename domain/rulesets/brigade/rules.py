"""Decide and legal: who may do what now, and what comes of it. The flow of the rules; each rule is where its section is.

    set_up -> choose_chief decisions -> starting events -> turn of the first player (no event)
    turn   -> event phase -> Flips -> action phase: commands of the active seat -> EndTurn -> Flips -> next turn
    any procedure may wait for a decision (agenda.Ask) of any seat; then only that seat may act

Reading order: this file, `moves.py`, `actions.py`, `chiefs.py` (commands), `procedures.py` (what follows), `fire.py`,
`boards.py`, `loyalty.py`, `turns.py` (sections of the rules), `decisions.py` and `resolve.py` (answers).
"""

from collections.abc import Iterator
from typing import Final, get_args

from domain.engine.chance import Chance
from domain.engine.refusal import Refused
from domain.engine.viewer import Seat, mark
from domain.rulesets.brigade import actions, chiefs, extinguish
from domain.rulesets.brigade import commands as c
from domain.rulesets.brigade.agenda import AfterAction, Steal
from domain.rulesets.brigade.commands import Command
from domain.rulesets.brigade.components import TRACK_NAMES, bits, guild_masks
from domain.rulesets.brigade.decisions import answers, rules_of, why_not_answer
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
    on_ruin,
    path_of,
    pushed_seats,
    why_not_kind,
    why_not_move,
)
from domain.rulesets.brigade.procedures import run
from domain.rulesets.brigade.queries import complete, house_has, ruins, turn_order
from domain.rulesets.brigade.resolve import resolve
from domain.rulesets.brigade.state import State
from domain.rulesets.brigade.table import Table
from domain.rulesets.brigade.turns import end_actions

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
    """Every reason to refuse a command, the most general first."""
    if state.phase == "over":
        return Refused("game_over", "The game is over.", rules=("BRI-END-10",), ending=state.ending)
    pending = state.pending
    if pending is not None:
        if command.seat == pending.seat and isinstance(command, ANSWERS):
            return why_not_answer(state, pending, command)
        return Refused(
            "decision_pending",
            f"{mark(pending.seat)} has to decide first.",
            rules=("BRI-ACT-03", *rules_of(pending)),
            decision=pending.kind,
            waiting_for=pending.seat,
        )
    if command.seat != state.active or state.phase != "action":
        return Refused(
            "not_your_turn", f"It is the turn of {mark(state.active)}.", rules=("BRI-TURN-01",), active=state.active
        )
    if isinstance(command, ANSWERS):
        return Refused("wrong_phase", "No decision is waiting.", rules=("BRI-ACT-03",), phase=state.phase)
    return why_not_act(state, command.seat, cost(command), command) or _why_not_action(state, command)


def cost(command: Command) -> int:
    """The actions that a command of the action phase takes (BRI-ACT-01, BRI-ADV-03, BRI-CREW-04)."""
    match command:
        case c.EndTurn() | c.DiscardSirPrecious():
            return 0
        case c.MoveBrigade(_, kind) | c.MoveWagon(_, kind):
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


def _why_not_action(state: State, command: Command) -> Refused | None:
    match command:
        case c.MoveBrigade():
            return why_not_move(state, command)
        case c.MoveWagon():
            return actions.why_not_move_wagon(state, command)
        case c.Extinguish():
            return extinguish.why_not_extinguish(state, command)
        case c.Refill():
            return actions.why_not_refill(state, command)
        case c.Recruit():
            return actions.why_not_recruit(state, command)
        case c.Transfer():
            return actions.why_not_transfer(state, command)
        case c.Upgrade():
            return actions.why_not_upgrade(state, command)
        case c.DiscardSirPrecious():
            return actions.why_not_discard_precious(state, command)
        case c.EndTurn():
            return why_not_end_turn(state, command)
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
            return chiefs.why_not_chief_action(state, command)
        case _:
            raise AssertionError("an answer is no action")


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
    table.emit(ActionTaken(command.seat, name, cost(command), _use(table.state, command)))
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
        case c.MoveBrigade(_, "ethereal"):
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
    table.emit(BrigadeMoved(seat, command.kind, path, ride, table.tile(to)))
    for rival, cell in pushed:
        table.emit(BrigadePushed(rival, cell, seat, table.tile(cell)))
    if state.brigades[seat].roast and state.aviary in path:
        table.emit(AviaryTokenTaken(seat))
        table.emit(ActionsGained(seat, 1, False, "aviary"))
    _earn_free_move(table, seat, to)
    if command.kind == "ethereal":
        table.push(*_thefts(state, seat, path))


def _earn_free_move(table: Table, seat: Seat, to: int) -> None:
    state = table.state
    nobles = guild_masks(state.tiles)["nobles"] & ~ruins(state) & ~state.nobles
    if house_has(state, seat, PINK) and nobles >> to & 1:
        table.emit(FreeMoveEarned(seat, to, table.tile(to)))


def _thefts(state: State, seat: Seat, path: tuple[int, ...]) -> Iterator[Steal]:
    # BRI-CHIEF-AURATH-ETHER: in the order in which the pawns were met; on one tile in turn order, brigade before wagon
    others = [other for other in turn_order(state) if other != seat]
    for cell in dict.fromkeys(path):
        for other in others:
            if state.brigades[other].at == cell:
                yield Steal(seat, other, False)
            if state.brigades[other].wagon_at == cell:
                yield Steal(seat, other, True)


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
        yield from (c.MoveWagon(seat, "paid", cell) for cell in bits(cells))
    if actions.why_not_wagon_kind(state, seat, "ride") is None:
        yield from (c.MoveWagon(seat, "ride", cell) for cell in bits(cells))
    if actions.why_not_wagon_kind(state, seat, "morgana") is None:
        yield from (c.MoveWagon(seat, "morgana", cell) for cell in bits(cells))
    if free:
        for candidate in _paid(state, seat):
            if _why_not_action(state, candidate) is None:
                yield candidate
    for last in (c.DiscardSirPrecious(seat), c.EndTurn(seat)):
        if _why_not_action(state, last) is None:
            yield last


def _paid(state: State, seat: Seat) -> Iterator[Command]:
    yield from extinguish.extinguish_candidates(state, seat)
    yield from actions.refill_candidates(state, seat)
    yield c.Recruit(seat)
    yield from actions.transfer_candidates(state, seat)
    yield from (c.Upgrade(seat, track) for track in TRACK_NAMES)
    if state.options.advanced:
        yield from chiefs.chief_candidates(state, seat)
