"""What a command led to, beside what it leads to by another version."""

from typing import Any

import msgspec

from domain.engine.codec import canonical
from domain.game import Game
from domain.game.take_back.events import StepsTakenBack
from services.readjudicate.carried import carried_position
from services.readjudicate.findings import Difference, Kind, Tally
from services.readjudicate.recorded import RecordedCommand, step_before


def compare(
    each: RecordedCommand,
    events: tuple[Any, ...],
    position: Any,  # noqa: ANN401
    by: Game,
    tally: Tally,
) -> None:
    """Counts an accepted command that leads to another position, or to other events. `position`: by the other
    version."""
    after = each.after
    assert after is not None, "an accepted command leads to something"
    same = carried_position(position, by.in_force(after)) == after.position
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


def difference(
    each: RecordedCommand, kind: Kind, was: tuple[str, ...], now: tuple[str, ...], rules: tuple[str, ...] = ()
) -> Difference:
    """What differs about one command."""
    (tag,) = types_of((each.command,))
    return Difference(each.stored.ordinal, step_before(each), kind, tag, was, now, rules)


def types_of(events: tuple[Any, ...]) -> tuple[str, ...]:
    """The types of events."""
    return tuple([type(event).__struct_config__.tag for event in events])
