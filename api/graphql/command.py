"""Commands of rulesets: as a client sends them, as a seat may play them, as they were recorded, and as they are
refused."""

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

import msgspec
import strawberry

from api.graphql.fields import Info, field
from api.graphql.languages import DEFAULT_LOCALE, LocaleArgument, locale_of_argument
from api.graphql.rule import RuleNode, cited
from api.graphql.scalars import Json
from api.graphql.structs.convert import builtins_of, one_of, union_of
from api.graphql.structs.position import CONVERTER, RULESETS_IN_ORDER
from api.names import snake
from domain.engine.codec import plain
from domain.engine.refusal import Refused
from domain.engine.viewer import Seat, seat_of
from domain.rulesets import CURRENT
from services.commands.choices import choices_of
from services.languages import NamedRefusal, render
from services.rulebook import Rule

COMMANDS: Final = union_of(
    "RulesetCommand",
    [CONVERTER.output(ruleset, command) for ruleset in RULESETS_IN_ORDER for command in ruleset.commands],
)

if TYPE_CHECKING:
    CommandInput: TypeAlias = Any
else:
    CommandInput = one_of(
        "CommandInput",
        {
            ruleset.id: (
                CONVERTER.command_input(ruleset),
                f"If the game's ruleset is {ruleset.title} (`{ruleset.id}`).",
            )
            for ruleset in RULESETS_IN_ORDER
        },
        "One command of one ruleset. Its seat is the caller's own and is never named.",
    )

_BY_FIELD: Final[Mapping[tuple[str, str], type[msgspec.Struct]]] = {
    (ruleset.id, snake(command.__name__)): command for ruleset in RULESETS_IN_ORDER for command in ruleset.commands
}
_BY_TAG: Final[Mapping[str, type[msgspec.Struct]]] = {
    str(command.__struct_config__.tag): command for ruleset in RULESETS_IN_ORDER for command in ruleset.commands
}
_NAMES: Final[Mapping[type[msgspec.Struct], frozenset[str]]] = {
    command: frozenset(each.encode_name for each in msgspec.structs.fields(command)) for command in _BY_TAG.values()
}
"""The fields of each command, as JSON has them."""

# ---------------------------------------------------------------- as a client sends them


class Malformed(Exception):
    """The client sent something that is not a command. `text`: why, in a sentence; `at`: where, as a path from `$`."""

    def __init__(self, text: str, at: str = "$") -> None:
        super().__init__(text)
        self.text = text
        self.at = at


class RequestedCommand(NamedTuple):
    """A command, its seat still 0. `claimed_seat`: the seat that the client names for it, if it names one."""

    command: msgspec.Struct
    claimed_seat: Seat | None


def read_command(command: object | None, command_json: object | None) -> RequestedCommand:
    """The command that was given in exactly one of the two ways. Raises Malformed."""
    if (command is None) == (command_json is None):
        raise Malformed("Give exactly one of `command` and `commandJson`.")
    return _command_of_json(command_json) if command is None else RequestedCommand(_command_of_input(command), None)


def _command_of_input(given: object) -> msgspec.Struct:
    ruleset, commands = chosen_field(given)
    name, fields = chosen_field(commands)
    values = builtins_of(fields)
    return _converted(_BY_FIELD[ruleset, name], values if isinstance(values, dict) else {})


def _command_of_json(given: object) -> RequestedCommand:
    """A command in the exact JSON that legal commands have."""
    if not isinstance(given, dict):
        raise Malformed("A command is a JSON object.")
    if not plain(given):
        raise Malformed("A command has no fractions, and no numbers beyond what JSON keeps exactly.")
    values = dict(given)
    tag, seat = values.pop("type", None), values.pop("seat", None)
    struct = _BY_TAG.get(tag) if isinstance(tag, str) else None
    if struct is None:
        raise Malformed("There is no such command; `type` is one of those in `legal { json }`.", "$.type")
    if seat is not None and (isinstance(seat, bool) or not isinstance(seat, int)):
        raise Malformed("A seat is a whole number, or left out.", "$.seat")
    for name in values:
        if name not in _NAMES[struct]:
            raise Malformed(f"{tag} has no field of this name.", f"$.{name[:40]}")
    return RequestedCommand(_converted(struct, values), None if seat is None else seat_of(seat))


def chosen_field(given: object) -> tuple[str, object]:
    """The one field of a `@oneOf` input that is set: its name and value."""
    for each in given.__strawberry_definition__.fields:  # type: ignore[attr-defined]
        value = getattr(given, each.python_name)
        if value is not strawberry.UNSET:
            return each.python_name, value
    raise Malformed("A command names exactly one ruleset and one command.")


def _converted(struct: type[msgspec.Struct], values: dict[str, object]) -> msgspec.Struct:
    try:
        return msgspec.convert({**values, "seat": 0, "type": struct.__struct_config__.tag}, struct)
    except msgspec.ValidationError as error:
        text, _, at = str(error).partition(" - at ")
        raise Malformed(f"{text}.", at.strip("`") or "$") from error


# ---------------------------------------------------------------- as the API shows them


@dataclass(frozen=True)
class _Offer:
    """What a seat may play at one moment. `position`: the ruleset's view for that seat then."""

    commands: tuple[msgspec.Struct, ...]
    position: Any
    names: tuple[str, ...]

    @cached_property
    def choices(self) -> tuple[str, ...]:
        """The choice that stands for each command."""
        return choices_of(self.commands)


@strawberry.type(name="LegalCommand", description="Something that the caller's seat may play now.")
class LegalCommand:
    """`number`: its place in the list of `offer`."""

    legal: strawberry.Private[msgspec.Struct]
    offer: strawberry.Private[_Offer]
    number: strawberry.Private[int]

    @field("Its tag: the ruleset, a dot, the command.")
    def type(self) -> str:
        return str(self.legal.__struct_config__.tag)

    @field(
        "A short id of this command. Send it back as `choice`: no other field is needed to play. It stays the same as "
        "long as the command stays legal. Do not read anything from it."
    )
    def choice(self) -> strawberry.ID:
        return strawberry.ID(self.offer.choices[self.number])

    @field("The command exactly; send it back as `commandJson`.")
    def json(self) -> Json:
        return self.legal

    @field("What it does, in a sentence for people. No two commands of one list have the same sentence.")
    def text(self, locale: LocaleArgument = DEFAULT_LOCALE) -> str:
        ruleset = CURRENT[str(self.legal.__struct_config__.tag).partition(".")[0]]
        phrase = ruleset.phrase(self.offer.position, self.legal)
        return render(ruleset.id, phrase, locale_of_argument(locale), self.offer.names)

    @field("The command as a type of its own, for clients that know it.", COMMANDS)
    def command(self) -> object:
        return self.legal


def legal_commands(commands: tuple[Any, ...], position: object, names: tuple[str, ...]) -> list[LegalCommand]:
    """All that a seat may play. `position`: the ruleset's view for it at that moment; `names`: those of the seats."""
    offer = _Offer(commands, position, names)
    return [LegalCommand(legal=each, offer=offer, number=number) for number, each in enumerate(commands)]


# ---------------------------------------------------------------- as they are refused


@strawberry.interface(
    description="What says no to a command, and changes nothing. It is an answer that does not carry it out, a "
    "recorded refusal, or an objection before it is sent."
)
class CommandProblem:
    cited: strawberry.Private[tuple[str, ...]] = dataclasses.field(default=(), kw_only=True)
    known: strawberry.Private[Mapping[str, object]] = dataclasses.field(default_factory=dict, kw_only=True)
    words: strawberry.Private[NamedRefusal | str] = dataclasses.field(kw_only=True)
    code: str = strawberry.field(
        description="Stable, for programs. Refusals by the rules have codes in snake_case, all others the codes of "
        "errors in UPPER_CASE. docs/client-developers.md lists every code."
    )

    @field(
        "What is wrong, in one sentence. What the rules say has the language of `locale`; all else, which is for "
        "developers, is in English."
    )
    def text(self, locale: LocaleArgument = DEFAULT_LOCALE) -> str:
        spoken = locale_of_argument(locale)
        return self.words if isinstance(self.words, str) else self.words.text_in(spoken)

    @field("The rules that say no, the most telling first; empty where no rule speaks of it.", list[RuleNode])
    def rules(self, info: Info) -> list[Rule]:
        return cited(info, self.cited)

    @field(
        "What is needed to understand the answer, for programs: with the same names as in `extensions` of an error of "
        "the same code. Never anything that is hidden from the caller."
    )
    def facts(self) -> Json:
        return self.known


@strawberry.type(name="Objection", description="What the rules say against a command.")
class ObjectionNode(CommandProblem):
    """The same for a command that would be refused and for one that was."""


def objection(refused: Refused, ruleset: str, names: tuple[str, ...]) -> ObjectionNode:
    """A refusal of the rules as a client gets it. `ruleset`: the game's; `names`: those of the seats."""
    words = NamedRefusal(refused, ruleset, names)
    return ObjectionNode(code=refused.code, words=words, cited=refused.rules, known=refused.facts)
