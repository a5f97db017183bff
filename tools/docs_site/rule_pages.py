"""The pages of the rules: each `rules.md` with a paragraph for each rule, and a list of the pages and of all errata."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from domain.engine.errata import Erratum
from domain.rulesets import CURRENT
from infra.rulebook import GAME, read_rulebook
from services.rulebook import Rule
from tools.docs_site.places import ROOT

RULE_LINE: Final = re.compile(r"^(?=\*\*[A-Z]{2,5}-[A-Z0-9-]+[a-z.\d]*(?: \(D\))?\*\*)", re.MULTILINE)
LIVE: Final = (
    "Each rule has an anchor: its id, as in `{page}#{id}`. "
    "The service's [page of these rules](path:/rules/{page}) also lists the games in which a rule fired."
)


@cache
def all_rules() -> dict[str, Rule]:
    """Every rule by its id."""
    book = read_rulebook()
    return {rule.id: rule for page in (GAME, *CURRENT) for rule in book.rules(page)}


@cache
def all_errata() -> dict[str, Erratum]:
    """Every erratum by its id."""
    return {each.id: each for ruleset in CURRENT.values() for each in ruleset.errata}


def rule_pages() -> Iterator[tuple[str, str]]:
    """(name, Markdown) of each page of rules."""
    for page in (GAME, *CURRENT):
        folder = "game" if page == GAME else f"rulesets/{page}"
        text = (ROOT / "domain" / folder / "rules.md").read_text(encoding="utf-8")
        # A line that begins with an id is a rule of its own, also where the source has no blank line before it.
        head, rest = RULE_LINE.sub("\n", text).split("\n", 1)
        first = next(rule.id for rule in all_rules().values() if rule.page == page)
        yield f"rules/{page}", "\n".join((head, "", LIVE.format(page=page, id=first), "", rest))
    yield "rules/index", _index()


def _index() -> str:
    counts = {page: sum(rule.page == page for rule in all_rules().values()) for page in (GAME, *CURRENT)}
    lines = [
        "# Rules",
        "",
        "Every step of a game and every refusal cites the rules behind it by their ids.",
        "Each rule has one address: the page of its ruleset, and its id as the anchor. A rule that was corrected says",
        "since which version, and how it was before.",
        "",
        "| page | rules |",
        "|---|---|",
        f"| [Every game](game.md) | {counts[GAME]} |",
        *(f"| [{ruleset.title}]({ruleset.id}.md) | {counts[ruleset.id]} |" for ruleset in CURRENT.values()),
        "",
        "## Errata",
        "",
        "A game is played to its end by the version of its ruleset that it was opened with (GAME-VERSION-01).",
        "",
        "| erratum | since version | rule |",
        "|---|---|---|",
        *(f"| {each.id} | {each.since} | {each.rule} |" for each in all_errata().values()),
        "",
        "[Which test holds which rule](../rules-coverage.md) is written by the tests themselves.",
    ]
    return "\n".join(lines) + "\n"
