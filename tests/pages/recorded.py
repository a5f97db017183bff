"""Golden games as the pages get them, for the tests of headlines: `python -m tests.pages.recorded` writes them as JSON.

For each ruleset there are some games of the newest version, with the first and the last number of seats and a rare one, and
the types of all its events. A game has its steps as a spectator sees them, and the score of each seat after each step.
"""

import sys
from collections.abc import Iterator
from typing import Any, Final

import msgspec

from api.execution.encode import encoded_value
from domain.engine.ruleset import AnyRuleset
from domain.engine.viewer import SPECTATOR, with_names
from domain.rulesets import CURRENT
from tests.lines import english
from tests.rulesets.golden import Header, Line, files, rows_of

NAMES: Final = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn")

Json = dict[str, Any]


def chosen(box: AnyRuleset) -> list[Any]:
    """The first game, the last one, and one in the middle."""
    paths = files(box)
    return [paths[0], paths[len(paths) // 2], paths[-1]]


def steps_of(box: AnyRuleset, rows: list[bytes]) -> Iterator[Json]:
    """Each step with its line as a spectator sees it, and the score by seat."""
    header = msgspec.json.decode(rows[0], type=Header)
    state = box.initial(header.seats, msgspec.convert(header.options, box.options))
    kinds = {kind.__struct_config__.tag: kind for kind in box.events}
    version = 0
    for number, row in enumerate(rows[1:]):
        for event in msgspec.json.decode(row, type=Line).events:
            version += 1
            happened = msgspec.convert(event, kinds[event["type"]])
            state = box.evolve(state, happened)
            line = box.tell(happened, SPECTATOR)
            yield {
                "version": version,
                "commandId": str(number),
                "turn": box.turn(state),
                "line": None if line is None else {
                    "type": line.type, "text": with_names(english(line), NAMES), "seat": line.seat, "facts": line.facts,
                },
                "totals": totals(box, state, header.seats),
            }  # fmt: skip


def totals(box: AnyRuleset, state: Any, seats: int) -> list[int]:
    """What each seat has if the game ended now, as spectators know it."""
    points = [0] * seats
    for track in box.tracks(state):
        if track.is_visible_to(SPECTATOR):
            points[track.seat] += track.if_over
    return points


def games() -> Iterator[Json]:
    """Every chosen game of every ruleset."""
    for box in CURRENT.values():
        events = [kind.__struct_config__.tag.partition(".")[2] for kind in box.events]
        for path in chosen(box):
            steps = list(steps_of(box, rows_of(path)))
            yield {
                "ruleset": box.id, "name": path.name, "events": events, "names": NAMES[: len(steps[0]["totals"])],
                "components": box.printed(), "steps": steps,
            }  # fmt: skip


if __name__ == "__main__":
    sys.stdout.buffer.write(encoded_value(list(games())))
