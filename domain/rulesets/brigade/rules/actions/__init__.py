"""The commands of the action phase (chapter 6 and the chiefs of chapter 10): what forbids them, and what they do.

`objections_*` is the one source of legality: it yields every rule that forbids a command, in the order in which a
command is refused. A function that can find at most one such rule is a `why_not_*`. `legal_actions` does not build
refusals: it asks the plain questions (`has_refill`) that the objections ask first, and the moves and payments are
enumerated by construction. `tests/rulesets/test_lists.py` compares the lists with the objections.
"""

from domain.rulesets.brigade.rules.actions.dispatch import act, first_objection, legal_actions, objections_action
from domain.rulesets.brigade.rules.actions.payment import why_not_pay

__all__ = ["act", "first_objection", "legal_actions", "objections_action", "why_not_pay"]
