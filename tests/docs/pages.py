"""The fenced examples of `docs/` and of the pages at the top: their places, and the reason for each that is not run."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
NOT_RUN: Final = re.compile(r"<!-- not run: (.+?) -->$")
RUN: Final = frozenset({"bash", "graphql", "pycon", "python", "typescript"})
READ: Final = frozenset({"json", "toml"})


@dataclass(frozen=True)
class Example:
    """One fenced block. `line`: of its first line of text, from 1; `not_run`: the reason the page gives, or empty."""

    page: str
    line: int
    language: str
    text: str
    not_run: str

    @property
    def place(self) -> str:
        """Where it is, as people write it: `page:line`."""
        return f"{self.page}:{self.line}"


@cache
def examples() -> tuple[Example, ...]:
    """All of them, page by page."""
    kits = sorted((ROOT / "clients").glob("*/README.md"))
    pages = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md")), *kits]
    return tuple(example for page in pages for example in examples_of(str(page.relative_to(ROOT)), page.read_text()))


def examples_of(page: str, text: str) -> list[Example]:
    """Those of one page. Raises ValueError for a fence that is never closed."""
    listed: list[Example] = []
    lines = text.splitlines()
    at = 0
    while at < len(lines):
        opened = re.match(r"( *)(```+|~~~+)\s*(\S*)", lines[at])
        if opened is None:
            at += 1
            continue
        indent, fence, language = opened.groups()
        end = next((n for n in range(at + 1, len(lines)) if lines[n].strip() == fence), None)
        if end is None:
            raise ValueError(f"{page}:{at + 1}: this fence is never closed")
        before = next((line for line in reversed(lines[:at]) if line.strip()), "")
        marked = NOT_RUN.match(before.strip())
        body = "\n".join(line.removeprefix(indent) for line in lines[at + 1 : end]) + "\n"
        listed.append(Example(page, at + 2, language, body, marked.group(1) if marked else ""))
        at = end + 1
    return listed


def in_language(language: str) -> dict[str, list[Example]]:
    """The examples to be run in a language, by page: those of a page belong together and are run in their order."""
    pages: dict[str, list[Example]] = {}
    for example in examples():
        if example.language == language and not example.not_run:
            pages.setdefault(example.page, []).append(example)
    return pages


def summary(reports: Iterable[Iterable[object]]) -> str:
    """What a run in which examples were tried prints at its end; empty if none were."""
    if not any("tests/docs/" in getattr(report, "nodeid", "") for group in reports for report in group):
        return ""
    unrun = [example for example in examples() if example.not_run]
    reasons = "; ".join(f"{example.place} ({example.not_run})" for example in unrun)
    return f"emberlog: {len(examples()) - len(unrun)} examples of the documentation were run or read, {len(unrun)} not: {reasons}"
