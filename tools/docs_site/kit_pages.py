"""The reference of the client kits: every method with its signature and its sentences, read from the sources."""

import ast
import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from tools.docs_site.places import ROOT

PYTHON: Final = ROOT / "clients" / "python" / "src" / "emberlog_client"
TYPESCRIPT: Final = ROOT / "clients" / "typescript" / "src"
PARTS: Final = (
    ("Who you are", "client", "Client"),
    ("Reading", "reads", "Reads"),
    ("Why, why not, and records", "evidence", "Evidence"),
    ("Feeds", "feeds", "Feeds"),
    ("Commands", "commands", "Commands"),
    ("Calls, rulings and appeals", "rulings", "Rulings"),
    ("Problems", "problems", ""),
    ("Waiting", "backoff", "Backoff"),
)
"""Title of a part, module and class of the Python kit; no class: all classes of the module."""

INTRODUCTION: Final = """# {title}

Everything that a program calls, written from the sources of the kit. The [guide]({guide}.md) shows how the parts work
together.
The types of results have the names of the [schema](schema/index.md), and a sentence for each field in your editor.
"""

MEMBER: Final = re.compile(
    r"^  /\*\*(?P<doc>(?:(?!\*/).)*)\*/\n  (?P<head>(?:get |async |\*)*(?P<name>[a-z]\w*)[(<].*?) \{(?: return .*)?$",
    re.MULTILINE | re.DOTALL,
)
EXPORTED: Final = re.compile(
    r"^/\*\*(?P<doc>(?:(?!\*/).)*)\*/\nexport (?P<head>class (?P<name>\w+)[^{]*) \{\}?$", re.MULTILINE | re.DOTALL
)

LINE_MAX: Final = 100


@dataclass(frozen=True)
class Entry:
    """A method or a class: how it is called, and what it does."""

    name: str
    head: str
    text: str


def kit_pages() -> Iterator[tuple[str, str]]:
    """(name, Markdown) of both pages."""
    python = (
        f"## {title}\n\n{''.join(_markdown(each, 'python') for each in python_entries(module, owner))}"
        for title, module, owner in PARTS
    )
    yield "kit-python", "\n".join((INTRODUCTION.format(title="Kit: Python", guide="guide-python"), *python))
    parts = (("`Client`", typescript_methods()), ("Problems", typescript_problems()))
    typescript = (
        f"## {title}\n\n{''.join(_markdown(each, 'typescript') for each in entries)}" for title, entries in parts
    )
    yield (
        "kit-typescript",
        "\n".join((INTRODUCTION.format(title="Kit: TypeScript", guide="guide-typescript"), *typescript)),
    )


def _markdown(entry: Entry, language: str) -> str:
    return f"### `{entry.name}`\n\n```{language}\n{entry.head}\n```\n\n{entry.text}\n\n"


def python_entries(module: str, owner: str) -> Iterator[Entry]:
    """The public methods of a class of the Python kit, or the classes of one of its modules."""
    tree = ast.parse((PYTHON / f"{module}.py").read_text(encoding="utf-8"))
    classes = [each for each in tree.body if isinstance(each, ast.ClassDef) and not each.name.startswith("_")]
    if not owner:
        yield from (Entry(each.name, _class_head(each), _documented(each)) for each in classes)
        return
    [chosen] = [each for each in classes if each.name == owner]
    if owner in ("Client", "Backoff"):
        yield Entry(chosen.name, _class_head(chosen), _documented(chosen))
    for each in chosen.body:
        if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef) and not (
            each.name.startswith("_") or any(isinstance(part, ast.Attribute) for part in each.decorator_list)
        ):  # what sets a property is a part of it
            yield Entry(each.name, _python_head(each), _documented(each))


def _documented(node: ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) -> str:
    text = ast.get_docstring(node)
    if not text:
        raise ValueError(f"{node.name} of the Python kit has no docstring")
    return text


def _class_head(node: ast.ClassDef) -> str:
    bases = ", ".join(map(ast.unparse, node.bases))
    fields = [f"    {ast.unparse(each)}" for each in node.body if isinstance(each, ast.AnnAssign)]
    made = [each for each in node.body if isinstance(each, ast.FunctionDef) and each.name == "__init__"]
    return "\n".join((f"class {node.name}{f'({bases})' if bases else ''}:", *fields, *map(_indented, made)))


def _indented(node: ast.FunctionDef) -> str:
    return textwrap.indent(_python_head(node), "    ")


def _python_head(node: ast.FunctionDef | ast.AsyncFunctionDef) -> str:
    """How a method is called. What runs inside it is its own."""
    if any(isinstance(each, ast.Name) and each.id == "property" for each in node.decorator_list) and node.returns:
        return f"{node.name}: {_type(node.returns)}"
    begin = "async def" if isinstance(node, ast.AsyncFunctionDef) else "def"
    returned = f" -> {_type(node.returns)}" if node.returns else ""
    given = list(_arguments(node.args))
    line = f"{begin} {node.name}({', '.join(given)}){returned}"
    if len(line) <= LINE_MAX:
        return line
    return "\n".join((f"{begin} {node.name}(", *(f"    {each}," for each in given), f"){returned}"))


def _arguments(arguments: ast.arguments) -> Iterator[str]:
    """Each argument that a caller gives, with its type and its default."""
    places = [*arguments.posonlyargs, *arguments.args][1:]
    defaults: list[ast.expr | None] = [*arguments.defaults]
    yield from map(_argument, places, [None] * (len(places) - len(defaults)) + defaults)
    if arguments.kwonlyargs:
        yield "*"
    yield from map(_argument, arguments.kwonlyargs, arguments.kw_defaults)
    if arguments.kwarg:
        yield f"**{_argument(arguments.kwarg, None)}"


def _argument(given: ast.arg, default: ast.expr | None) -> str:
    text = f"{given.arg}: {_type(given.annotation)}" if given.annotation else given.arg
    return text if default is None else f"{text} = {ast.unparse(default)}"


def _type(node: ast.expr) -> str:
    return ast.unparse(node).replace("ops.", "")


def typescript_methods() -> Iterator[Entry]:
    """The public methods of the TypeScript kit's client."""
    text = (TYPESCRIPT / "client.ts").read_text(encoding="utf-8")
    body = text[text.index("export class Client") :]
    for match in MEMBER.finditer(body):
        yield Entry(match["name"], _plain(match["head"]), _comment(match["doc"]))


def typescript_problems() -> Iterator[Entry]:
    """The classes that the TypeScript kit throws."""
    for match in EXPORTED.finditer((TYPESCRIPT / "problems.ts").read_text(encoding="utf-8")):
        yield Entry(match["name"], _plain(match["head"]), _comment(match["doc"]))


def _plain(head: str) -> str:
    return textwrap.dedent(f"  {head}").replace("async ", "").replace("*", "").replace("ops.", "")


def _comment(text: str) -> str:
    """A comment without its stars."""
    return "\n".join(line.strip().removeprefix("*").strip() for line in text.strip().splitlines())
