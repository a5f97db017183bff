"""LOCAL: each command is decided by the other version on the state as it was recorded. So nothing drifts: draws hang
on the numbers of steps, and those stay as they were."""

from collections.abc import Iterable
from typing import Any

import msgspec

from domain.engine.codec import canonical
from domain.engine.refusal import Refused
from domain.game import Game, GameState
from domain.game.events import GameEnded
from domain.game.game import needs_past
from domain.game.take_back.events import StepsTakenBack
from domain.log.refusals import decode_refusal
from services.readjudicate.carried import carried
from services.readjudicate.findings import Difference, Kind, SeatResult, Tally, seats_result
from services.readjudicate.recorded import RecordedCommand, names_version, step_before


def local(recorded: Iterable[RecordedCommand], by: Game, other: Game, tally: Tally) -> tuple[SeatResult, ...]:
    """Counts what differs. Returns the result by the other version, if the last command leads to one."""
    result: tuple[SeatResult, ...] = ()
    for each in recorded:
        tally.commands += 1
        if each.before is None or names_version(each.command):
            continue
        # By the game's own version it goes on by the later ones that a ruling moved it to (GAME-VERSION-02).
        state = each.before if other.ruleset is by.ruleset else carried(each.before, other.ruleset)
        try:
            past = each.past if needs_past(each.command) else ()  # what was drawn and learned is on the record
            events, after = other.advance(state, each.command, other.chance(state), each.stored.time_us, past)
        except Refused as refused:
            _refused(each, refused, tally)
            continue
        if each.stored.outcome == "refused":
            tally.add(difference(each, "now_allowed", (decode_refusal(each.stored.answer).code,), types_of(events)))
            continue
        compare(each, events, after, by, tally)
        ended = next((event for event in events if isinstance(event, GameEnded)), None)
        result = result if ended is None else seats_result(ended.outcome)
    return result


def compare(each: RecordedCommand, events: tuple[Any, ...], after: GameState, by: Game, tally: Tally) -> None:
    """Counts an accepted command that leads to another position, or to other events."""
    same = each.after is not None and carried(after, by.in_force(each.after)).position == each.after.position
    if same and events == each.events:
        return
    if not same:
        tally.add(difference(each, "other_play", types_of(each.events), types_of(events)))
    elif canonical(_compared(events)) != canonical(_compared(each.events)):
        tally.records += 1


def _compared(events: tuple[Any, ...]) -> list[Any]:
    """Events without the position that a take-back holds, which is compared by itself: it names its version. From the
    log it comes as plain JSON, and so does an amendment."""
    return [
        msgspec.structs.replace(each, position=None) if isinstance(each, StepsTakenBack) else each for each in events
    ]


def _refused(each: RecordedCommand, refused: Refused, tally: Tally) -> None:
    if each.stored.outcome == "accepted":
        tally.add(difference(each, "now_refused", types_of(each.events), (refused.code,), refused.rules))
        return
    code = decode_refusal(each.stored.answer).code
    if code != refused.code:
        tally.add(difference(each, "other_code", (code,), (refused.code,), refused.rules))


def difference(
    each: RecordedCommand, kind: Kind, was: tuple[str, ...], now: tuple[str, ...], rules: tuple[str, ...] = ()
) -> Difference:
    """What differs about one command."""
    tag = str(type(each.command).__struct_config__.tag)
    return Difference(each.stored.ordinal, step_before(each), kind, tag, was, now, rules)


def types_of(events: tuple[Any, ...]) -> tuple[str, ...]:
    """The types of events."""
    return tuple(str(type(event).__struct_config__.tag) for event in events)
