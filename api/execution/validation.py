"""GraphQL's validation with a bound on its work, which may be done in slices. The document's size was judged before."""

from functools import partial
from typing import Any, Final

from graphql import (
    ASTValidationRule,
    DocumentNode,
    GraphQLError,
    GraphQLSchema,
    OverlappingFieldsCanBeMergedRule,
    ValidationContext,
    specified_rules,
    validate,
)
from graphql.validation import MaxIntrospectionDepthRule
from graphql.validation.rules.overlapping_fields_can_be_merged import RuleContext
from graphql.validation.validate import ValidationAbortedError

from api.execution.stepwise import Step, straight_on
from api.execution.successors import RULES as REPLACED

ERRORS_MAX: Final = 3
"""Errors of one document that a client receives."""

SUGGESTING_SELECTIONS_MAX: Final = 200
"""Only smaller documents get suggestions ("Did you mean ..."): each compares a name with hundreds of others."""

OVERLAP_WORK_MAX: Final = 5_000
"""Units of work to find fields that cannot be merged; the library counts about two for each pair of fields that have
the same response name. All commands of one ruleset, selected field by field, take two thirds of it."""


NODE_POINTS: Final = 8
OVERLAP_POINTS: Final = 2
"""What it costs to look at a node, and a unit of work to compare fields, in points."""


class _Budget(RuleContext):
    """The library's own context of the rule. A slice of the work may end wherever it spends of its budget."""

    def __init__(self, step: Step) -> None:
        self._step = step
        self._left = OVERLAP_WORK_MAX
        super().__init__()
        self._left = OVERLAP_WORK_MAX

    @property
    def remaining_complexity_budget(self) -> int:
        """What is left; below zero the library ends the validation."""
        return self._left

    @remaining_complexity_budget.setter
    def remaining_complexity_budget(self, left: int) -> None:
        if left < self._left:
            self._step((self._left - left) * OVERLAP_POINTS)
        self._left = left


class BoundedOverlapRule(OverlappingFieldsCanBeMergedRule):
    """The rule whose work grows with the square of a document, with a small budget instead of the library's own."""

    def __init__(self, context: ValidationContext, step: Step = straight_on) -> None:
        super().__init__(context)
        self.rule_context = _Budget(step)

    def enter_selection_set(self, *args: Any) -> None:  # noqa: ANN401  (the library's own arguments)
        """Compares the fields of a selection. Ends the validation when the budget is spent."""
        try:
            super().enter_selection_set(*args)
        except ValidationAbortedError:
            if self.rule_context.remaining_complexity_budget < 0:
                text = "This operation selects the same fields too often to compare them. Select each field once."
                self.report_error(GraphQLError(text, extensions={"code": "TOO_MANY_SELECTIONS"}))
            raise


class _Steps(ASTValidationRule):
    """Says at every node that the work goes on, and finds nothing wrong."""

    def __init__(self, context: ValidationContext, step: Step) -> None:
        super().__init__(context)
        self._step = step

    def enter(self, *_: Any) -> None:  # noqa: ANN401  (the library's own arguments)
        """Looks at any node."""
        self._step(NODE_POINTS)


_RULES: Final = (
    *(REPLACED.get(rule, rule) for rule in specified_rules if rule is not OverlappingFieldsCanBeMergedRule),
    MaxIntrospectionDepthRule,
)
assert len(_RULES) == len(specified_rules), "the library still has the rule that has a budget here"
assert set(REPLACED.values()) <= set(_RULES), "the library still has the rules that are replaced"


def errors_in(
    schema: GraphQLSchema, document: DocumentNode, selections: int, step: Step = straight_on
) -> list[GraphQLError]:
    """What is wrong with a document, at most `ERRORS_MAX` errors. `selections`: as `api.execution.judge` counts."""
    hidden = selections > SUGGESTING_SELECTIONS_MAX
    rules: list[Any] = [partial(_Steps, step=step), partial(BoundedOverlapRule, step=step), *_RULES]
    made: list[ASTValidationRule] = []
    tracked = [partial(_made, rule, made) for rule in rules]
    try:
        errors = validate(schema, document, tracked, max_errors=ERRORS_MAX, hide_suggestions=hidden)  # type: ignore[arg-type]
    finally:
        _forget(made)
    too_many = [error for error in errors if (error.extensions or {}).get("code")]
    return too_many or errors[:ERRORS_MAX]


def _made(rule: Any, made: list[ASTValidationRule], context: ValidationContext) -> ASTValidationRule:  # noqa: ANN401
    visitor: ASTValidationRule = rule(context)
    made.append(visitor)
    return visitor


def _forget(made: list[ASTValidationRule]) -> None:
    """Empties the rules of one validation. Each has methods of itself in a cycle, and all that it found: that would
    wait for a full collection of garbage, which then holds up everybody."""
    for rule in made:
        vars(rule.context).clear()
    for rule in made:
        vars(rule).clear()
