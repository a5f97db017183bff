"""The commands of the action phase (chapter 6 and the chiefs of chapter 10): what forbids them, and what they do.

`objections_*` is the one source of legality: it yields every rule that forbids a command, in the order in which a
command is refused. A function that can find at most one such rule is a `why_not_*`. The candidates only keep
`legal_actions` from asking about every command that can be written down.
"""

from domain.rulesets.brigade.rules.actions.dispatch import act, legal_actions, objections_action
from domain.rulesets.brigade.rules.actions.payment import why_not_pay

__all__ = ["act", "legal_actions", "objections_action", "why_not_pay"]
