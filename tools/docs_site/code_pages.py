"""The catalogue of codes as a page of the site: one entry and one anchor for each code."""

from collections.abc import Iterator, Mapping

from api.problems import CODES
from domain.game.refusals import REFUSALS
from domain.rulesets import CURRENT

INTRODUCTION = """# Codes

Every error has a code in `extensions.code`, and every answer that says no has one in `code`. Programs decide by the
code; the text is for people. Each code has one address: this page, and the code as the anchor.

The *status* is the HTTP status of a response that is this problem as a whole. 200 means that the operation was
executed and one of its fields has the problem. *Answer* means that only answers to commands (`CommandProblem`) carry
the code. [Errors](client-developers.md#errors) explains how to read them.
"""


def code_pages() -> Iterator[tuple[str, str]]:
    """(name, Markdown) of the page."""
    yield "errors", "\n".join((INTRODUCTION, *_codes(), *_refusals()))


def _codes() -> Iterator[str]:
    yield "## Errors and answers\n"
    for code, each in sorted(CODES.items()):
        status = "answer" if each.status is None else f"status {each.status}"
        yield f"```{{api:code}} {code}\n*{status}* · {each.meaning}\n\n**What to do:** {each.action}\n```\n"


def _refusals() -> Iterator[str]:
    yield "## Refusals by the rules of every game\n"
    yield from _entries("", REFUSALS)
    for ruleset in CURRENT.values():
        yield f"## Refusals by the rules of {ruleset.title}\n"
        yield from _entries(f"{ruleset.id}.", ruleset.refusals)


def _entries(prefix: str, refusals: Mapping[str, str]) -> Iterator[str]:
    for code, meaning in sorted(refusals.items()):
        yield f"```{{api:code}} {prefix}{code}\n{' '.join(meaning.split())}\n```\n"
