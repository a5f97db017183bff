"""The names that the project gives: in Python, in the pages' JavaScript and in the public schema; and the retired words."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from graphql import DefinitionNode, Node, Visitor, parse, visit

from domain.rulesets import CURRENT
from tests.habits.sources import LAYERS, ROOT, files, javascript_source, name_of, nodes_of, tokens_of

_NOUNS: Final = ("house", "table", "door", "room", "bell", "walk", "stand", "sight", "mark", "memo")
_OTHERS: Final = (
    "shelf",
    "shelves",
    "held",
    "told",
    "shown",
    "seen",
    "asked",
    "found",
    "kept",
    "said",
    "eyes",
    "again",
)
RETIRED: Final = frozenset((*_NOUNS, *(f"{noun}s" for noun in _NOUNS), *_OTHERS))
RETIRED_CLASSES: Final = frozenset({"Turn", "Rounds"})
"""A turn is a player's; these two were names of a transaction and of a worker's loop."""

_RULESETS: Final = ("domain/rulesets/", "tests/rulesets/")
"""A rulebook's own word may stand there, and in the board of a ruleset: The Great Fire has houses."""
_PART: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")


def retired_parts(name: str) -> set[str]:
    """The retired words that are whole parts of a snake_case or camelCase name."""
    return {part.lower() for part in _PART.findall(name)} & RETIRED


def retired_names() -> Iterator[str]:
    """`place: name` for every retired name of the project, outside the rulesets."""
    for path in files(".py", *LAYERS, "clients", "tests", "tools"):
        if name_of(path).startswith(_RULESETS) or _is_generated(path):
            continue
        for line, name in (*_path_names(path), *_python_names(path)):
            if retired_parts(name):
                yield f"{name_of(path)}:{line}: {name}"
    boards = tuple(ROOT / "api/web/static/js/boards" / ruleset for ruleset in CURRENT)
    for path in (*javascript_source(), *files(".js", "tests"), *files(".ts", "clients", "tests")):
        if not _is_generated(path) and not any(
            path.is_relative_to(folder) for folder in (ROOT / "tests/rulesets", *boards)
        ):
            yield from _javascript(path)
    schema = ROOT / "docs/schema.graphql"
    for line, name in _schema_names(schema.read_text(encoding="utf-8")):
        if retired_parts(name):
            yield f"{name_of(schema)}:{line}: {name}"


def _is_generated(path: Path) -> bool:
    """Whether it is a part of a client kit that `make kits` writes: its names are those of the schema."""
    return name_of(path).startswith("clients/") and path.stem in ("schema", "operations")


def retired_classes() -> Iterator[str]:
    """Classes by the names of `RETIRED_CLASSES`, outside the rulesets."""
    for path in files(".py", *LAYERS, "tests"):
        if name_of(path).startswith(_RULESETS):
            continue
        for node in nodes_of(path, ast.ClassDef):
            if node.name in RETIRED_CLASSES:
                yield f"{name_of(path)}:{node.lineno}: {node.name}"


_NAMING: Final = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.arg, ast.Name, ast.Attribute, ast.alias,
                  ast.ExceptHandler, ast.MatchAs, ast.MatchStar, ast.MatchMapping)  # fmt: skip


def _path_names(path: Path) -> Iterator[tuple[int, str]]:
    """The module, and the folder of a package."""
    yield 1, path.parent.name if path.stem == "__init__" else path.stem


def _python_names(path: Path) -> Iterator[tuple[int, str]]:
    """What a module defines or binds. A name that is only used, another library's say, is not its own."""
    for node in nodes_of(path, *_NAMING):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield node.lineno, name
            case ast.arg(arg=name):
                yield node.lineno, name
            case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
                yield node.lineno, name
            case ast.alias(asname=str(name)) | ast.ExceptHandler(name=str(name)):
                yield node.lineno, name
            case ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)) | ast.MatchMapping(rest=str(name)):
                yield node.lineno, name


def _javascript(path: Path) -> Iterator[str]:
    """Every name in the code: JavaScript declares properties by using them."""
    if retired_parts(path.stem):
        yield f"{name_of(path)}:1: {path.stem}"
    reported: set[str] = set()
    for token in tokens_of(path):
        if token.kind == "word" and token.text not in reported and retired_parts(token.text):
            reported.add(token.text)
            yield f"{name_of(path)}:{token.line}: {token.text}"


class _Names(Visitor):
    """Collects the names that a schema defines, except deprecated ones and those of a ruleset's types."""

    def __init__(self) -> None:
        super().__init__()
        self.names: list[tuple[int, str]] = []

    def enter(self, node: Node, *_: object) -> object:
        """Skip what is deprecated."""
        directives = getattr(node, "directives", None) or ()
        if any(directive.name.value == "deprecated" for directive in directives):
            return Visitor.SKIP
        if node.kind.endswith("_definition") and hasattr(node, "name") and node.loc is not None:
            self.names.append((node.loc.start_token.line, node.name.value))
        return None


def _schema_names(text: str) -> list[tuple[int, str]]:
    prefixes = tuple("".join(part.capitalize() for part in id.split("_")) for id in CURRENT)
    collected = _Names()
    for definition in parse(text).definitions:
        if not _type_name(definition).startswith(prefixes):
            visit(definition, collected)
    return collected.names


def _type_name(definition: DefinitionNode) -> str:
    name = getattr(definition, "name", None)
    return name.value if name is not None else ""
