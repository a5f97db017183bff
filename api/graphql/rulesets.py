"""The shelf's types in the schema, made once at import, and commands back from them. Names no ruleset."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import msgspec
import strawberry

from api.graphql.convert import Converter, builtins_of, one_of, snake, union_of
from domain.engine.codec import plain
from domain.engine.ruleset import AnyRuleset
from domain.engine.score import Outcome
from domain.engine.viewer import Seat
from domain.rulesets import RULESETS

_converter: Final = Converter()
_shelf: Final[tuple[AnyRuleset, ...]] = tuple(RULESETS.values())

VIEWS: Final = union_of("PositionView", [_converter.output(ruleset, ruleset.view_type) for ruleset in _shelf])
COMMANDS: Final = union_of(
    "RulesetCommand", [_converter.output(ruleset, command) for ruleset in _shelf for command in ruleset.commands]
)
OUTCOME: Final = _converter.output(_shelf[0], Outcome)

if TYPE_CHECKING:
    CommandInput: TypeAlias = Any
else:
    CommandInput = one_of(
        "CommandInput",
        {ruleset.id: (_converter.command_input(ruleset), ruleset.title) for ruleset in _shelf},
        "One command of one ruleset. Its seat is the caller's own and is never named.",
    )

_BY_FIELD: Final[Mapping[tuple[str, str], type[msgspec.Struct]]] = {
    (ruleset.id, snake(command.__name__)): command for ruleset in _shelf for command in ruleset.commands
}
_BY_TAG: Final[Mapping[str, type[msgspec.Struct]]] = {
    str(command.__struct_config__.tag): command for ruleset in _shelf for command in ruleset.commands
}


class Malformed(Exception):
    """What was sent is no command. `text`: why, in a sentence; `at`: where, as a path from `$`."""

    def __init__(self, text: str, at: str = "$") -> None:
        super().__init__(text)
        self.text = text
        self.at = at


def command_of_input(asked: object) -> msgspec.Struct:
    """The command a `CommandInput` stands for, its seat still 0. Raises Malformed."""
    ruleset, orders = _only(asked)
    name, fields = _only(orders)
    said = builtins_of(fields)
    return _converted(_BY_FIELD[ruleset, name], said if isinstance(said, dict) else {})


def command_of_json(asked: object) -> tuple[msgspec.Struct, Seat | None]:
    """The command in the exact JSON that legal commands have, and the seat it claims, if it does. Raises Malformed."""
    if not isinstance(asked, dict):
        raise Malformed("A command is a JSON object.")
    if not plain(asked):
        raise Malformed("A command has no fractions, and no numbers beyond what JSON keeps exactly.")
    said = dict(asked)
    tag, seat = said.pop("type", None), said.pop("seat", None)
    struct = _BY_TAG.get(tag) if isinstance(tag, str) else None
    if struct is None:
        raise Malformed("There is no such command; `type` is one of those that legal commands have.", "$.type")
    if seat is not None and (isinstance(seat, bool) or not isinstance(seat, int)):
        raise Malformed("A seat is a whole number, or left out.", "$.seat")
    known = {field.encode_name for field in msgspec.structs.fields(struct)}
    for name in said:
        if name not in known:
            raise Malformed(f"{tag} has no field of this name.", f"$.{name[:40]}")
    return _converted(struct, said), seat


def command_asked(command: object | None, command_json: object | None) -> tuple[msgspec.Struct, Seat | None]:
    """The command given in one of the two ways, its seat still 0, and the seat it claims, if it does. Raises Malformed."""
    if (command is None) == (command_json is None):
        raise Malformed("Give exactly one of `command` and `commandJson`.")
    return command_of_json(command_json) if command is None else (command_of_input(command), None)


def _only(asked: object) -> tuple[str, object]:
    """The one field of a `@oneOf` input that is set."""
    for field in asked.__strawberry_definition__.fields:  # type: ignore[attr-defined]
        value = getattr(asked, field.python_name)
        if value is not strawberry.UNSET:
            return field.python_name, value
    raise Malformed("A command names exactly one ruleset and one command.")


def _converted(struct: type[msgspec.Struct], said: dict[str, object]) -> msgspec.Struct:
    try:
        return msgspec.convert({**said, "seat": 0, "type": struct.__struct_config__.tag}, struct)
    except msgspec.ValidationError as error:
        text, _, at = str(error).partition(" - at ")
        raise Malformed(f"{text}.", at.strip("`") or "$") from error


__all__ = ["COMMANDS", "OUTCOME", "VIEWS", "CommandInput", "Malformed", "command_asked"]
