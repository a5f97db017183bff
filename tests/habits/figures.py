"""Sizes of files, folders and functions. `python -m tests.habits.figures` prints them, with everything that breaks a habit."""

import ast
import itertools
import statistics
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Final, NamedTuple

from tests.habits.english import banned_phrases, short_docstrings
from tests.habits.names import retired_classes, retired_names
from tests.habits.sources import (
    LAYERS,
    Token,
    files,
    javascript_source,
    name_of,
    nodes_of,
    python_source,
    tokens_of,
)

COLUMNS_MAX: Final = 120
FILE_LINES_MAX: Final = 400
FOLDER_FILES_MAX: Final = 16
MEDIAN_LINES_MAX: Final = 6
P90_LINES_MAX: Final = 18
PYTHON_LINES_MAX: Final = 60
JAVASCRIPT_LINES_MAX: Final = 80
_CONTROL: Final = frozenset({"if", "for", "while", "switch", "catch", "with"})


class Function(NamedTuple):
    """One function and its length in lines, signature and docstring included."""

    place: str
    name: str
    lines: int

    def __str__(self) -> str:
        return f"{self.place} {self.name}: {self.lines} lines"


def python_functions() -> list[Function]:
    """Every function and method of the product."""
    return [
        Function(f"{name_of(path)}:{node.lineno}", node.name, (node.end_lineno or node.lineno) - node.lineno + 1)
        for path in python_source()
        for node in nodes_of(path, ast.FunctionDef, ast.AsyncFunctionDef)
    ]


def javascript_functions() -> list[Function]:
    """Every function of the pages that has a body in braces."""
    return [
        function._replace(place=f"{name_of(path)}:{function.place}")
        for path in javascript_source()
        for function in functions_in(tokens_of(path))
    ]


def functions_in(tokens: Iterable[Token]) -> Iterator[Function]:
    """The functions of one JavaScript file; `place` is the line."""
    code = [token for token in tokens if token.kind != "comment" and (token.kind != "string" or token.text != "")]
    open_at: list[int] = []
    bodies: dict[int, tuple[str, int]] = {}
    match_of: dict[int, int] = {}
    for index, token in enumerate(code):
        if token.kind != "sign":
            continue
        if token.text in "({[":
            if token.text == "{" and (head := _head(code, index, match_of)):
                bodies[index] = head
            open_at.append(index)
        elif token.text in ")}]" and open_at:
            start = open_at.pop()
            match_of[index] = start
            if start in bodies:
                name, line = bodies[start]
                yield Function(str(line), name, token.line - line + 1)


def _head(code: list[Token], brace: int, match_of: dict[int, int]) -> tuple[str, int] | None:
    """Name and first line of the function whose body this brace opens; None for any other brace."""
    before = code[brace - 1] if brace else Token("sign", ";", 1)
    if before.text == "=>":
        start = match_of.get(brace - 2, brace - 2)
        return "=>", code[start].line
    if before.text != ")":
        return None
    opening = match_of.get(brace - 1, brace - 1)
    name = code[opening - 1]
    return None if name.kind != "word" or name.text in _CONTROL else (name.text, name.line)


def p90(lengths: list[int]) -> int:
    """The length that nine of ten do not exceed."""
    return sorted(lengths)[max(0, -(-len(lengths) * 9 // 10) - 1)]


def long_functions() -> list[str]:
    """Those beyond the limit of their language."""
    limits = ((python_functions(), PYTHON_LINES_MAX), (javascript_functions(), JAVASCRIPT_LINES_MAX))
    return [str(each) for functions, limit in limits for each in functions if each.lines > limit]


def long_files() -> list[str]:
    """Source files beyond the limit."""
    sizes = ((path, path.read_text(encoding="utf-8").count("\n")) for path in (*python_source(), *javascript_source()))
    return [f"{name_of(path)}: {lines} lines" for path, lines in sizes if lines > FILE_LINES_MAX]


def full_folders() -> list[str]:
    """Folders of the product with too many files of one kind. The entrance of a package does not count."""
    counts = Counter(
        (name_of(path.parent), suffix)
        for suffix in (".py", ".js", ".css", ".sql")
        for path in files(suffix, *LAYERS)
        if path.stem != "__init__" and path.parent.name != "migrations"  # these only ever become more
    )
    return [f"{folder}: {n} files {suffix}" for (folder, suffix), n in counts.items() if n > FOLDER_FILES_MAX]


def long_lines() -> list[str]:
    """Lines of Python source that are too wide."""
    return [
        f"{name_of(path)}:{number}"
        for path in python_source()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if len(line) > COLUMNS_MAX
    ]


def _print_list(title: str, places: Iterable[str]) -> int:
    listed = sorted(places)
    print(f"\n{title}: {len(listed)}")
    for place in listed:
        print(f"  {place}")
    by_folder = Counter("/".join(place.split(":")[0].split("/")[:-1][:3]) for place in listed)
    for folder, number in by_folder.most_common():
        print(f"  = {number} in {folder or '.'}")
    return len(listed)


def main() -> int:
    """Print the figures, then each list; the exit code is 1 when any list has an entry."""
    by_layer = itertools.groupby(python_functions(), key=lambda each: each.place.split("/")[0])
    rows = [(layer, [each.lines for each in group]) for layer, group in by_layer]
    rows.append(("all Python", [length for _, lengths in rows for length in lengths]))
    rows.append(("JavaScript", [each.lines for each in javascript_functions()]))
    for name, lengths in rows:
        median = statistics.median(lengths)
        print(f"{name:12} {len(lengths):5} functions, median {median:g}, p90 {p90(lengths)}, max {max(lengths)}")
    lists: dict[str, Callable[[], Iterable[str]]] = {
        "retired names": retired_names,
        "retired classes": retired_classes,
        "banned phrases": banned_phrases,
        "short docstrings": short_docstrings,
        "full folders": full_folders,
        "long files": long_files,
        "long functions": long_functions,
        "long lines": long_lines,
    }
    return 1 if sum(_print_list(title, places()) for title, places in lists.items()) else 0


if __name__ == "__main__":
    sys.exit(main())
