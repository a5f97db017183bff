"""Rules of validation that tell a client of the first edition what became of a name that is not there.

They look up one name for each error that was found anyway, so a correct document costs nothing more.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from graphql import (
    ArgumentNode,
    EnumValueNode,
    FieldNode,
    FieldsOnCorrectTypeRule,
    GraphQLError,
    GraphQLInputType,
    GraphQLSchema,
    KnownArgumentNamesRule,
    KnownTypeNamesRule,
    ListValueNode,
    NamedTypeNode,
    ObjectValueNode,
    OperationDefinitionNode,
    ScalarLeafsRule,
    StringValueNode,
    ValueNode,
    ValuesOfCorrectTypeRule,
    VariableDefinitionNode,
    VariablesInAllowedPositionRule,
    get_named_type,
    is_enum_type,
    is_input_object_type,
    is_interface_type,
    is_object_type,
    type_from_ast,
)

from api.first_edition import FIRST_EDITION, Successor

SUGGESTION: Final = " Did you mean "
"""How the library's suggestions begin, at the end of a message."""

NAMES_MAX: Final = 12
"""So many fields of a type or values of an enum are named to a client that has none of them right."""

VALUES_MAX: Final = 1_000
"""Values of one argument or of all variables that are looked at for names of the first edition."""


class PlainTypeNamesRule(KnownTypeNamesRule):
    """The rule without suggestions: to compare a name with those of all types takes ten milliseconds and more."""

    def enter_named_type(self, node: NamedTypeNode, *_: Any) -> None:  # noqa: ANN401  (the library's own arguments)
        """Reports a type that the schema does not have."""
        name = node.name.value
        if name not in self.existing_types_map:
            error = GraphQLError(f"Unknown type '{name}'.", node)
            self.report_error(with_successor(error, FIRST_EDITION.gone.get(name)))


class FieldNamesRule(FieldsOnCorrectTypeRule):
    """Reports a field that its type does not have, with its successor."""

    _field = ""

    def enter_field(self, node: FieldNode, *_: Any) -> None:  # noqa: ANN401  (the library's own arguments)
        """Remembers the name of the field for an error about it."""
        self._field = node.name.value
        super().enter_field(node)

    def report_error(self, error: GraphQLError) -> None:
        """Called at the field, so that the context knows its type."""
        super().report_error(with_successor(_with_fields(self, error), _of_field(self, self._field)))


class SelectionsRule(ScalarLeafsRule):
    """Reports a field that has a selection and must not, or the other way round, with what the field was before."""

    _field = ""

    def enter_field(self, node: FieldNode, *_: Any) -> None:  # noqa: ANN401  (the library's own arguments)
        """Remembers the field: an error about a selection that must not be there names the selection."""
        self._field = node.name.value
        super().enter_field(node)

    def report_error(self, error: GraphQLError) -> None:
        """Called at the field, so that the context knows its type."""
        super().report_error(with_successor(error, _of_field(self, self._field)))


class ArgumentNamesRule(KnownArgumentNamesRule):
    """Reports an argument that its field does not have, with its successor."""

    def enter_argument(self, arg_node: ArgumentNode, *args: Any) -> None:  # noqa: ANN401  (the library's own arguments)
        """Reports an argument of the first edition itself, and leaves all others to the library."""
        parent, field = self.context.get_parent_type(), self.context.get_field_def()
        if parent is not None and field is not None and not self.context.get_argument():
            field_name, name = args[3][-1].name.value, arg_node.name.value
            line = FIRST_EDITION.of_today(parent.name, f".{field_name}({name}:)")
            if line is not None:
                text = f"Unknown argument '{name}' on field '{parent.name}.{field_name}'."
                self.report_error(with_successor(GraphQLError(text, arg_node), line))
                return
        super().enter_argument(arg_node, *args)


class ValuesRule(ValuesOfCorrectTypeRule):
    """Reports a value that does not fit its type, with the successor of an input field or of a word."""

    def is_valid_value_node(self, node: ValueNode, input_type: GraphQLInputType | None) -> Any:  # noqa: ANN401
        """Remembers what is looked at, for the errors that it may have."""
        self._visited = (node, input_type)
        return super().is_valid_value_node(node, input_type)

    def report_error(self, error: GraphQLError) -> None:
        """Called once for each error in one value."""
        node, input_type = self._visited
        line = None if input_type is None else _of_value(node, input_type)
        if line is None and SUGGESTION not in error.message:
            line = _of_input(input_type, self.context.schema)
        super().report_error(with_successor(_with_values(error, input_type), line))


class VariablesRule(VariablesInAllowedPositionRule):
    """Reports a variable whose type does not fit where it is used, with what the first edition had there."""

    _positions: Mapping[int, GraphQLInputType | None] = MappingProxyType({})

    def leave_operation_definition(self, operation: OperationDefinitionNode, *args: Any) -> None:  # noqa: ANN401
        """Remembers the types of the places, for the errors."""
        usages = self.context.get_recursive_variable_usages(operation)
        self._positions = {id(usage.node): usage.type for usage in usages}
        super().leave_operation_definition(operation, *args)

    def report_error(self, error: GraphQLError) -> None:
        """Called with the definition of the variable and the place where it is used."""
        _, place = error.nodes or (None, None)
        line = _of_input(self._positions.get(id(place)), self.context.schema)
        super().report_error(with_successor(error, line))


RULES: Final = {
    KnownTypeNamesRule: PlainTypeNamesRule,
    FieldsOnCorrectTypeRule: FieldNamesRule,
    ScalarLeafsRule: SelectionsRule,
    KnownArgumentNamesRule: ArgumentNamesRule,
    ValuesOfCorrectTypeRule: ValuesRule,
    VariablesInAllowedPositionRule: VariablesRule,
}
"""The library's rule -> the one in its place."""


def with_successor(error: GraphQLError, line: Successor | None) -> GraphQLError:
    """The same error; with the successor, if there is one, in its message and in `extensions.successor`.

    It takes the place of a suggestion, which only compares the letters of names.
    """
    if line is None:
        return error
    text = f"{error.message.partition(SUGGESTION)[0]} {line.sentence}"
    return GraphQLError(text, error.nodes, extensions={**(error.extensions or {}), "successor": line.now})


def in_variables(
    schema: GraphQLSchema,
    operation: OperationDefinitionNode,
    variables: Mapping[str, Any],
    errors: Sequence[GraphQLError],
) -> list[GraphQLError]:
    """The errors of variables that do not fit. The first one has the successor of what the first edition had there."""
    for definition in operation.variable_definitions or ():
        input_type = type_from_ast(schema, definition.type)
        name = definition.variable.name.value
        line = _of_value(variables[name], input_type) if input_type is not None and name in variables else None
        if line is not None:
            return [with_successor(errors[0], line), *errors[1:]]
    return [_with_values_of_variable(schema, error) for error in errors]


def _with_values_of_variable(schema: GraphQLSchema, error: GraphQLError) -> GraphQLError:
    definition = error.nodes[0] if error.nodes else None
    input_type = type_from_ast(schema, definition.type) if isinstance(definition, VariableDefinitionNode) else None
    return error if input_type is None else _with_values(error, input_type)


def _with_fields(rule: FieldNamesRule, error: GraphQLError) -> GraphQLError:
    """The error with all fields of a small type, where no name of it is like the one that is not there."""
    parent = rule.context.get_parent_type()
    names: Collection[str] = parent.fields if is_object_type(parent) or is_interface_type(parent) else ()
    return _with_names(error, f"{parent} has", names)


def _with_values(error: GraphQLError, input_type: Any) -> GraphQLError:  # noqa: ANN401  (a type of the library's union)
    """The error with all values of a small enum, where none of them is like the one that is not there."""
    type_ = get_named_type(input_type)
    return _with_names(error, f"{type_} is one of", type_.values) if is_enum_type(type_) else error


def _with_names(error: GraphQLError, begins: str, names: Collection[str]) -> GraphQLError:
    if SUGGESTION in error.message or not 0 < len(names) <= NAMES_MAX:
        return error
    return GraphQLError(f"{error.message} {begins} {', '.join(names)}.", error.nodes, extensions=error.extensions)


def _of_field(rule: FieldNamesRule | SelectionsRule, name: str) -> Successor | None:
    parent = rule.context.get_parent_type()
    if parent is None:
        return None
    return FIRST_EDITION.of_today(parent.name, f".{name}") or FIRST_EDITION.leading_to(parent.name, rule.context.schema)


def _of_input(input_type: GraphQLInputType | None, schema: GraphQLSchema) -> Successor | None:
    named = get_named_type(input_type)
    return None if named is None else FIRST_EDITION.of_input(named.name, schema)


def _of_value(value: object, input_type: Any) -> Successor | None:  # noqa: ANN401  (a type of the library's union)
    return next(_gone_in(value, input_type), None)


def _gone_in(value: object, input_type: Any) -> Iterator[Successor]:  # noqa: ANN401
    """The successors of input fields and words of the first edition in a value, as far as `VALUES_MAX` reaches."""
    rest = [(value, get_named_type(input_type))]
    for _ in range(VALUES_MAX):
        if not rest:
            return
        value, type_ = rest.pop()
        one, line = _plain(value), None
        if isinstance(one, list):
            rest.extend((each, type_) for each in one[:VALUES_MAX])
        elif is_enum_type(type_) and isinstance(one, str) and one not in type_.values:
            line = FIRST_EDITION.of_today(type_.name, f".{one}")
        elif is_input_object_type(type_) and isinstance(one, dict):
            unknown = (name for name in one if name not in type_.fields)
            lines = (FIRST_EDITION.of_today(type_.name, f".{name}") for name in unknown)
            line = next((each for each in lines if each is not None), None)
            rest.extend((one[name], get_named_type(field.type)) for name, field in type_.fields.items() if name in one)
        elif not isinstance(one, str | StringValueNode | None):
            line = FIRST_EDITION.changed.get(type_.name)
        if line is not None:
            yield line


def _plain(value: object) -> object:
    """A literal as the JSON value of a variable would be, one level deep. Numbers and the like stay literals."""
    match value:
        case ListValueNode(values=values):
            return list(values)
        case ObjectValueNode(fields=fields):
            return {field.name.value: field.value for field in fields}
        case EnumValueNode(value=word):
            return word
        case _:
            return value
