"""The sentences of the schema: what each type, field, argument and value means, for those who write clients.

A sentence stands in the code, or in one of these files:

    domain/rulesets/<ruleset>/fields.toml   what is made from the ruleset's Structs; names as the ruleset writes them
    shared.toml                             patterns of coordinates, for what is the same in many types
    the other TOML files here               the rest: a table is a type, a key one of its fields, arguments or values;
                                            `[types]` has the types themselves

`python -m api.sentences` lists the coordinates that have none.
"""

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from fnmatch import fnmatchcase
from functools import cached_property
from importlib.resources import files
from typing import Final, NamedTuple, Protocol

from graphql import (
    FieldNode,
    GraphQLNamedType,
    GraphQLSchema,
    OperationDefinitionNode,
    is_enum_type,
    is_input_object_type,
    is_interface_type,
    is_introspection_type,
    is_object_type,
    is_specified_directive,
    is_specified_scalar_type,
    parse,
)

from api.names import field_name, fields_of, in_camel, pascal
from domain.rulesets import CURRENT

SHARED: Final = "shared.toml"
EXAMPLES: Final = "examples.graphql"
LIBRARY_TYPES: Final = frozenset({"Date", "DateTime"})
"""Types that the library brings with a sentence of its own, which the files replace."""


class Described(Protocol):
    """What may have a sentence: a type, a field, an argument, a value, a directive."""

    description: str | None


class Place(NamedTuple):
    """A part of the schema and its coordinate, as the GraphQL specification writes it: `Type.field(argument:)`."""

    coordinate: str
    part: Described


class Report(NamedTuple):
    """What came of the files. `missing`: coordinates without a sentence. `double`: those that have one in the code
    and one of their own in a file. `unused`: lines of the files that fit nothing."""

    missing: list[str]
    double: list[str]
    unused: list[str]


class Sentences:
    """The lines of the files. A coordinate's own line comes first, then those of `_alike`, then the patterns."""

    def __init__(self, own: Mapping[str, str], patterns: Mapping[str, str]) -> None:
        self.own = own
        self.patterns = patterns

    def apply(self, schema: GraphQLSchema) -> Report:
        """Writes the sentences into a schema, where the code has none."""
        families = _families(schema)
        used: set[str] = set()
        missing, double = [], []
        for coordinate, part in places(schema):
            if part.description and coordinate not in LIBRARY_TYPES:
                if coordinate in self.own:
                    double.append(coordinate)
                continue
            line = self._line(coordinate, families)
            if line is None:
                missing.append(coordinate)
                continue
            used.add(line)
            part.description = self.own.get(line) or self.patterns[line]
        unused = [line for line in (*self.own, *self.patterns) if line not in used and line not in double]
        return Report(missing, double, unused)

    def _line(self, coordinate: str, families: Mapping[str, list[str]]) -> str | None:
        for own in (coordinate, *_alike(coordinate, families)):
            if own in self.own:
                return own
        fitting = self.fitting(coordinate)
        return fitting[0] if fitting else None

    def fitting(self, coordinate: str) -> list[str]:
        """The patterns that a coordinate fits."""
        ending = coordinate.rpartition(".")[2]
        return [each for each in self._patterns_by_ending.get(ending, ()) if fnmatchcase(coordinate, each)] or [
            each for each in self._patterns_by_ending.get("", ()) if fnmatchcase(coordinate, each)
        ]

    @cached_property
    def _patterns_by_ending(self) -> dict[str, list[str]]:
        by_ending: dict[str, list[str]] = {}
        for pattern in self.patterns:
            ending = pattern.rpartition(".")[2]
            by_ending.setdefault("" if "*" in ending else ending, []).append(pattern)
        return by_ending


def places(schema: GraphQLSchema) -> Iterator[Place]:
    """Every part of a schema that the service defines itself, type by type."""
    for directive in schema.directives:
        if not is_specified_directive(directive):
            yield Place(f"@{directive.name}", directive)
            yield from _arguments(f"@{directive.name}", directive.args)
    for name, type_ in schema.type_map.items():
        if not is_introspection_type(type_) and not is_specified_scalar_type(type_):
            yield Place(name, type_)
            yield from _parts(type_)


def _parts(type_: GraphQLNamedType) -> Iterator[Place]:
    name = type_.name
    if is_object_type(type_) or is_interface_type(type_):
        for field_name, field in type_.fields.items():
            yield Place(f"{name}.{field_name}", field)
            yield from _arguments(f"{name}.{field_name}", field.args)
    elif is_input_object_type(type_):
        yield from (Place(f"{name}.{field_name}", field) for field_name, field in type_.fields.items())
    elif is_enum_type(type_):
        yield from (Place(f"{name}.{value_name}", value) for value_name, value in type_.values.items())


def _arguments(of: str, arguments: Mapping[str, Described]) -> Iterator[Place]:
    return (Place(f"{of}({name}:)", argument) for name, argument in arguments.items())


def _families(schema: GraphQLSchema) -> dict[str, list[str]]:
    """Type -> the interfaces and unions that it belongs to."""
    families: dict[str, list[str]] = {}
    for name, type_ in schema.type_map.items():
        for interface in getattr(type_, "interfaces", ()):
            families.setdefault(name, []).append(interface.name)
        for member in getattr(type_, "types", ()):
            families.setdefault(member.name, []).append(name)
    return families


def _alike(coordinate: str, families: Mapping[str, list[str]]) -> Iterable[str]:
    """The coordinates whose line fits, too: the command that an input is made from, then interfaces and unions."""
    type_name, _, rest = coordinate.partition(".")
    if rest:
        if type_name.endswith("Input"):
            yield f"{type_name.removesuffix('Input')}.{rest}"
        yield from (f"{family}.{rest}" for family in families.get(type_name, ()))


def read() -> Sentences:
    """The sentences of the files of this package and of the rulesets."""
    own: dict[str, str] = {}
    for file in files(__name__).iterdir():
        if file.name.endswith(".toml") and file.name != SHARED:
            _add(own, lines_of(file.read_text(encoding="utf-8")))
    for ruleset in CURRENT:
        _add(own, lines_of_ruleset(ruleset))
    patterns = lines_of((files(__name__) / SHARED).read_text(encoding="utf-8"))
    return Sentences(own, patterns)


def illustrate(schema: GraphQLSchema) -> None:
    """Ends the description of each mutation with its example."""
    assert schema.mutation_type is not None
    for name, example in examples().items():
        field = schema.mutation_type.fields[name]
        field.description = f"{field.description}\n\n```graphql\n{example}\n```"


def examples() -> dict[str, str]:
    """Mutation -> an operation that sends it. Raises ValueError for a mutation with two."""
    text = (files(__name__) / EXAMPLES).read_text(encoding="utf-8")
    operations: dict[str, str] = {}
    for node in parse(text).definitions:
        assert isinstance(node, OperationDefinitionNode) and node.loc is not None
        [field] = [each for each in node.selection_set.selections if isinstance(each, FieldNode)]
        if field.name.value in operations:
            raise ValueError(f"{EXAMPLES} has two examples for {field.name.value}")
        operations[field.name.value] = text[node.loc.start : node.loc.end]
    return operations


def lines_of(text: str) -> dict[str, str]:
    """Coordinate -> sentence, of one file."""
    lines: dict[str, str] = {}
    for type_name, entries in tomllib.loads(text).items():
        for key, sentence in entries.items():
            lines[key if type_name == "types" else f"{type_name}.{key}"] = sentence
    return lines


def lines_of_ruleset(ruleset: str) -> dict[str, str]:
    """Coordinate -> sentence, of what is made from a ruleset's Structs and Literals."""
    structs, prefix = fields_of(ruleset), pascal(ruleset)
    del structs["names"]
    lines = {f"{prefix}{name}": sentence for name, sentence in structs.pop("types").items()}
    for name, words in structs.pop("values").items():
        lines.update({f"{prefix}{name}.{word}": sentence for word, sentence in words.items()})
    for name, fields in structs.items():
        for field, sentence in fields.items():
            lines[f"{prefix}{name}.{field_name(prefix + name, field)}"] = in_camel(sentence, fields)
    return lines


def _add(lines: dict[str, str], more: Mapping[str, str]) -> None:
    twice = lines.keys() & more.keys()
    if twice:
        raise ValueError(f"two files have a sentence for {', '.join(sorted(twice))}")
    lines.update(more)
