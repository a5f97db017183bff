"""The prose of the project: docstrings, comments and pages; and the phrases that plain English does without."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tests.habits.sources import (
    LAYERS,
    ROOT,
    comments,
    docstrings,
    files,
    javascript_source,
    name_of,
    nodes_of,
    tokens_of,
)

BANNED: Final = re.compile(
    r"\b(?:but for|(?<!there )is no(?! longer\b)|for who|to be had|for ever|whoever|he|his|himself)\b", re.IGNORECASE
)
"""Inversions and archaic turns; a player is "they"."""
WORDS_MIN: Final = 4
_RULES: Final = "rules.md"
_FENCE: Final = re.compile(r"^ *(?:```|~~~)", re.MULTILINE)


def banned_phrases() -> Iterator[str]:
    """`place: phrase` for each banned phrase in the source's docstrings and comments and in the pages."""
    for path in files(".py", *LAYERS, "tools"):
        yield from _banned_in(path, (*docstrings(path), *comments(path)))
    for path in javascript_source():
        yield from _banned_in(path, ((token.line, token.text) for token in tokens_of(path) if token.kind == "comment"))
    for path in pages():
        yield from _banned_in(path, _prose(path))


def pages() -> list[Path]:
    """Every page for people, except the rulebooks and what is generated."""
    return [path for path in (*sorted(ROOT.glob("*.md")), *files(".md", "docs")) if path.name != "rules-coverage.md"]


def short_docstrings() -> Iterator[str]:
    """Docstrings of a module, class or function that are too short to say something."""
    for path in files(".py", *LAYERS, "tests", "tools"):
        for node in nodes_of(path, ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef):
            text = ast.get_docstring(node) or ""
            if 0 < len(text.split()) < WORDS_MIN:
                yield f"{name_of(path)}:{getattr(node, 'lineno', 1)}: {text.strip()}"


def _prose(path: Path) -> Iterator[tuple[int, str]]:
    """A page without its fenced examples, line by line."""
    fenced = False
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if _FENCE.match(line):
            fenced = not fenced
        elif not fenced:
            yield number, line


def _banned_in(path: Path, texts: Iterator[tuple[int, str]] | tuple[tuple[int, str], ...]) -> Iterator[str]:
    for line, text in texts:
        for match in BANNED.finditer(re.sub(r"\s+", " ", text)):
            yield f"{name_of(path)}:{line}: {match[0]}"
