"""Decisions (section 15.2): which answers each allows, why another is refused, and what comes of one.

`answers` is the one list of what is allowed; `objections_answer` only says why an answer is not on it.
"""

from domain.rulesets.brigade.rules.decisions.anew import list_anew
from domain.rulesets.brigade.rules.decisions.answers import answers, chiefs_left, default_answer, has_answer
from domain.rulesets.brigade.rules.decisions.objections import objections_answer
from domain.rulesets.brigade.rules.decisions.resolve import resolve

__all__ = ["answers", "chiefs_left", "default_answer", "has_answer", "list_anew", "objections_answer", "resolve"]
