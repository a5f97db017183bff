"""Makes GraphQL types from the Structs of rulesets, so that a view or a command is declared once.

    Struct               object type `<Ruleset><Struct>`; Structs of `domain.engine` keep their own name
    Literal of words     enum, if the domain has named the Literal; a String otherwise
    tuple, list, set     list
    Mapping              list of entries `{ key value }`
    union of Structs     union
    anything else        JSON

Resolvers return the domain's frozen Structs themselves, never copies.
"""

import enum
import inspect
import re
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from types import GenericAlias
from typing import Any, Literal, NamedTuple, get_args, get_origin

import msgspec
import strawberry
from msgspec import inspect as shape
from strawberry.annotation import StrawberryAnnotation
from strawberry.types.union import StrawberryUnion

from api.graphql.scalars import ExactJson
from api.names import camel, field_name, in_camel, pascal, snake
from domain.engine.ruleset import AnyRuleset


@strawberry.enum(description="The value of a command without fields.")
class Yes(enum.Enum):
    YES = "YES"


@dataclass(frozen=True)
class Entry:
    """One entry of a mapping."""

    key: Any
    value: Any


class OutputField(NamedTuple):
    """The GraphQL type of a field, and what turns the Struct's value into it (None: the value stays as it is)."""

    type: Any
    read: Callable[[Any], Any] | None = None


def _as_it_is(value: Any) -> Any:  # noqa: ANN401
    return value


@dataclass(frozen=True)
class Frame:
    """What an object type has of its own, or takes from the interfaces that it implements.

    `inherited`: fields of the Struct that it does not have, since an interface has them. `nullable`: fields that are
    nullable though they never are null, since another type's are. `added`: name -> type and resolver. `written`: name
    -> a type and a field that take the place of the Struct's. `own`: the Struct in what resolvers return.
    """

    interfaces: tuple[type, ...] = ()
    inherited: frozenset[str] = frozenset()
    nullable: frozenset[str] = frozenset()
    added: Mapping[str, tuple[Any, Callable[[Any], Any]]] = field(default_factory=dict)
    written: Mapping[str, tuple[Any, Any]] = field(default_factory=dict)
    own: Callable[[Any], Any] = _as_it_is


@dataclass
class Converter:
    """The types made so far. A schema has one converter, so that a Struct that occurs twice is one type."""

    _objects: dict[type, type] = field(default_factory=dict)
    _enums: dict[str, Any] = field(default_factory=dict)
    _entries: dict[str, type] = field(default_factory=dict)
    _names: dict[str, object] = field(default_factory=dict)

    # ---------------------------------------------------------------- entry points

    def output(self, ruleset: AnyRuleset, struct: type[msgspec.Struct], frame: Frame = Frame()) -> type:
        """The object type of a Struct. `frame`: for what implements an interface; only the first call may have one."""
        made = self._objects.get(struct)
        if made is not None:
            return made
        info = shape.type_info(struct)
        assert isinstance(info, shape.StructType), f"{struct} must be a Struct"
        name = self._name(ruleset, struct)
        made = self._objects[struct] = type(name, frame.interfaces, {"__annotations__": {}})
        if info.tag is not None and info.tag_field is not None:
            _resolved(made, info.tag_field, str, lambda root, tag=str(info.tag): tag)
        for each in info.fields:
            if each.name not in frame.inherited and each.name not in frame.written:
                self._add_field(ruleset, struct, each, made, nullable=each.name in frame.nullable)
        for added, (type_, read) in frame.added.items():
            _resolved(made, added, type_, read)
        for written, (type_, by_hand) in frame.written.items():
            made.__annotations__[written] = type_
            setattr(made, written, by_hand)
        own = frame.own
        made.is_type_of = classmethod(lambda cls, obj, info: type(own(obj)) is struct)  # type: ignore[attr-defined]
        strawberry.type(made, name=name, description=_doc(struct))
        return made

    def command_input(self, ruleset: AnyRuleset) -> type:
        """The `@oneOf` input of a ruleset's commands: exactly one of them, its seat left out."""
        choices = {}
        for struct in ruleset.commands:
            info = shape.type_info(struct)
            assert isinstance(info, shape.StructType), f"{struct} must be a Struct"
            fields = [each for each in info.fields if each.name != "seat"]
            choices[snake(struct.__name__)] = (self._input(ruleset, struct, fields) if fields else Yes, _doc(struct))
        return one_of(
            f"{pascal(ruleset.id)}CommandInput",
            choices,
            f"One command of {ruleset.title}, under its name. The caller's seat plays it.",
        )

    def amendment_input(self, ruleset: AnyRuleset) -> type:
        """The `@oneOf` input of what a ruling may change in a ruleset's position."""
        choices = {}
        for struct in ruleset.amendments.kinds if ruleset.amendments is not None else ():
            info = shape.type_info(struct)
            assert isinstance(info, shape.StructType), f"{struct} must be a Struct"
            choices[snake(struct.__name__)] = (self._input(ruleset, struct, info.fields), _doc(struct))
        return one_of(
            f"{pascal(ruleset.id)}AmendmentInput", choices, f"One change of a position of {ruleset.title}, by name."
        )

    def options_input(self, ruleset: AnyRuleset) -> type:
        """The input of a ruleset's options. Every one may be left out: then it is as printed."""
        info = shape.type_info(ruleset.options)
        assert isinstance(info, shape.StructType), f"{ruleset.options} must be a Struct"
        name = self._name(ruleset, ruleset.options, "Input")
        made = type(name, (), {"__annotations__": {}})
        for each in info.fields:
            described = each.type if isinstance(each.type, shape.Metadata) else None
            wanted = self._wanted(ruleset, ruleset.options, each.type if described is None else described.type)
            words = None if described is None else (described.extra_json_schema or {}).get("description")
            made.__annotations__[each.name] = wanted | None
            setattr(made, each.name, strawberry.field(default=strawberry.UNSET, description=words))
        text = f"The options of {ruleset.title}. What is left out, or null, is as printed."
        return strawberry.input(made, name=name, description=text)

    # ---------------------------------------------------------------- outputs

    def _add_field(
        self, ruleset: AnyRuleset, struct: type[msgspec.Struct], declared: shape.Field, made: type, *, nullable: bool
    ) -> None:
        output, name = self._output_field(ruleset, struct, declared.type), field_name(made.__name__, declared.name)
        type_ = output.type | None if nullable else output.type
        if output.read is None and name == camel(declared.name):
            made.__annotations__[declared.name] = type_
            if isinstance(declared.type, shape.Metadata):
                words = (declared.type.extra_json_schema or {}).get("description")
                setattr(made, declared.name, strawberry.field(description=words))
        else:
            _resolved(made, snake(name), type_, _reader(declared.name, output.read or _as_it_is))

    def _output_field(self, ruleset: AnyRuleset, owner: type, info: shape.Type) -> OutputField:
        match info:
            case shape.Metadata(type=bare):  # the description of an option (domain.engine.options)
                return self._output_field(ruleset, owner, bare)
            case shape.IntType():
                return OutputField(int)
            case shape.BoolType():
                return OutputField(bool)
            case shape.StrType():
                return OutputField(str)
            case shape.LiteralType(values=values):
                return OutputField(self._literal(ruleset, owner, values))
            case shape.StructType(cls=cls):
                return OutputField(self.output(ruleset, cls))
            case shape.VarTupleType() | shape.ListType() | shape.SetType() | shape.FrozenSetType():
                return self._list(ruleset, owner, (info.item_type,))
            case shape.TupleType(item_types=items):
                return self._list(ruleset, owner, items)
            case shape.DictType(key_type=key, value_type=value):
                return self._mapping(ruleset, owner, key, value)
            case shape.UnionType(types=types):
                return self._union(ruleset, owner, types)
            case shape.BytesType():
                raise TypeError(f"{owner.__qualname__} has bytes, which the API cannot show: use a text or a number")
            case _:
                return OutputField(ExactJson)

    def _list(self, ruleset: AnyRuleset, owner: type, items: tuple[shape.Type, ...]) -> OutputField:
        output = [self._output_field(ruleset, owner, item) for item in items]
        if not output or any(each.type != output[0].type for each in output):
            return OutputField(ExactJson)
        read = output[0].read
        return OutputField(_list_of(output[0].type), None if read is None else _each(read))

    def _mapping(self, ruleset: AnyRuleset, owner: type, key: shape.Type, value: shape.Type) -> OutputField:
        keys, values = self._output_field(ruleset, owner, key), self._output_field(ruleset, owner, value)
        if keys.type not in (str, int) or values.type is ExactJson:
            return OutputField(ExactJson)
        name = f"{'Int' if keys.type is int else ''}{_spelled(values.type)}Entry"
        made = self._entries.get(name)
        if made is None:
            made = type(name, (), {"__annotations__": {"key": keys.type, "value": values.type}})
            strawberry.type(made, name=name, description="One entry of a mapping.")
            self._entries[name] = made
        read = values.read or _as_it_is
        return OutputField(_list_of(made), lambda entries: [Entry(key, read(one)) for key, one in entries.items()])

    def _union(self, ruleset: AnyRuleset, owner: type, types: tuple[shape.Type, ...]) -> OutputField:
        some = [each for each in types if not isinstance(each, shape.NoneType)]
        if len(some) == 1:
            output = self._output_field(ruleset, owner, some[0])
            inner_read = output.read
            read = None if inner_read is None else (lambda one: None if one is None else inner_read(one))
        elif all(isinstance(each, shape.StructType) for each in some):
            structs = [self.output(ruleset, each.cls) for each in some if isinstance(each, shape.StructType)]
            name = "Or".join(_spelled(each) for each in structs)
            output, read = OutputField(union_of(name, structs)), None
        else:
            return OutputField(ExactJson)
        return OutputField(output.type | None if len(some) < len(types) else output.type, read)

    # ---------------------------------------------------------------- inputs

    def _input(self, ruleset: AnyRuleset, struct: type[msgspec.Struct], fields: Iterable[shape.Field]) -> type:
        name = f"{self._name(ruleset, struct, 'Input')}"
        made = type(name, (), {"__annotations__": {}})
        for each in fields:
            wanted = self._wanted(ruleset, struct, each.type)
            schema_name = field_name(name.removesuffix("Input"), each.name)
            if each.required:
                made.__annotations__[each.name] = wanted
                setattr(made, each.name, strawberry.field(name=schema_name))
            elif isinstance(each.default, str | int):
                made.__annotations__[each.name] = wanted
                setattr(made, each.name, strawberry.field(name=schema_name, default=_default(wanted, each.default)))
            else:
                made.__annotations__[each.name] = wanted | None
                setattr(made, each.name, strawberry.field(name=schema_name, default=strawberry.UNSET))
        return strawberry.input(made, name=name, description=_doc(struct))

    def _wanted(self, ruleset: AnyRuleset, owner: type, info: shape.Type) -> Any:  # noqa: ANN401
        """The type of an input field. What a typed input cannot express is JSON, and is checked when it is read."""
        match info:
            case shape.UnionType(types=types):
                some = [each for each in types if not isinstance(each, shape.NoneType)]
                wanted = self._wanted(ruleset, owner, some[0]) if len(some) == 1 else ExactJson
                return wanted | None if len(some) < len(types) else wanted
            case shape.VarTupleType(item_type=item) | shape.ListType(item_type=item):
                return _list_of(self._wanted(ruleset, owner, item))
            case shape.IntType() | shape.BoolType() | shape.StrType() | shape.LiteralType():
                return self._output_field(ruleset, owner, info).type
            case _:
                return ExactJson

    # ---------------------------------------------------------------- names

    def _literal(self, ruleset: AnyRuleset, owner: type, values: Iterable[str | int | None]) -> Any:  # noqa: ANN401
        words = set(values)
        if not all(isinstance(word, str) for word in words):
            return int if all(isinstance(word, int) for word in words) else ExactJson
        for alias, named in vars(sys.modules[owner.__module__]).items():
            if get_origin(named) is Literal and set(get_args(named)) == words and _nameable(words):
                name = pascal(ruleset.id) + alias.lstrip("_")
                made = self._enums.get(name)
                if made is None:
                    members = enum.Enum(name, [(word, word) for word in get_args(named)])  # type: ignore[misc]
                    made = self._enums[name] = strawberry.enum(members, name=name)
                    self._taken(name, frozenset(words))
                return made
        return str

    def _name(self, ruleset: AnyRuleset, struct: type, ending: str = "") -> str:
        prefix = pascal(ruleset.id)
        own = struct.__name__
        shared = struct.__module__.startswith("domain.engine.")
        name = (own if shared or own.startswith(prefix) else prefix + own) + ending
        self._taken(name, struct)
        return name

    def _taken(self, name: str, by: object) -> None:
        if self._names.setdefault(name, by) != by:
            raise TypeError(f"two Structs or enums would both be {name}: rename one in its ruleset")


def union_of(name: str, types: Iterable[type]) -> Any:  # noqa: ANN401
    """A union of object types. One type alone makes a union, too, so that a second ruleset changes no client's
    query."""
    return StrawberryUnion(name=name, type_annotations=tuple(StrawberryAnnotation(each) for each in types))


def one_of(name: str, choices: Mapping[str, tuple[Any, str | None]], description: str) -> type:
    """An input of which exactly one field is set."""
    made = type(name, (), {"__annotations__": {}})
    for choice, (wanted, doc) in choices.items():
        made.__annotations__[choice] = wanted | None
        setattr(made, choice, strawberry.field(default=strawberry.UNSET, description=doc))
    return strawberry.input(made, name=name, one_of=True, description=description)


def builtins_of(value: Any) -> Any:  # noqa: ANN401
    """An input as plain JSON values, without the fields that were not set."""
    match value:
        case enum.Enum():
            return value.value
        case list():
            return [builtins_of(item) for item in value]
        case _ if strawberry.types.has_object_definition(value):
            names = [each.python_name for each in value.__strawberry_definition__.fields]
            known = {name: getattr(value, name) for name in names}
            return {name: builtins_of(one) for name, one in known.items() if one is not strawberry.UNSET}
        case _:
            return value


def _nameable(words: Iterable[object]) -> bool:
    return all(
        isinstance(word, str) and word.isascii() and word.isidentifier() and word not in ("true", "false", "null")
        for word in words
    )


def _spelled(type_: Any) -> str:  # noqa: ANN401
    if get_origin(type_) is list:
        return f"{_spelled(get_args(type_)[0])}List"
    return {str: "String", int: "Int", bool: "Boolean"}.get(type_) or str(getattr(type_, "__name__", "Optional"))


def _doc(struct: type[msgspec.Struct]) -> str | None:
    """What a Struct's docstring says of it as a whole, in the API's words: fields in camelCase, and null for None.

    What it says of single fields from then on is left to the sentences of the fields (`api.sentences`).
    """
    own = struct.__dict__.get("__doc__")
    if not own:
        return None
    names = "|".join(struct.__struct_fields__)
    text = re.split(rf"(?<=\.)\s+(?=`(?:{names})`)", inspect.cleandoc(own))[0]
    text = re.sub(r"\bNone\b", "null", " ".join(text.split()))
    return in_camel(text, struct.__struct_fields__)


def _default(wanted: Any, default: str | int) -> Any:  # noqa: ANN401
    return wanted(default) if isinstance(wanted, type) and issubclass(wanted, enum.Enum) else default


def _list_of(type_: Any) -> Any:  # noqa: ANN401
    return GenericAlias(list, (type_,))


def _each(read: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda items: [read(item) for item in items]


def _reader(name: str, read: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def resolve(root: Any) -> Any:  # noqa: ANN401
        return read(getattr(root, name))

    return resolve


def _resolved(made: type, name: str, type_: Any, resolver: Callable[..., Any]) -> None:  # noqa: ANN401
    def resolve(root: Any) -> Any:  # noqa: ANN401
        return resolver(root)

    setattr(made, name, strawberry.field(resolver=resolve, graphql_type=type_))
