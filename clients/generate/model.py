"""What both kits need to know of the schema and of their operations, free of any target language."""

import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from graphlib import TopologicalSorter
from pathlib import Path
from typing import Final

import graphql as gql

ROOT: Final = Path(__file__).resolve().parents[2]
SDL: Final = ROOT / "docs" / "schema.graphql"
OPERATIONS: Final = ROOT / "clients" / "operations.graphql"
LINE_MAX: Final = 110

REPEATABLE: Final = frozenset({"recover", "revokeToken", "revokeOtherTokens", "revokeRecoveryCode"})
"""Mutations without an id that do no more when they are sent twice: what is revoked stays revoked; `recover` says so
itself."""

SECRETS: Final = frozenset({"NewPlayer.token", "NewToken.token", "NewRecoveryCode.code", "NewRecoveryCode.path"})
"""Fields with which whoever reads them acts in somebody's name."""


@dataclass(frozen=True)
class Ref:
    """A type where it is used. `kind`: scalar, enum, input, record or union. `lists`: for each level, from
    outside, whether the items may be null."""

    kind: str
    name: str
    nullable: bool = False
    lists: tuple[bool, ...] = ()


@dataclass(frozen=True)
class Field:
    """A field of a record or an input. `conditional`: the answer may leave it out; an input may, too. `secret`: a kit
    never prints it."""

    name: str
    type: Ref
    description: str = ""
    conditional: bool = False
    secret: bool = False


@dataclass
class Record:
    """An object of an answer, or an input. `typename`: its `__typename`, if the operation selects it."""

    name: str
    fields: list[Field]
    description: str = ""
    typename: str = ""
    one_of: bool = False


@dataclass
class Union:
    """One of several records, told apart by `__typename`."""

    name: str
    members: list[str]
    description: str = ""


@dataclass(frozen=True)
class Enum:
    """An enumeration, with what each value means."""

    name: str
    values: Sequence[tuple[str, str]]
    description: str = ""


@dataclass(frozen=True)
class Operation:
    """One operation with one field at its root. `text`: without its fragments, which are named in `fragments`."""

    name: str
    kind: str
    text: str
    fragments: Sequence[str]
    root: str
    result: Ref
    variables: Sequence[Field]
    description: str = ""

    @property
    def repeatable(self) -> bool:
        """Whether a lost answer is a reason to send it once more."""
        has_id = any(each.name == "commandId" for each in self.variables)
        return self.kind != "mutation" or has_id or self.name in REPEATABLE

    @property
    def has_sentences(self) -> bool:
        """Whether its answer has sentences in the language of a variable `$locale`."""
        return any(each.name == "locale" for each in self.variables)


@dataclass
class Model:
    """Everything that is written out, in the order of writing. `fragments`: the text of each, by its name."""

    enums: list[Enum] = field(default_factory=list)
    inputs: list[Record] = field(default_factory=list)
    records: dict[str, Record | Union] = field(default_factory=dict)
    operations: list[Operation] = field(default_factory=list)
    fragments: dict[str, str] = field(default_factory=dict)


def load() -> Model:
    """The model of the committed schema. Raises ValueError if an operation does not fit it."""
    schema = gql.build_schema(SDL.read_text(encoding="utf-8"))
    text = OPERATIONS.read_text(encoding="utf-8")
    document = gql.parse(text)
    errors = gql.validate(schema, document)
    if errors:
        raise ValueError("\n".join(str(each) for each in errors))
    return _Reader(schema, document).model


class _Reader:
    """Walks the operations once."""

    def __init__(self, schema: gql.GraphQLSchema, document: gql.DocumentNode) -> None:
        self.schema = schema
        self.model = Model()
        self.fragments = {
            each.name.value: each for each in document.definitions if isinstance(each, gql.FragmentDefinitionNode)
        }
        self.names: dict[str, str] = {}
        """The type of the schema behind each name of a record."""
        self._read_types()
        self.model.fragments = {name: _short(each) for name, each in self.fragments.items()}
        for each in document.definitions:
            if isinstance(each, gql.OperationDefinitionNode):
                self.model.operations.append(self._operation(each))

    def _read_types(self) -> None:
        for name, type_ in sorted(self.schema.type_map.items()):
            if name.startswith("__"):
                continue
            if isinstance(type_, gql.GraphQLEnumType):
                values = [(key, value.description or "") for key, value in type_.values.items()]
                self.model.enums.append(Enum(name, values, type_.description or ""))
            elif isinstance(type_, gql.GraphQLInputObjectType):
                fields = [
                    Field(key, self._ref(each.type), each.description or "", not gql.is_required_input_field(each))
                    for key, each in type_.fields.items()
                ]
                self.model.inputs.append(
                    Record(name, fields, type_.description or "", one_of=bool(getattr(type_, "is_one_of", False)))
                )

        self.model.inputs = _used_first(self.model.inputs)

    def _operation(self, node: gql.OperationDefinitionNode) -> Operation:
        assert node.name is not None, "operations have names"
        owner = self.schema.get_root_type(node.operation)
        (root,) = node.selection_set.selections
        assert owner is not None and isinstance(root, gql.FieldNode)
        definition = owner.fields[root.name.value]
        return Operation(
            name=node.name.value,
            kind=node.operation.value,
            text=_short(node),
            fragments=[each.name.value for each in self._spread(node.selection_set, {})],
            root=_key(root),
            result=self._selected(definition.type, root.selection_set, _capital(node.name.value)),
            variables=[self._variable(each) for each in node.variable_definitions or ()],
            description=definition.description or "",
        )

    def _variable(self, node: gql.VariableDefinitionNode) -> Field:
        type_ = gql.type_from_ast(self.schema, node.type)
        assert type_ is not None
        optional = not gql.is_non_null_type(type_) or node.default_value is not None
        return Field(node.variable.name.value, self._ref(type_), "", optional)

    def _spread(
        self, node: gql.SelectionSetNode, listed: dict[str, gql.FragmentDefinitionNode]
    ) -> list[gql.FragmentDefinitionNode]:
        """The fragments that a selection needs, each once, in the order of their first use."""
        for each in node.selections:
            if isinstance(each, gql.FragmentSpreadNode):
                if each.name.value in listed:
                    continue
                listed[each.name.value] = self.fragments[each.name.value]
                self._spread(self.fragments[each.name.value].selection_set, listed)
            elif each.selection_set is not None:
                self._spread(each.selection_set, listed)
        return list(listed.values())

    def _ref(self, type_: gql.GraphQLType, named: tuple[str, str] | None = None) -> Ref:
        nullable = not isinstance(type_, gql.GraphQLNonNull)
        bare = type_.of_type if isinstance(type_, gql.GraphQLNonNull) else type_
        if isinstance(bare, gql.GraphQLList):
            inner = self._ref(bare.of_type, named)
            return Ref(inner.kind, inner.name, nullable, (inner.nullable, *inner.lists))
        if named is not None:
            return Ref(*named, nullable)
        kind = "enum" if gql.is_enum_type(bare) else "input" if gql.is_input_object_type(bare) else "scalar"
        return Ref(kind, bare.name, nullable)

    def _selected(self, type_: gql.GraphQLOutputType, node: gql.SelectionSetNode | None, owner: str) -> Ref:
        """The type of a field with this selection. `owner`: the name of an object without a fragment of its own."""
        bare = gql.get_named_type(type_)
        if node is None:
            return self._ref(type_)
        name = owner
        first = node.selections[0]
        if len(node.selections) == 1 and isinstance(first, gql.FragmentSpreadNode):
            fragment = self.fragments[first.name.value]
            if fragment.type_condition.name.value == bare.name:
                name, node = fragment.name.value, fragment.selection_set
        kind = "union" if gql.is_abstract_type(bare) else "record"
        if self.names.setdefault(name, bare.name) != bare.name:
            raise ValueError(f"{name} would be the name of a {self.names[name]} and of a {bare.name}")
        if name not in self.model.records:
            if isinstance(bare, gql.GraphQLInterfaceType | gql.GraphQLUnionType):
                self._union(name, bare, node)
            else:
                assert isinstance(bare, gql.GraphQLObjectType)
                self._record(name, bare, node)
        return self._ref(type_, (kind, name))

    def _union(
        self, name: str, type_: gql.GraphQLInterfaceType | gql.GraphQLUnionType, node: gql.SelectionSetNode
    ) -> None:
        members = list(self.schema.get_possible_types(type_))
        for each in members:
            if each.name in self.model.records:
                raise ValueError(f"{each.name}, a member of {name}, has the name of another record")
            self._record(each.name, each, node)
        self.model.records[name] = Union(name, [each.name for each in members], type_.description or "")

    def _record(self, name: str, type_: gql.GraphQLObjectType, node: gql.SelectionSetNode) -> None:
        fields: dict[str, Field] = {}
        typename = ""
        for each, conditional in self._flat(type_, node):
            if each.name.value == "__typename":
                typename = type_.name
                continue
            definition = type_.fields[each.name.value]
            key = _key(each)
            type_of_field = self._selected(definition.type, each.selection_set, name + _capital(key))
            secret = f"{type_.name}.{each.name.value}" in SECRETS
            fields.setdefault(key, Field(key, type_of_field, definition.description or "", conditional, secret))
        self.model.records[name] = Record(name, list(fields.values()), type_.description or "", typename)

    def _flat(self, type_: gql.GraphQLObjectType, node: gql.SelectionSetNode) -> Iterator[tuple[gql.FieldNode, bool]]:
        """The fields that are selected of an object of this type, and whether a directive may leave them out."""
        for each in node.selections:
            if isinstance(each, gql.FieldNode):
                yield each, bool(each.directives)
                continue
            inner = self.fragments[each.name.value] if isinstance(each, gql.FragmentSpreadNode) else each
            assert isinstance(inner, gql.FragmentDefinitionNode | gql.InlineFragmentNode)
            condition = inner.type_condition
            on = self.schema.type_map[condition.name.value] if condition is not None else type_
            if on is type_ or (gql.is_abstract_type(on) and self.schema.is_sub_type(on, type_)):
                yield from self._flat(type_, inner.selection_set)


def _key(node: gql.FieldNode) -> str:
    return node.alias.value if node.alias is not None else node.name.value


def _used_first(inputs: Sequence[Record]) -> list[Record]:
    """The inputs in an order in which each comes after those that it is made of."""
    by_name = {each.name: each for each in inputs}
    needs = {name: [f.type.name for f in each.fields if f.type.name in by_name] for name, each in by_name.items()}
    return [by_name[name] for name in TopologicalSorter(needs).static_order()]


def _short(node: gql.Node) -> str:
    """A definition as it is sent: without needless characters, in lines that people can read."""
    text = gql.strip_ignored_characters(gql.print_ast(node))
    return textwrap.fill(text, LINE_MAX, break_long_words=False, break_on_hyphens=False)


def _capital(name: str) -> str:
    return name[0].upper() + name[1:]
