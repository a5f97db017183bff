"""Example positions for the pages of rules: `python -m tests.pages.examples` writes them from golden games.

The captions of a ruleset's lesson name an event and its rule. For each there is the position after the first such event of one
recorded game, as a spectator sees it. A position is the patch from the one before it. The pages draw them with the board's own
`draw`."""

from pathlib import Path
from typing import Any, Final

import msgspec

from api.execution.encode import encoded_value
from domain.engine.ruleset import AnyRuleset
from domain.engine.viewer import SPECTATOR
from domain.rulesets import CURRENT
from services.reads.patch import changes
from tests.pages.recorded import NAMES
from tests.rulesets.golden import Header, Line, files, rows_of

BOARDS: Final = Path(__file__).parents[2] / "api/web/static/js/boards"
GAMES_MAX: Final = 12

Json = dict[str, Any]


def captions(ruleset: str) -> list[Json]:
    """What the lesson of a ruleset says, in its order."""
    lesson: list[Json] = msgspec.json.decode((BOARDS / ruleset / "lesson.json").read_bytes())
    return lesson


def positions(box: AnyRuleset, rows: list[bytes]) -> tuple[int, dict[str, Any]]:
    """The seats of a game, and by the type of each event the position after the first one."""
    header = msgspec.json.decode(rows[0], type=Header)
    state = box.initial(header.seats, msgspec.convert(header.options, box.options))
    kinds = {kind.__struct_config__.tag: kind for kind in box.events}
    first: dict[str, Any] = {}
    for row in rows[1:]:
        for event in msgspec.json.decode(row, type=Line).events:
            state = box.evolve(state, msgspec.convert(event, kinds[event["type"]]))
            first.setdefault(event["type"].partition(".")[2], state)
    return header.seats, first


def examples(box: AnyRuleset) -> Json:
    """The positions of one game, the one among the first with the smallest number of seats that has most of the events."""
    wanted = [caption["event"] for caption in captions(box.id)]
    games = [positions(box, rows_of(path)) for path in files(box)[:GAMES_MAX]]
    seats, first = max(games, key=lambda game: (sum(kind in game[1] for kind in wanted), -game[0]))
    before, made, done = None, [], set()
    for caption in captions(box.id):
        kind, rule = caption["event"], caption["rule"]
        if kind not in first or rule in done:
            continue
        done.add(rule)
        position = box.view(first[kind], SPECTATOR)
        made.append({"rule": rule, "patch": changes(before, position)})
        before = position
    return {"names": NAMES[:seats], "examples": made}


def written(box: AnyRuleset) -> bytes:
    """The file of a ruleset."""
    return encoded_value(examples(box)) + b"\n"


if __name__ == "__main__":
    for each in CURRENT.values():
        (BOARDS / each.id / "examples.json").write_bytes(written(each))
