"""How much an operation asks for, judged before it is carried out: depth, aliases, and the fields it may resolve.

The cost of a field is 1 (or its own weight) and, for each thing in the list it gives, the cost of what is asked of that thing. A
page counts with the number asked for; a page size in a variable counts with its default or the most there is. Other lists
of objects count with `LIST_LENGTH`. Introspection is left out here: its depth has a limit of its own.
"""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from graphql import (
    FieldNode,
    FragmentSpreadNode,
    GraphQLError,
    GraphQLList,
    GraphQLNonNull,
    GraphQLOutputType,
    InlineFragmentNode,
    IntValueNode,
    OperationDefinitionNode,
    SelectionSetNode,
    ValidationContext,
    ValidationRule,
    VariableNode,
    get_named_type,
    is_composite_type,
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
COMMAND_WEIGHT: Final = 3_000
"""Of each mutation: some in one operation are a convenience, hundreds would be a way round the limit of operations."""

PAGES: Final[Mapping[str, tuple[int, int]]] = {"steps": (50, 500), "games": (50, 100), "scoreTracks": (500, 500)}
"""Connections and tracks: how many without asking, how many at most."""

IN_PAGE: Final = frozenset({"edges", "node"})
"""Fields of a connection: the page was counted one level up already."""


class Asked(NamedTuple):
    """What a selection asks for."""

    cost: int
    depth: int
    aliases: int


NOTHING: Final = Asked(0, 0, 0)


def within(limits: ApiLimits) -> type[ValidationRule]:
    """The rule that holds operations to `limits`. Made once a schema, so that validation can be remembered."""

    class WithinLimits(ValidationRule):
        """Complains about each operation that asks for too much."""

        def enter_operation_definition(self, node: OperationDefinitionNode, *_: object) -> None:
            asked = _Walk(self.context, node).operation()
            for code, found, most, what in (
                ("TOO_DEEP", asked.depth, limits.depth_max, "levels deep"),
                ("TOO_MANY_ALIASES", asked.aliases, limits.aliases_max, "aliases"),
                ("TOO_EXPENSIVE", asked.cost, limits.cost_max, "fields to resolve"),
            ):
                if found > most:
                    text = f"This operation asks for {found} {what}; at most {most} are allowed."
                    facts = {"code": code, "asked": found, "max": most}
                    self.report_error(GraphQLError(text, node, extensions=facts))

    return WithinLimits


class _Walk:
    """One operation, each fragment looked at once."""

    def __init__(self, context: ValidationContext, operation: OperationDefinitionNode) -> None:
        self._context = context
        self._operation = operation
        self._commands = context.schema.mutation_type
        self._fragments: dict[str, Asked] = {}
        self._defaults = {
            each.variable.name.value: int(each.default_value.value)
            for each in operation.variable_definitions or ()
            if isinstance(each.default_value, IntValueNode)
        }

    def operation(self) -> Asked:
        root = self._context.schema.get_root_type(self._operation.operation)
        return self._selection(self._operation.selection_set, root)

    def _selection(self, selected: SelectionSetNode, parent: Any) -> Asked:  # noqa: ANN401
        found = NOTHING
        for node in selected.selections:
            match node:
                case FieldNode():
                    asked = self._field(node, parent)
                case InlineFragmentNode(type_condition=condition, selection_set=inner):
                    type_ = parent if condition is None else self._context.schema.get_type(condition.name.value)
                    asked = self._selection(inner, type_)
                case FragmentSpreadNode(name=name):
                    asked = self._fragment(name.value)
                case _:
                    asked = NOTHING
            found = Asked(found.cost + asked.cost, max(found.depth, asked.depth), found.aliases + asked.aliases)
        return found

    def _fragment(self, name: str) -> Asked:
        known = self._fragments.get(name)
        if known is None:
            self._fragments[name] = NOTHING  # a fragment within itself is another rule's to report
            fragment = self._context.get_fragment(name)
            if fragment is not None:
                type_ = self._context.schema.get_type(fragment.type_condition.name.value)
                self._fragments[name] = self._selection(fragment.selection_set, type_)
            known = self._fragments[name]
        return known

    def _field(self, node: FieldNode, parent: Any) -> Asked:  # noqa: ANN401
        name = node.name.value
        if name.startswith("__"):
            return Asked(1, 1, 0)
        aliased = 0 if node.alias is None else 1
        field = getattr(parent, "fields", {}).get(name)
        own = COMMAND_WEIGHT if parent is self._commands else WEIGHTS.get(f"{parent}.{name}", 1)
        if field is None or node.selection_set is None:
            return Asked(own, 1, aliased)
        inner = self._selection(node.selection_set, get_named_type(field.type))
        many = self._many(node, field.type)
        return Asked(own + many * max(inner.cost, 1), inner.depth + 1, inner.aliases + aliased)

    def _many(self, node: FieldNode, type_: GraphQLOutputType) -> int:
        name = node.name.value
        if name in IN_PAGE:
            return 1
        if name in PAGES:
            return self._page(node, *PAGES[name])
        bare = type_.of_type if isinstance(type_, GraphQLNonNull) else type_
        return LIST_LENGTH if isinstance(bare, GraphQLList) and is_composite_type(get_named_type(bare)) else 1

    def _page(self, node: FieldNode, usual: int, most: int) -> int:
        for argument in node.arguments or ():
            if argument.name.value in ("first", "last"):
                match argument.value:
                    case IntValueNode(value=value):
                        return min(int(value[:9]), most)
                    case VariableNode(name=name):
                        return min(self._defaults.get(name.value, most), most)
        return usual
