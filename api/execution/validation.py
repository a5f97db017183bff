"""GraphQL's validation with a bound on its work. The document's size was judged before."""

from typing import Any, Final

from graphql import (
    DocumentNode,
    GraphQLError,
    GraphQLSchema,
    OverlappingFieldsCanBeMergedRule,
    ValidationContext,
    specified_rules,
    validate,
)
from graphql.validation import MaxIntrospectionDepthRule
from graphql.validation.validate import ValidationAbortedError

ERRORS_MAX: Final = 3
"""Errors of one document that a client receives."""

SUGGESTING_SELECTIONS_MAX: Final = 200
"""Only smaller documents get suggestions ("Did you mean ..."): each compares a name with hundreds of others."""

OVERLAP_WORK_MAX: Final = 5_000
"""Units of work to find fields that cannot be merged; the library counts about two for each pair of fields that have
the same response name. All commands of one ruleset, selected field by field, take two thirds of it."""


class BoundedOverlapRule(OverlappingFieldsCanBeMergedRule):
    """The rule whose work grows with the square of a document, with a small budget instead of the library's own."""

    def __init__(self, context: ValidationContext) -> None:
        super().__init__(context)
        self.rule_context.remaining_complexity_budget = OVERLAP_WORK_MAX

    def enter_selection_set(self, *args: Any) -> None:  # noqa: ANN401  (the library's own arguments)
        """Compares the fields of a selection. Ends the validation when the budget is spent."""
        try:
            super().enter_selection_set(*args)
        except ValidationAbortedError:
            if self.rule_context.remaining_complexity_budget < 0:
                text = "This operation selects the same fields too often to compare them. Select each field once."
                self.report_error(GraphQLError(text, extensions={"code": "TOO_MANY_SELECTIONS"}))
            raise


_RULES: Final = (
    *(BoundedOverlapRule if rule is OverlappingFieldsCanBeMergedRule else rule for rule in specified_rules),
    MaxIntrospectionDepthRule,
)
assert BoundedOverlapRule in _RULES, "the library still has the rule that this one replaces"


def errors_in(schema: GraphQLSchema, document: DocumentNode, selections: int) -> list[GraphQLError]:
    """What is wrong with a document, at most `ERRORS_MAX` errors. `selections`: as `api.execution.judge` counts."""
    hidden = selections > SUGGESTING_SELECTIONS_MAX
    errors = validate(schema, document, _RULES, max_errors=ERRORS_MAX, hide_suggestions=hidden)
    too_many = [error for error in errors if (error.extensions or {}).get("code")]
    return too_many or errors[:ERRORS_MAX]
