"""Rules by id, read from the rules.md of the game and of each ruleset. `infra` opens the files."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Protocol

from domain.engine.errata import Erratum


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule as its page states it.

    `page`: the ruleset, or `game` for the rules of every game. `title`: the heading above it. `source`: its origin
    according to the brackets on the page, "" without any. `reconstructed`: whether this project decided any of it,
    because the printed rules are silent or contradict themselves. `errata`: its corrections, oldest first; `text` has
    the words after all of them.
    """

    id: str
    page: str
    title: str
    text: str
    source: str
    reconstructed: bool
    errata: tuple[Erratum, ...] = ()

    def at(self, version: int) -> "Rule":
        """The rule as games of this version of the ruleset are played: before the next corrections after it."""
        next_version = min((each.since for each in self.errata if each.since > version), default=None)
        if next_version is None:
            return self
        return replace(self, text=" ".join(each.before for each in self.errata if each.since == next_version))


class Rulebook(Protocol):
    """All rules that a line or a refusal may cite."""

    def rule(self, id: str) -> Rule | None: ...

    def rules(self, page: str) -> Sequence[Rule]:
        """The rules of one page, in its order; none for a page that does not exist."""
        ...


class Pages:
    """The rulebook, read from `pages`: name -> Markdown text, with the errata of all rulesets."""

    def __init__(self, pages: Mapping[str, str], errata: Iterable[Erratum] = ()) -> None:
        corrections: dict[str, tuple[Erratum, ...]] = {}
        for each in errata:
            corrections[each.rule] = (*corrections.get(each.rule, ()), each)
        self._pages = {
            name: tuple(replace(rule, errata=corrections.get(rule.id, ())) for rule in read_rules(name, text))
            for name, text in pages.items()
        }
        self._rules = {rule.id: rule for rules in self._pages.values() for rule in rules}

    def rule(self, id: str) -> Rule | None:
        """The rule of this id; None when no page states it."""
        return self._rules.get(id)

    def rules(self, page: str) -> Sequence[Rule]:
        """The rules of one page, in its order."""
        return self._pages.get(page, ())


_ID: Final = r"[A-Z]{2,5}(?:-[A-Z0-9]+)+(?:\.\d+|[a-z])?"
_RULE: Final = re.compile(rf"^(?:[-*] |\| )?\*\*({_ID})(?: \(D\))?\*\*\s*(.*)$")
_HEADING: Final = re.compile(r"^#+ (?:[\d.]+ )?(.*)$")
_EXAMPLE: Final = re.compile(rf"^({_ID})\s+(.*)$")
_SOURCE: Final = re.compile(r"\s*\[((?:EN|DE|FR|PUB|RECON|ruling|public)\b[^\]]*)\]")
_DECIDED: Final = re.compile(r"\b(?:RECON|ruling)\b")


def read_rules(page: str, text: str) -> Iterator[Rule]:
    """Yields the rules of one page. A rule begins with a bold id in a paragraph, list item or table row, or with a
    heading."""
    title, id, words = page, "", list[str]()
    for line in (*text.splitlines(), "# end"):
        heading, rule = _HEADING.match(line), _RULE.match(line)
        if id and (heading or rule or not line.strip() or line.startswith("```")):
            if words or rule or heading:
                yield _rule(page, id, title, " ".join(words))
                id = ""
        elif id:
            words.append(_plain(line))
        if rule:
            id, words = rule[1], [_plain(rule[2])]
        elif heading:
            example = _EXAMPLE.match(heading[1])
            if example:
                id, words = example[1], [f"{example[2]}."]
            else:
                title = _SOURCE.sub("", heading[1]).strip()


def _plain(line: str) -> str:
    """A line without the Markdown of tables and lists."""
    if line.rstrip().endswith("|"):
        return " — ".join(cell.strip() for cell in line.strip().strip("|").split("|") if cell.strip())
    return re.sub(r"^\s*(?:[-*]|\d+\.) ", "", line).strip()


def _rule(page: str, id: str, title: str, markdown: str) -> Rule:
    sources = _SOURCE.findall(markdown)
    text = _SOURCE.sub("", markdown).strip()
    return Rule(id, page, title, text, "; ".join(sources), any(_DECIDED.search(source) for source in sources))


__all__ = ["Pages", "Rule", "Rulebook", "read_rules"]
