"""The size of an operation, judged before it is executed: depth, aliases, and the number of fields it may resolve.

The cost of a field is 1, or its weight. A field that returns a list adds the cost of its selection for each entry. A
page counts with the size that is asked for; a size in a variable counts with the variable's default, or else with the
largest page. Other lists of objects count with `LIST_LENGTH`. Introspection has a limit of its own and costs nothing
here.
"""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from graphql import (
    FieldNode,
    FragmentSpreadNode,
    GraphQLError,
    GraphQLField,
    GraphQLList,
    GraphQLNonNull,
    GraphQLOutputType,
    GraphQLSchema,
    InlineFragmentNode,
    IntValueNode,
    OperationDefinitionNode,
    SelectionSetNode,
    Undefined,
    ValidationContext,
    ValidationRule,
    VariableNode,
    get_named_type,
    is_composite_type,
)

from api.graphql.paging import (
    GAMES_DEFAULT,
    GAMES_MAX,
    RULE_GAMES_DEFAULT,
    STEPS_DEFAULT,
    STEPS_MAX,
    TRACK_ROWS_MAX,
)
from api.limits import ApiLimits

LIST_LENGTH: Final = 12
WEIGHTS: Final[Mapping[str, int]] = {
    "Query.game": 200,
    "Query.games": 200,
    "Game.view": 30,
    "Game.viewJson": 30,
    "Game.legal": 20,
    "Game.command": 100,
    "Game.scoresNow": 10,
    "Game.highlights": 300,
    "Game.refusals": 200,
    "Game.why": 200,
    "Game.whyNot": 50,
    "Game.dryRun": 300,
    "Rule.games": 500,
    "Ruleset.components": 100,
    "Step.patch": 5,
    "Step.view": 30,
    "Step.viewJson": 30,
}
"""`Type.field` -> its cost instead of 1."""

COMMAND_WEIGHT: Final = 3_000
"""The cost of each mutation. Some in one operation are a convenience; hundreds would evade the limit of operations."""


class Page(NamedTuple):
    """How many entries a field returns: `usual` by default, at most `most`. `sizes`: the arguments that name the
    size."""

    usual: int
    most: int
    sizes: tuple[str, ...]


PAGES: Final[Mapping[str, Page]] = {
    "Game.steps": Page(STEPS_DEFAULT, STEPS_MAX, ("first", "last")),
    "Game.scoreTracks": Page(TRACK_ROWS_MAX, TRACK_ROWS_MAX, ()),
    "Query.games": Page(GAMES_DEFAULT, GAMES_MAX, ("first",)),
    "Rule.games": Page(RULE_GAMES_DEFAULT, GAMES_MAX, ("first",)),
}
"""`Type.field` of everything that returns a page."""

INSIDE_PAGE: Final = frozenset({"edges", "node"})
"""Fields of a connection: the field that returns it has counted the page already."""


def check_prices(schema: GraphQLSchema) -> None:
    """Assert that every field that has a price is in `schema`, with the arguments and defaults that the price relies
    on."""
    for coordinate in WEIGHTS:
        _field(schema, coordinate)
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
    field = getattr(schema.get_type(type_name), "fields", {}).get(name)
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


class Size(NamedTuple):
    """The size of a selection."""

    cost: int
    depth: int
    aliases: int


NOTHING: Final = Size(0, 0, 0)


def limit_rule(limits: ApiLimits) -> type[ValidationRule]:
    """The validation rule that refuses operations beyond `limits`. Made once, so that validation can be cached."""

    class LimitRule(ValidationRule):
        """Reports each operation that is too large."""

        def enter_operation_definition(self, node: OperationDefinitionNode, *_: object) -> None:
            size = _Measure(self.context, node).operation()
            for code, requested, most, unit in (
                ("TOO_DEEP", size.depth, limits.depth_max, "levels deep"),
                ("TOO_MANY_ALIASES", size.aliases, limits.aliases_max, "aliases"),
                ("TOO_EXPENSIVE", size.cost, limits.cost_max, "fields to resolve"),
            ):
                if requested > most:
                    text = f"This operation asks for {requested} {unit}; at most {most} are allowed."
                    facts = {"code": code, "requested": requested, "max": most}
                    self.report_error(GraphQLError(text, node, extensions=facts))

    return LimitRule


class _Measure:
    """Measures one operation. It measures each fragment once."""

    def __init__(self, context: ValidationContext, operation: OperationDefinitionNode) -> None:
        self._context = context
        self._operation = operation
        self._mutations = context.schema.mutation_type
        self._fragments: dict[str, Size] = {}
        self._defaults = {
            each.variable.name.value: int(each.default_value.value)
            for each in operation.variable_definitions or ()
            if isinstance(each.default_value, IntValueNode)
        }

    def operation(self) -> Size:
        root = self._context.schema.get_root_type(self._operation.operation)
        return self._selection(self._operation.selection_set, root)

    def _selection(self, selected: SelectionSetNode, parent: Any) -> Size:  # noqa: ANN401
        total = NOTHING
        for node in selected.selections:
            match node:
                case FieldNode():
                    size = self._field(node, parent)
                case InlineFragmentNode(type_condition=condition, selection_set=inner):
                    type_ = parent if condition is None else self._context.schema.get_type(condition.name.value)
                    size = self._selection(inner, type_)
                case FragmentSpreadNode(name=name):
                    size = self._fragment(name.value)
                case _:
                    size = NOTHING
            total = Size(total.cost + size.cost, max(total.depth, size.depth), total.aliases + size.aliases)
        return total

    def _fragment(self, name: str) -> Size:
        known = self._fragments.get(name)
        if known is None:
            self._fragments[name] = NOTHING  # another rule reports a fragment within itself
            fragment = self._context.get_fragment(name)
            if fragment is not None:
                type_ = self._context.schema.get_type(fragment.type_condition.name.value)
                self._fragments[name] = self._selection(fragment.selection_set, type_)
            known = self._fragments[name]
        return known

    def _field(self, node: FieldNode, parent: Any) -> Size:  # noqa: ANN401
        name = node.name.value
        if name.startswith("__"):
            return Size(1, 1, 0)
        aliased = 0 if node.alias is None else 1
        field = getattr(parent, "fields", {}).get(name)
        own = COMMAND_WEIGHT if parent is self._mutations else WEIGHTS.get(f"{parent}.{name}", 1)
        if field is None or node.selection_set is None:
            return Size(own, 1, aliased)
        inner = self._selection(node.selection_set, get_named_type(field.type))
        entries = self._entries(node, f"{parent}.{name}", field.type)
        return Size(own + entries * max(inner.cost, 1), inner.depth + 1, inner.aliases + aliased)

    def _entries(self, node: FieldNode, coordinate: str, type_: GraphQLOutputType) -> int:
        """How many objects a field may return."""
        if node.name.value in INSIDE_PAGE:
            return 1
        page = PAGES.get(coordinate)
        if page is not None:
            return self._page_size(node, page)
        bare = type_.of_type if isinstance(type_, GraphQLNonNull) else type_
        return LIST_LENGTH if isinstance(bare, GraphQLList) and is_composite_type(get_named_type(bare)) else 1

    def _page_size(self, node: FieldNode, page: Page) -> int:
        for argument in node.arguments or ():
            if argument.name.value in page.sizes:
                match argument.value:
                    case IntValueNode(value=value):
                        return min(int(value[:9]), page.most)
                    case VariableNode(name=name):
                        return min(self._defaults.get(name.value, page.most), page.most)
        return page.usual
