"""What the bench of a game holds after each event of a ruling."""

from typing import assert_never

from msgspec.structs import replace

from domain.engine.step import Step
from domain.game.rulings.bench import Appeal, Bench, Call, RulingRecord
from domain.game.rulings.events import (
    Amended,
    AppealDecided,
    AppealLodged,
    ArbiterCalled,
    CallWithdrawn,
    PointsAdjusted,
    RulesetChanged,
    RulingEvent,
    RulingMade,
    SeatForfeited,
    SeatHandedOver,
)
from domain.game.rulings.ruling import Adjustment


def bench_after(bench: Bench, event: RulingEvent, version: Step) -> Bench:
    """The bench after `event`, which is step `version`."""
    match event:
        case ArbiterCalled(call, seat, by, step, category, note_hash):
            return replace(bench, calls=(*bench.calls, Call(call, version, seat, by, step, category, note_hash)))
        case CallWithdrawn(call):
            return _with_call(bench, replace(bench.calls[call - 1], status="withdrawn"))
        case RulingMade():
            return _ruled(bench, event, version)
        case PointsAdjusted(ruling, seat, points):
            before = bench.rulings[ruling - 1]
            return _with_ruling(bench, replace(before, points=(*before.points, Adjustment(seat, points))))
        case AppealLodged(appeal, ruling, seat, by, note_hash):
            return replace(bench, appeals=(*bench.appeals, Appeal(appeal, version, ruling, seat, by, note_hash)))
        case AppealDecided():
            return _decided(bench, event)
        case Amended() | SeatForfeited() | SeatHandedOver() | RulesetChanged():
            return bench
        case _:
            assert_never(event)


def _ruled(bench: Bench, event: RulingMade, version: Step) -> Bench:
    made = RulingRecord(
        event.ruling,
        version,
        event.kind,
        event.call,
        event.steps,
        event.rules,
        event.seats,
        event.by,
        event.note_hash,
        event.replaces,
        appeal_until_us=event.appeal_until_us,
    )
    after = replace(bench, rulings=(*bench.rulings, made))
    if event.call is None:
        return after
    return _with_call(after, replace(after.calls[event.call - 1], status="answered", ruling=event.ruling))


def _decided(bench: Bench, event: AppealDecided) -> Bench:
    before = bench.appeals[event.appeal - 1]
    appeal = replace(before, upheld=event.upheld, decided_by=event.by, answer=event.note_hash)
    after = replace(bench, appeals=(*bench.appeals[: event.appeal - 1], appeal, *bench.appeals[event.appeal :]))
    ruling = bench.rulings[before.ruling - 1]
    return after if event.upheld else _with_ruling(after, replace(ruling, valid=False))


def _with_call(bench: Bench, call: Call) -> Bench:
    calls = (*bench.calls[: call.number - 1], call, *bench.calls[call.number :])
    return replace(bench, calls=calls)


def _with_ruling(bench: Bench, ruling: RulingRecord) -> Bench:
    rulings = (*bench.rulings[: ruling.number - 1], ruling, *bench.rulings[ruling.number :])
    return replace(bench, rulings=rulings)
