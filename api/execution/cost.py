"""What an operation costs, in points, estimated before it is executed.

A point is about 4 microseconds of processor time (`python -m tests.bench.costs` measures it). A field costs 1, or its
weight in `WEIGHTS`. A field that returns a list adds the cost of its selection for each entry: the size that is asked
for, in the text or in a variable, or else the usual size. Other lists of objects count with their length in `LENGTHS`,
or with `LIST_LENGTH`. A subscription costs what one step of it costs, for each step.
"""

import math
from collections.abc import Mapping
from typing import Any, Final

from graphql import (
    DocumentNode,
    FieldNode,
    FragmentDefinitionNode,
    FragmentSpreadNode,
    GraphQLField,
    GraphQLList,
    GraphQLNonNull,
    GraphQLOutputType,
    GraphQLSchema,
    InlineFragmentNode,
    IntValueNode,
    OperationDefinitionNode,
    SelectionNode,
    SelectionSetNode,
    Undefined,
    VariableNode,
    get_named_type,
    is_abstract_type,
    is_composite_type,
    is_object_type,
)

from api.execution.judge import SATURATED
from api.execution.pages import PAGES, Page

BASE: Final = 100
"""What every operation costs: to read the request, to find the caller, to write the answer."""

TOKEN: Final = 6
"""What each token of a text costs while the service has not checked that text lately."""

LIST_LENGTH: Final = 6
LENGTHS: Final[Mapping[str, float]] = {
    "__Schema.types": 400,
    "__Schema.directives": 6,
    "__Type.fields": 3.3,
    "__Type.inputFields": 0.8,
    "__Type.enumValues": 0.5,
    "__Type.possibleTypes": 0.8,
    "__Type.interfaces": 0.1,
    "__Type.ofType": 0.5,
    "__Field.args": 0.2,
    "__Directive.args": 2,
    "Game.legal": 40,
    "CommandRefused.legal": 40,
    "Step.legal": 20,
    "Game.whyNot": 3,
    "Game.whyNotAt": 3,
    "Query.rulesets": 3,
    "Query.exhibition": 3,
    "Line.rules": 3,
    "Why.rules": 3,
    "Objection.rules": 2,
    "Refusal.rules": 2,
    "CommandRefused.rules": 2,
    "CommandProblem.rules": 2,
    "Outcome.rules": 2,
    "Source.rules": 2,
    "TrackRow.points": 14,
    "WinChances.seats": 4,
    "Rule.errata": 1,
    "Game.calls": 3,
    "Game.rulings": 3,
    "Game.appeals": 2,
    "Game.clocks": 4,
    "Step.clocks": 4,
    "ClockEntry.rules": 2,
    "Principal.results": 3,
    "Ruleset.options": 12,
    "Me.tokens": 8,
}
"""`Type.field` of lists without pages, and of what is often null -> about how many objects they return."""

WEIGHTS: Final[Mapping[str, int]] = {
    "Query.game": 40,
    "Query.exhibition": 150,
    "Query.node": 150,
    "Query.games": 80,
    "Query.__type": 200,
    "Query.principal": 40,
    "Principal.games": 100,
    "Principal.results": 150,
    "Me.currentToken": 40,
    "Me.tokens": 60,
    "Me.recoveryCode": 40,
    "Game.view": 60,
    "Game.viewJson": 60,
    "Game.legal": 60,
    "Game.command": 80,
    "Game.scoresNow": 60,
    "Game.scoreTracks": 100,
    "Game.winChances": 100,
    "Game.keyMoments": 200,
    "Game.highlights": 500,
    "Game.timeLedger": 500,
    "Game.clocks": 20,
    "Game.stopped": 20,
    "Game.refusals": 100,
    "Game.why": 150,
    "Game.whyNot": 60,
    "Game.whyNotAt": 150,
    "Game.dryRun": 1_200,
    "Game.dryRuling": 600,
    "Game.calls": 40,
    "Game.rulings": 40,
    "Game.appeals": 40,
    "Game.recordedSteps": 100,
    "Game.ledger": 150,
    "Query.events": 200,
    "PublicEvent.line": 60,
    "Readjudication.games": 100,
    "Readjudication.differing": 100,
    "Game.receipts": 100,
    "Game.knowledge": 100,
    "Game.auditReport": 400,
    "Game.tempo": 200,
    "Game.recordedCommands": 100,
    "RecordedStepEdge.node": 4,
    "RecordedCommandEdge.node": 8,
    "Rule.games": 100,
    "GameConnection.totalCount": 100,
    "GameConnection.changesCursor": 60,
    "RuleGameConnection.totalCount": 100,
    "Ruleset.components": 20,
    "Step.legal": 80,
    "Step.clocks": 20,
    "Step.line": 8,
    "Step.patch": 40,
    "Step.view": 40,
    "Step.viewJson": 40,
    "StepEdge.node": 4,
    "Subscription.gameSteps": 50,
    "Subscription.gamesChanged": 20,
    "Subscription.myGames": 60,
    "Subscription.myTurns": 60,
}
"""`Type.field` -> its cost instead of 1."""

COMMAND_WEIGHT: Final = 300
"""The cost of each mutation."""

COMMAND_WEIGHTS: Final[Mapping[str, int]] = {"fork": 500}
"""The mutations that cost more."""


_SIZES: Final = frozenset(name for page in PAGES.values() for name in (*page.sizes, *(page.ends or ())))

INSIDE_PAGE: Final = frozenset({"edges", "node"})
"""Fields of a connection: the field that returns it has counted the page already."""


def check_prices(schema: GraphQLSchema) -> None:
    """Assert that every field that has a price is in `schema`, with the arguments and defaults that the price relies
    on."""
    for coordinate in (*WEIGHTS, *LENGTHS, *(f"Mutation.{name}" for name in COMMAND_WEIGHTS)):
        _field(schema, coordinate)
    assert len(schema.type_map) <= LENGTHS["__Schema.types"], "the schema has more types than their price says"
    for coordinate, page in PAGES.items():
        arguments = _field(schema, coordinate).args
        for name in page.sizes:
            assert name in arguments, f"{coordinate} has no argument {name}"
            default = arguments[name].default_value
            assert default in (Undefined, None, page.usual), f"{coordinate} has {default} entries by default"
    for coordinate, field in _connections(schema).items():
        assert coordinate in PAGES, f"{coordinate} returns {field.type}, and has no page"


def _field(schema: GraphQLSchema, coordinate: str) -> GraphQLField:
    type_name, _, name = coordinate.partition(".")
    type_ = schema.get_type(type_name)
    field = schema.get_field(type_, name) if is_composite_type(type_) else None
    assert isinstance(field, GraphQLField), f"the schema has no field {coordinate}"
    return field


def _connections(schema: GraphQLSchema) -> dict[str, GraphQLField]:
    """Every field that takes the size of a page."""
    return {
        f"{type_name}.{name}": field
        for type_name, type_ in schema.type_map.items()
        for name, field in getattr(type_, "fields", {}).items()
        if "first" in getattr(field, "args", {})
    }


def cost_of(
    schema: GraphQLSchema,
    document: DocumentNode,
    operation: OperationDefinitionNode,
    variables: Mapping[str, Any] | None = None,
) -> int:
    """The points of one operation with these variables, at most `SATURATED`. The document's size was judged before."""
    return BASE + _Price(schema, document, operation, variables or {}).operation()


def cost_variables(document: DocumentNode) -> frozenset[str]:
    """The variables that an operation's cost may depend on: those that are the size of a page."""
    sizes: set[str] = set()
    rest: list[SelectionSetNode | None] = [getattr(node, "selection_set", None) for node in document.definitions]
    while rest:
        selected = rest.pop()
        for node in () if selected is None else selected.selections:
            rest.append(getattr(node, "selection_set", None))
            sizes.update(
                argument.value.name.value
                for argument in getattr(node, "arguments", None) or ()
                if argument.name.value in _SIZES and isinstance(argument.value, VariableNode)
            )
    return frozenset(sizes)


class _Price:
    """Prices one operation. Each fragment is priced once."""

    def __init__(
        self,
        schema: GraphQLSchema,
        document: DocumentNode,
        operation: OperationDefinitionNode,
        variables: Mapping[str, Any],
    ) -> None:
        self._schema = schema
        self._operation = operation
        self._definitions = {
            node.name.value: node for node in document.definitions if isinstance(node, FragmentDefinitionNode)
        }
        self._fragments: dict[str, float] = {}
        self._sizes = {
            each.variable.name.value: _number(each.default_value.value)
            for each in operation.variable_definitions or ()
            if isinstance(each.default_value, IntValueNode)
            and each.variable.name.value not in variables  # a null takes the place of a default, too
        }
        self._sizes |= {name: size for name, each in variables.items() if (size := _whole(each)) is not None}

    def operation(self) -> int:
        root = self._schema.get_root_type(self._operation.operation)
        return math.ceil(self._selected(self._operation.selection_set, root))

    def _selected(self, selected: SelectionSetNode | None, parent: Any) -> float:  # noqa: ANN401
        common: float = 0
        by_type: dict[str, float] = {}
        for node in () if selected is None else selected.selections:
            cost, type_name = self._selection(node, parent), self._only_for(node, parent)
            if type_name is None:
                common += cost
            else:
                by_type[type_name] = by_type.get(type_name, 0) + cost
        return min(common + max(by_type.values(), default=0), SATURATED)

    def _only_for(self, node: SelectionNode, parent: Any) -> str | None:  # noqa: ANN401
        """The one type of object that a fragment is for, where an object may be of several: it is of one of them."""
        match node:
            case InlineFragmentNode(type_condition=condition) if condition is not None:
                name = condition.name.value
            case FragmentSpreadNode(name=spread) if spread.value in self._definitions:
                name = self._definitions[spread.value].type_condition.name.value
            case _:
                return None
        return name if is_abstract_type(parent) and is_object_type(self._type(name)) else None

    def _selection(self, node: SelectionNode, parent: Any) -> float:  # noqa: ANN401
        match node:
            case FieldNode():
                return self._field(node, parent)
            case InlineFragmentNode(type_condition=condition, selection_set=inner):
                return self._selected(inner, parent if condition is None else self._type(condition.name.value))
            case FragmentSpreadNode(name=name):
                return self._fragment(name.value)
        return 0

    def _type(self, name: str) -> Any:  # noqa: ANN401
        return self._schema.get_type(name)

    def _fragment(self, name: str) -> float:
        known = self._fragments.get(name)
        if known is None:
            self._fragments[name] = 0  # a fragment within itself: validation reports it
            fragment = self._definitions.get(name)
            if fragment is not None:
                type_ = self._type(fragment.type_condition.name.value)
                self._fragments[name] = self._selected(fragment.selection_set, type_)
            known = self._fragments[name]
        return known

    def _field(self, node: FieldNode, parent: Any) -> float:  # noqa: ANN401
        name = node.name.value
        coordinate = f"{parent}.{name}"
        own = self._weight(name, coordinate, parent)
        field = self._schema.get_field(parent, name) if is_composite_type(parent) else None
        if field is None or node.selection_set is None:
            return own
        inner = self._selected(node.selection_set, get_named_type(field.type))
        return min(own + self._entries(node, coordinate, field.type) * max(inner, 1), SATURATED)

    def _weight(self, name: str, coordinate: str, parent: Any) -> int:  # noqa: ANN401
        if parent is not None and parent is self._schema.mutation_type:
            return COMMAND_WEIGHTS.get(name, COMMAND_WEIGHT)
        return WEIGHTS.get(coordinate, 1)

    def _entries(self, node: FieldNode, coordinate: str, type_: GraphQLOutputType) -> float:
        """How many objects a field may return."""
        if node.name.value in INSIDE_PAGE:
            return 1
        page = PAGES.get(coordinate)
        if page is not None:
            return self._page_size(node, page)
        if coordinate in LENGTHS:
            return LENGTHS[coordinate]
        bare = type_.of_type if isinstance(type_, GraphQLNonNull) else type_
        if not isinstance(bare, GraphQLList) or not is_composite_type(get_named_type(bare)):
            return 1
        return LIST_LENGTH

    def _page_size(self, node: FieldNode, page: Page) -> int:
        numbers = self._numbers(node)
        size = max((numbers[name] for name in page.sizes if name in numbers), default=page.usual)
        if page.ends is not None and page.ends[1] in numbers:
            size = numbers[page.ends[1]] - max(numbers.get(page.ends[0], 1), 1) + 1
        return max(0, min(size, page.most))

    def _numbers(self, node: FieldNode) -> dict[str, int]:
        """The arguments of a field that are whole numbers, in the text or in a variable."""
        numbers = {}
        for argument in node.arguments or ():
            match argument.value:
                case IntValueNode(value=value):
                    numbers[argument.name.value] = _number(value)
                case VariableNode(name=name) if name.value in self._sizes:
                    numbers[argument.name.value] = self._sizes[name.value]
        return numbers


def _whole(value: object) -> int | None:
    """A variable's value as GraphQL reads it for an `Int`; None for anything else."""
    if isinstance(value, float):
        return int(value) if abs(value) < SATURATED else SATURATED
    return value if isinstance(value, int) else None


def _number(digits: str) -> int:
    """A number of a document; one that is longer than any page needs counts as a large one."""
    return int(digits[:9])
