"""Messages that the code gives: of the golden games while tests run, and by their keys in the source."""

import ast
import random
import re
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from domain.engine.message import Message, Value
from domain.engine.viewer import SPECTATOR, seats_of
from domain.rulesets import CURRENT
from tests.rulesets.golden import Header, Line, files, rows_of

ROOT: Final = Path(__file__).parents[2]
APART: Final = 9
"""A golden game shows the commands of every ninth of its positions."""
TRIED: Final = 12
"""Legal commands of a position that are phrased, and strange ones that are objected to."""

LITERAL_MIN: Final = 4
"""So much of a key must stand in the code for the code to say which keys it makes."""


class Written(NamedTuple):
    """What the source of a scope says about keys.

    `keys`: those that a message is made with; `patterns`: those that are put together there; `words`: all texts.
    """

    keys: frozenset[str]
    patterns: frozenset[str]
    words: frozenset[str]

    def makes(self, key: str) -> bool:
        """Returns whether the source has the key, or the parts that it is made of."""
        base, _, variant = key.rpartition("-")
        return {key} <= self.words or {base, variant} <= self.words or any(re.fullmatch(p, key) for p in self.patterns)


def written(folders: tuple[str, ...]) -> Written:
    """Returns what the Python code of some folders says about keys."""
    keys, patterns, words = set(), set(), set()
    for path in (path for folder in folders for path in (ROOT / folder).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                words.add(node.value)
            elif isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Message" and node.args:
                keys |= {str(each.value) for each in _ways(node.args[0]) if isinstance(each, ast.Constant)}
                patterns |= {_pattern(each) for each in _ways(node.args[0]) if isinstance(each, ast.JoinedStr)}
    return Written(frozenset(keys), frozenset(patterns - {""}), frozenset(words))


def _ways(key: ast.expr) -> tuple[ast.expr, ...]:
    return (*_ways(key.body), *_ways(key.orelse)) if isinstance(key, ast.IfExp) else (key,)


def _pattern(key: ast.JoinedStr) -> str:
    """The keys that an f-string makes; nothing when hardly anything of them stands there."""
    fixed = [str(part.value) if isinstance(part, ast.Constant) else "" for part in key.values]
    return "".join(re.escape(part) or ".+" for part in fixed) if len("".join(fixed)) >= LITERAL_MIN else ""


def parts(value: Value) -> Iterator[Message]:
    """Yields a message and the messages in it."""
    if isinstance(value, Message):
        yield value
        yield from (part for each in value.args.values() for part in parts(each))
    elif isinstance(value, tuple):
        yield from (part for each in value for part in parts(each))


def of_lines(ruleset: str) -> Iterator[Message]:
    """The lines of the golden games of today's version, for a seat and for spectators."""
    kinds = {kind.__struct_config__.tag: kind for kind in CURRENT[ruleset].events}
    for path in files(CURRENT[ruleset]):
        for row in rows_of(path)[1:]:
            for event in msgspec.json.decode(row, type=Line).events:
                whole = msgspec.convert(event, kinds[event["type"]])
                lines = (CURRENT[ruleset].tell(whole, viewer) for viewer in (*seats_of(1), SPECTATOR))
                yield from (line.message for line in lines if line is not None)


def positions(ruleset: str) -> Iterator[tuple[Any, Any]]:
    """Some positions of the golden games of today's version, each with the command that followed."""
    box = CURRENT[ruleset]
    commands = {kind.__struct_config__.tag: kind for kind in box.commands}
    events = {kind.__struct_config__.tag: kind for kind in box.events}
    for number, path in enumerate(files(box)):
        rows = rows_of(path)
        header = msgspec.json.decode(rows[0], type=Header)
        state = box.initial(header.seats, msgspec.convert(header.options, box.options))
        for at, row in enumerate(rows[1:]):
            line = msgspec.json.decode(row, type=Line)
            if line.command is not None and (at + number) % APART == 0:
                yield state, msgspec.convert(line.command, commands[line.command["type"]])
            for event in line.events:
                state = box.evolve(state, msgspec.convert(event, events[event["type"]]))


def of_commands(ruleset: str) -> Iterator[Message]:
    """The phrases of legal commands, and what is said against commands of other positions."""
    box, dice = CURRENT[ruleset], random.Random(f"spoken {ruleset}")
    strange: dict[type, Any] = {}
    for state, command in positions(ruleset):
        view = box.view(state, command.seat)
        legal = box.legal(state, command.seat)
        for each in dice.sample(legal, min(TRIED, len(legal))):
            phrase = box.phrase(view, each)
            assert isinstance(phrase, Message)
            yield phrase
        refused = (no for each in strange.values() for no in box.objections(state, each))
        yield from (no.message for no in islice(refused, TRIED))
        strange[type(command)] = command


@cache
def messages_of(ruleset: str) -> Mapping[tuple[object, ...], Message]:
    """One message of every shape: the key, and the arguments with their types."""
    shapes: dict[tuple[object, ...], Message] = {}
    for source in (of_lines(ruleset), of_commands(ruleset)):
        for message in source:
            for part in parts(message):
                types = tuple((name, type(value)) for name, value in part.args.items())
                shapes.setdefault((part.key, types), part)
    return shapes
