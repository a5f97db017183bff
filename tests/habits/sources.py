"""The files of the project that the checks read, and the ways to read one: Python by its syntax tree, JavaScript by tokens."""

import ast
import io
import re
import tokenize
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple, TypeVar, cast

ROOT: Final = Path(__file__).parents[2]
LAYERS: Final = ("domain", "services", "projections", "api", "infra")
_LEFT_OUT: Final = frozenset({"node_modules", "__pycache__", "dist"})


Kind = TypeVar("Kind", bound=ast.AST)


class Token(NamedTuple):
    """One token of JavaScript. `kind`: word, string, comment, number or sign."""

    kind: str
    text: str
    line: int


def files(suffix: str, *folders: str) -> list[Path]:
    """All files of a kind below these folders, in order."""
    paths = (path for folder in folders for path in (ROOT / folder).rglob(f"*{suffix}"))
    return sorted(path for path in paths if not _LEFT_OUT.intersection(path.parts))


def python_source() -> list[Path]:
    """The Python files of the product."""
    return files(".py", *LAYERS)


def javascript_source() -> list[Path]:
    """The modules of the pages."""
    return files(".js", "api/web/static/js")


def name_of(path: Path) -> str:
    """The path as a reader of the repository writes it."""
    return path.relative_to(ROOT).as_posix()


@cache
def tree_of(path: Path) -> ast.Module:
    """The syntax tree of a Python file."""
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def _nodes_by_kind(path: Path) -> dict[type[ast.AST], list[ast.AST]]:
    nodes: dict[type[ast.AST], list[ast.AST]] = defaultdict(list)
    for node in ast.walk(tree_of(path)):
        nodes[type(node)].append(node)
    return nodes


def nodes_of(path: Path, *kinds: type[Kind]) -> Iterator[Kind]:
    """The nodes of these exact types in a Python file, type by type. A tree is walked once for all checks: walking a
    thousand files takes seconds."""
    for kind in kinds:
        yield from cast(list[Kind], _nodes_by_kind(path).get(kind, []))


def docstrings(path: Path) -> Iterator[tuple[int, str]]:
    """(line, text) of every docstring, those below an attribute too."""
    for node in nodes_of(path, ast.Expr):
        if isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield node.lineno, node.value.value


def comments(path: Path) -> Iterator[tuple[int, str]]:
    """(line, text) of every comment of a Python file."""
    for token in tokenize.generate_tokens(io.StringIO(path.read_text(encoding="utf-8")).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string.lstrip("# ")


_JAVASCRIPT: Final = re.compile(
    r"""(?P<comment>//[^\n]*|/\*.*?\*/)
    |(?P<string>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')
    |(?P<word>[A-Za-z_$][\w$]*)
    |(?P<number>\d[\w.]*)
    |(?P<sign>=>|\S)""",
    re.DOTALL | re.VERBOSE,
)
_REGEX: Final = re.compile(r"/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n\[])+/[a-z]*")
_BEFORE_A_REGEX: Final = frozenset("(,=:[!&|?{};+-*%<>~^") | {"=>", "return", "typeof", "case"}


@cache
def tokens_of(path: Path) -> tuple[Token, ...]:
    """The tokens of a JavaScript file. The code inside a template string counts as code, its text as strings."""
    return tuple(tokens_in(path.read_text(encoding="utf-8")))


def tokens_in(text: str) -> Iterator[Token]:
    """The tokens of a text in JavaScript."""
    at, line, before = 0, 1, ";"
    braces: list[str] = []  # "$" for a brace that ends a template's expression
    while at < len(text):
        if text[at] == "`" or (text[at] == "}" and braces and braces[-1] == "$"):
            if text[at] == "}":
                braces.pop()
            end, opens = _template_part(text, at + 1)
            kind, before = "string", "`"
            if opens:
                braces.append("$")
                before = "("
        elif text[at] == "/" and before in _BEFORE_A_REGEX and (regex := _REGEX.match(text, at)):
            kind, end, before = "string", regex.end(), "/"
        elif match := _JAVASCRIPT.match(text, at):
            kind, end = match.lastgroup or "sign", match.end()
            if kind != "comment":
                before = match[0]
            if match[0] == "{":
                braces.append("{")
            elif match[0] == "}" and braces:
                braces.pop()
        else:
            line += text[at] == "\n"
            at += 1
            continue
        yield Token(kind, text[at:end], line)
        line += text.count("\n", at, end)
        at = end


def _template_part(text: str, at: int) -> tuple[int, bool]:
    """Where the text of a template that begins at `at` ends, and whether an expression follows."""
    while at < len(text):
        if text[at] == "\\":
            at += 2
        elif text[at] == "`":
            return at + 1, False
        elif text.startswith("${", at):
            return at + 2, True
        else:
            at += 1
    return at, False
