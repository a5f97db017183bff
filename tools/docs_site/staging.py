"""The sources of the site as one folder of Markdown: the documents with their links mended, and the pages that are
written from the schema, the rules and the codes."""

import posixpath
import re
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from domain.rulesets import CURRENT
from tools.docs_site.code_pages import code_pages
from tools.docs_site.kit_pages import kit_pages
from tools.docs_site.places import HERE, PREFIX, ROOT
from tools.docs_site.rule_pages import rule_pages
from tools.docs_site.schema_pages import schema_pages

TOP: Final = {
    "README.md": "start",
    "ARCHITECTURE.md": "architecture",
    "CHANGELOG.md": "changelog",
    "CONTRIBUTING.md": "contributing",
    "SECURITY.md": "security",
}
"""Pages of the repository's top that the site has, too."""

START: Final = (
    "Two commands",
    "Installing it",
    "Data and settings",
    "Words",
    "What comes from a rulebook, and what is ours",
)
"""The sections of README that the site shows; the others are for readers of the source."""

FILE: Final = re.compile(rf"\(path:{PREFIX}files/([^)\s]+)\.txt\)")
"""A link to a file of the repository that is not a page: the site has it as plain text."""

SERVED: Final = {"docs/schema.graphql": "/schema.graphql"}
"""Files that the service itself serves."""

NAVIGATION: Final[Mapping[str, tuple[str, ...]]] = {
    "Use": ("start", "spectators", "organisers", "handbook", "operations"),
    "Build on the API": (
        "client-developers",
        "guide-python",
        "guide-typescript",
        "kit-python",
        "kit-typescript",
        "schema/index",
        "errors",
        "schema-changes",
    ),
    "Rules": ("rules/index", "rules/game", *(f"rules/{id}" for id in CURRENT), "rules-coverage"),
    "The project": ("changelog", "security", "architecture", "add-a-ruleset", "pages", "contributing"),
}
"""The order of the pages. A document that is not named here stands at the end of the second group."""

SHORT: Final[Mapping[str, str]] = {
    "spectators": "For spectators",
    "pages": "The pages",
    "organisers": "For organisers",
    "operations": "For operators",
    "guide-python": "Guide: Python",
    "guide-typescript": "Guide: TypeScript",
    "rules/index": "All rules and errata",
    "rules/game": "Every game",
    **{f"rules/{ruleset.id}": ruleset.title for ruleset in CURRENT.values()},
}
"""What the navigation calls a page whose own title is longer."""

LINK: Final = re.compile(r"(?<!!)\[((?:[^\[\]]|\[[^\]]*\])+)\]\(([^)\s]+)\)")
FENCE: Final = re.compile(r"^(```+|~~~+).*?^\1\s*$", re.MULTILINE | re.DOTALL)


def stage(folder: Path) -> None:
    """Write all sources into `folder`, which must not exist. Raises ValueError for a link to nothing."""
    folder.mkdir(parents=True)
    pages = dict(all_pages())
    for name, text in pages.items():
        path = folder / f"{name}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    for file in {file for text in pages.values() for file in FILE.findall(text)}:
        target = folder / "_extra" / "files" / f"{file}.txt"
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / file, target)


def all_pages() -> Iterator[tuple[str, str]]:
    """(name, Markdown) of each page of the site."""
    documents = {path.relative_to(ROOT).as_posix(): path.stem for path in sorted((ROOT / "docs").glob("*.md"))}
    names = TOP | documents | {f"domain/{page}": name for page, name in _rules_files().items()}
    for file, name in (TOP | documents).items():
        text = (ROOT / file).read_text(encoding="utf-8")
        if file == "README.md":
            text = start_page(text)
        text = mended(text, file, names)
        yield name, without_catalogue(text) if file == "docs/client-developers.md" else text
    for file, name in _rules_files().items():
        yield name, mended(dict(rule_pages())[name], f"domain/{file}", names)
    yield "rules/index", dict(rule_pages())["rules/index"]
    yield from schema_pages()
    yield from code_pages()
    yield from kit_pages()
    yield "404", (HERE / "pages" / "404.md").read_text(encoding="utf-8")
    yield "index", index_page(set(documents.values()))


def _rules_files() -> Mapping[str, str]:
    """The files of the rules below `domain/` -> the names of their pages."""
    return {
        "game/rules.md": "rules/game",
        **{
            path.relative_to(ROOT / "domain").as_posix(): f"rules/{path.parent.name}"
            for path in sorted((ROOT / "domain" / "rulesets").glob("*/rules.md"))
        },
    }


def index_page(documents: set[str]) -> str:
    """The first page, with the order of all others."""
    text = (HERE / "pages" / "index.md").read_text(encoding="utf-8")
    listed = {name for names in NAVIGATION.values() for name in names}
    trees = []
    for caption, names in NAVIGATION.items():
        more = sorted(documents - listed) if caption == "Build on the API" else []
        entries = (f"{SHORT[name]} <{name}>" if name in SHORT else name for name in (*names, *more))
        trees.append("\n".join(("```{toctree}", ":hidden:", f":caption: {caption}", "", *entries, "```")))
    return "\n\n".join((text, *trees)) + "\n"


def start_page(readme: str) -> str:
    """The parts of README that a reader of the site needs."""
    parts = dict(zip(*[iter(re.split(r"^## (.+)$", readme, flags=re.MULTILINE)[1:])] * 2, strict=True))
    return "# Install and run\n\n" + "".join(f"## {title}\n{parts[title]}" for title in START)


def without_catalogue(text: str) -> str:
    """The page for client developers without the tables of codes: the site has a page of its own for them."""
    return re.sub(
        r"<!-- codes: .*?<!-- end of codes -->",
        "All codes, each with what it means and what to do: [Codes](errors.md).",
        text,
        flags=re.DOTALL,
    )


def mended(text: str, file: str, names: Mapping[str, str]) -> str:
    """The text of `file` with its links as the site has them. Code blocks stay as they are."""
    own = names[file]

    def link(match: re.Match[str]) -> str:
        return f"[{match[1]}]({_target(match[2], file, own, names)})"

    parts, at = [], 0
    for fence in FENCE.finditer(text):
        parts += [LINK.sub(link, text[at : fence.start()]), fence[0]]
        at = fence.end()
    return "".join((*parts, LINK.sub(link, text[at:])))


def _target(target: str, file: str, own: str, names: Mapping[str, str]) -> str:
    if target.startswith(("#", "http:", "https:", "mailto:", "path:")):
        return target
    path, _, anchor = target.partition("#")
    wanted = posixpath.normpath(posixpath.join(posixpath.dirname(file), path))
    if wanted in names:
        page = posixpath.relpath(f"{names[wanted]}.md", posixpath.dirname(own) or ".")
        return f"{page}#{anchor}" if anchor else page
    if wanted in SERVED:
        return f"path:{SERVED[wanted]}"
    if (ROOT / wanted).is_file() and not wanted.startswith("."):
        return f"path:{PREFIX}files/{wanted}.txt"
    raise ValueError(f"{file} links to {target}, which the site does not have")
