"""Commands near to the legal ones, for laws about what is refused."""

import random
import typing
from typing import Any

import msgspec
from msgspec.structs import replace

from domain.engine.codec import canonical
from domain.engine.viewer import seat_of, seats_of
from tests.rulesets.games import Game, Step, some

Pools = dict[tuple[type, str], list[Any]]
"""(command, field) -> values to try in it."""

_STRANGE: dict[Any, tuple[Any, ...]] = {
    int: (-99, -1, 0, 7, 36, 99),
    str: ("", "nowhere", "{}", "«0»"),
    bool: (True, False),
}


def plain_type(kind: Any) -> Any:
    """Returns the type below a NewType, such as `int` for `Seat`."""
    while isinstance(kind, typing.NewType):
        kind = kind.__supertype__
    return kind


def pools(game: Game) -> Pools:
    """Returns the values that each field of each command had in a game, and nonsense where its type allows it."""
    rows: dict[tuple[type, str], dict[bytes, Any]] = {}
    for step in some(game, 4):
        for seat in seats_of(game.seats):
            for command in game.ruleset.legal(step.before, seat):
                for name in command.__struct_fields__:
                    value = getattr(command, name)
                    rows.setdefault((type(command), name), {})[canonical(value)] = value
    for kind in game.ruleset.commands:
        for field in msgspec.structs.fields(kind):
            row = rows.setdefault((kind, field.name), {})
            if field.name == "seat":
                row.update({canonical(seat): seat for seat in (*seats_of(game.seats), seat_of(-1), seat_of(99))})
            elif plain_type(field.type) is str:
                row.update({b"nowhere": "nowhere", b"": ""})
            elif plain_type(field.type) is int:
                row.update({b"-1": -1, b"0": 0, b"99": 99})
    return {key: list(row.values()) for key, row in rows.items()}


def mutants(game: Game, step: Step, dice: random.Random, values: Pools) -> list[Any]:
    """Returns illegal commands near to the legal ones: with another value, another seat, or of another kind."""
    ruleset = game.ruleset
    legal = [command for seat in seats_of(game.seats) for command in ruleset.legal(step.before, seat)]
    commands = []
    for command in dice.sample(legal, min(len(legal), 6)):
        name = dice.choice(command.__struct_fields__)
        # The pools hold some steps of the game only: a kind of command may be met here for the first time.
        others = values[type(command), name] or [getattr(command, name)]
        commands.append(replace(command, **{name: dice.choice(others)}))
    for kind in dice.sample(ruleset.commands, min(len(ruleset.commands), 6)):
        fields = [field.name for field in msgspec.structs.fields(kind)]
        if all(values[kind, name] for name in fields):
            commands.append(kind(**{name: dice.choice(values[kind, name]) for name in fields}))
    return [command for command in commands if command not in legal]


def near_legal(game: Game, step: Step, dice: random.Random, values: Pools) -> list[Any]:
    """Returns mutants, and legal commands of one seat given by another."""
    commands = mutants(game, step, dice, values)
    for seat in game.ruleset.to_act(step.before):
        listed = game.ruleset.legal(step.before, seat)
        for command in dice.sample(listed, min(3, len(listed))):
            commands.append(replace(command, seat=seat_of(dice.randrange(game.seats))))
    return commands


def any_commands(game: Game, step: Step, dice: random.Random, values: Pools) -> list[Any]:
    """Returns commands near to the legal ones, commands of other moments, and one of each kind full of nonsense."""
    others = dice.sample(game.steps, min(len(game.steps), 8))
    commands = near_legal(game, step, dice, values) + [other.command for other in others]
    for kind in game.ruleset.commands:
        commands.append(kind(**{field.name: nonsense(field.type, dice) for field in msgspec.structs.fields(kind)}))
    return commands


def nonsense(kind: Any, dice: random.Random) -> Any:
    """Returns a value that the type of a command's field allows and that no game contains."""
    kind = plain_type(kind)
    options = typing.get_args(kind)
    if typing.get_origin(kind) is tuple:
        return tuple(nonsense(options[0], dice) for _ in range(dice.randrange(5)))
    if typing.get_origin(kind) is typing.Literal:
        return dice.choice(options)
    if options:
        return nonsense(dice.choice(options), dice)
    return dice.choice(_STRANGE[kind]) if kind in _STRANGE else None
