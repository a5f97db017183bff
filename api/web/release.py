"""One release of the pages: the same files under an address of their own, where browsers may store them for good.

The modules of the frame, of the game page and of each board are joined here, when the service starts: over a slow line
three files arrive sooner than fifty. A part that is loaded later takes what it needs out of them, so it shares every
module with those already here. At the address of a joined module there is one that exports the same from the file it
went into. What is below `/assets` without a release stays as it was written.
"""

import functools
import json
import posixpath
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from rcssmin import cssmin
from rjsmin import jsmin

from api.pictures.linker import exported_names, imported, joined, taken
from api.web.pages import Asset, asset_of, release_of
from domain.rulesets import CURRENT

EARLY: Final = "chunks/early.js"
FRAME: Final = "chunks/frame.js"
GAME: Final = "chunks/game.js"
FIRST: Final = "js/early.js"
MAIN: Final = "js/main.js"
OPENING: Final = "chunks/opening.js"
GAME_MODULES: Final = ("js/pages/game.js", "js/game/page.js")
"""What draws the board, and what is round it."""
PATCH: Final = "js/game/replay/patch.js"
"""What a board that plays by itself needs of a game's page: the front page loads no panels for it."""
PAGE_OF_PATH: Final[Mapping[str, str]] = {
    "": "games", "games": "games", "new": "new_game", "rules": "rules", "recover": "recover", "schema": "schema",
}  # fmt: skip

_SOONEST: Final = frozenset((EARLY, FRAME))
"""All others let the drawing of the board pass, which stands in the shell."""
_LOW: Final = ' fetchpriority="low"'
_SCRIPT: Final = "text/javascript"
_DYNAMIC: Final = re.compile(r"(?<=import\()(['`])(\.{1,2}/(?:\.\./)*)")
_ASSETS: Final = '="/assets/'
_LATER: Final = re.compile(r"(?<![\w$.])import\(")
_LOAD: Final = "loadOfRelease"
_LOADER: Final = (
    "export const modules = [];\nconst roots = {roots};\n"
    f"export const {_LOAD} = (address) => {{{{ const [chunk, at] = roots[address.slice('{{prefix}}'.length)] ?? [];\n"
    "return chunk ? import('{prefix}' + chunk).then(() => modules[at]) : import(address); }};"
)
_BY_PATH: Final = re.compile(r"\bmodules\['([^']+)'\]")


@dataclass(frozen=True, slots=True)
class Release:
    """`id`: what it is known by; `files`: by path below its address; `chunk_of`: the file that a module went into;
    `imports`: what each module imports, as it was written."""

    id: str
    files: Mapping[str, Asset]
    chunk_of: Mapping[str, str]
    imports: Mapping[str, list[str]]

    @property
    def prefix(self) -> str:
        """The address below which its files are."""
        return f"/assets/{self.id}/"

    def named(self, shell: str) -> str:
        """A page whose files are those of this release."""
        shell = shell.replace(f"{_ASSETS}{MAIN}", f"{_ASSETS}{FRAME}").replace(f"{_ASSETS}{FIRST}", f"{_ASSETS}{EARLY}")
        return shell.replace(_ASSETS, f'="{self.prefix}')

    def hints(self, path: str, ruleset: str = "") -> str:
        """What a browser should load for the page at an address before any script says so, as markup."""
        modules, styles = self._of_page(path.strip("/").split("/")[0], ruleset)
        scripts = dict.fromkeys([FRAME, *(self.chunk_of.get(each, each) for each in modules)])
        soon = _LOW if ruleset else ""  # what a game's page looks like lets the drawing of its board pass, too
        lines = [
            f'<link rel="preload" as="style" href="{self.prefix}{each}"{soon}>' for each in styles if each in self.files
        ]
        lines += [
            f'<link rel="modulepreload" href="{self.prefix}{each}"{"" if each in _SOONEST else _LOW}>'
            for each in scripts
            if each in self.files
        ]
        known = [f'<meta name="ruleset" content="{ruleset}">'] if ruleset else []
        return "\n".join(known + lines)

    def _of_page(self, page: str, ruleset: str) -> tuple[list[str], list[str]]:
        """The modules and stylesheets of a page."""
        if ruleset:
            return [GAME_MODULES[0], *_board_modules(ruleset)], [  # what is round the board comes after it
                "css/game.css",
                "css/story.css",
                f"css/boards/{ruleset}.css",
            ]
        name = PAGE_OF_PATH.get(page)
        if name is None:
            return [], []
        return sorted(_closure([f"js/pages/{name}.js"], self._imports)), ["css/pages.css"]

    def _imports(self, path: str) -> list[str]:
        return [] if path in self.chunk_of else self.imports.get(path, [])


def release(tree: Mapping[str, Asset]) -> Release:
    """The release of these files. Raises ValueError for a module that cannot be joined."""
    return _released(tuple(tree.items()))


@functools.cache
def _released(listed: tuple[tuple[str, Asset], ...]) -> Release:
    """Made once for the same files, however many applications a process makes."""
    tree = dict(listed)
    of_id = release_of(tree)
    texts = {
        path: asset.body.decode() for path, asset in tree.items() if path.startswith("js/") and path.endswith(".js")
    }
    chunk_of: dict[str, str] = {}
    parts: dict[str, list[str]] = {}
    chunks = _chunks(texts)
    for chunk, roots in chunks.items():
        parts[chunk] = _in_order([root for root in roots if root in texts], texts, set(chunk_of))
        chunk_of |= dict.fromkeys(parts[chunk], chunk)
    place_of = {path: at for at, path in enumerate(chunk_of)}
    scripts = {path: _late(path, text, chunk_of, of_id) for path, text in texts.items() if path not in chunk_of}
    openings = {root: (chunk_of[root], place_of[root]) for roots in chunks.values() for root in roots
                if root in chunk_of}  # fmt: skip
    for chunk, own in parts.items():
        body = "\n".join(_dressed(path, texts[path], of_id) for path in own)
        scripts[chunk] = f"{_head_of(chunk, openings, of_id)}\n{body}\n"
    scripts |= {path: _forwarding(path, chunk, texts[path], of_id) for path, chunk in chunk_of.items()}
    files = {path: _slim(path, asset) for path, asset in tree.items() if path not in scripts}
    files |= {path: asset_of(_placed(text, place_of).encode(), _SCRIPT) for path, text in scripts.items()}
    return Release(of_id, files, chunk_of, {path: imported(path, text) for path, text in texts.items()})


def _placed(text: str, place_of: Mapping[str, int]) -> str:
    """A text in which modules are called by their places in the table: their paths would be a tenth of all bytes."""
    return _BY_PATH.sub(lambda match: f"modules[{place_of[match[1]]}]", text)


def _late(path: str, text: str, chunk_of: Mapping[str, str], of_id: str) -> str:
    """A module that is loaded later, without comments: what went into chunks is taken from there."""
    text, needed = taken(path, text, chunk_of)
    chunks = dict.fromkeys(chunk_of[each] for each in needed)
    names = ["{ modules } from ", *[""] * len(chunks)]
    return "".join(
        f"import {name}'/assets/{of_id}/{each}';\n" for name, each in zip(names, chunks, strict=False)
    ) + _bare(text)


def _slim(path: str, asset: Asset) -> Asset:
    """A stylesheet without comments and layout; any other file as it is."""
    if path.endswith(".css"):
        return asset_of(cssmin(asset.body.decode()).encode(), asset.media_type)
    return asset


def _bare(text: str) -> str:
    """A module without comments and layout. The names in it stay, so that a report of an error can be read."""
    bare: str = jsmin(text)
    return bare


def _board_modules(ruleset: str) -> tuple[str, ...]:
    return tuple(f"js/boards/{ruleset}/{name}.js" for name in ("board", "looks", "story"))


def _chunks(texts: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    """The roots of each file of joined modules, in the order in which the files need each other.

    A board waits for nothing that only the panels or another board need. What several of them share goes before them.
    """
    opening, panels = GAME_MODULES
    boards = {f"chunks/{ruleset}.js": _board_modules(ruleset) for ruleset in CURRENT}

    def needed(roots: Iterable[str]) -> list[str]:
        return _in_order([root for root in roots if root in texts], texts, set())

    uses = Counter(path for roots in (*boards.values(), [panels]) for path in needed(roots))
    shared = [path for path, times in uses.items() if times > 1]
    return {
        EARLY: (FIRST,),
        FRAME: (MAIN,),
        OPENING: ("js/boards/kit.js", opening, PATCH, *shared),
        **boards,
        GAME: (panels,),
    }


def _head_of(chunk: str, joined_roots: Mapping[str, tuple[str, int]], of_id: str) -> str:
    """All chunks share one table of modules, which the first one makes.

    With it goes what loads a module later: one that went into a chunk is taken from there, so it costs no request of
    its own.
    """
    if chunk == EARLY:
        return _LOADER.format(roots=json.dumps(joined_roots, separators=(",", ":")), prefix=f"/assets/{of_id}/")
    before = {FRAME: "early", OPENING: "frame"}.get(chunk, "opening")
    return f"import {{ modules, {_LOAD} }} from './{before}.js';\nexport {{ modules, {_LOAD} }};"


def _dressed(path: str, text: str, of_id: str) -> str:
    """A module inside a chunk: without comments, and with the addresses that it had where it was."""
    folder = f"/assets/{of_id}/{posixpath.dirname(path)}/"
    text = _DYNAMIC.sub(lambda match: f"{match[1]}{posixpath.normpath(folder + match[2])}/", text)
    own = f"new URL('/assets/{of_id}/{path}', location.href).href"
    return _LATER.sub(f"{_LOAD}(", _bare(joined(path, text.replace("import.meta.url", own))))


def _forwarding(path: str, chunk: str, text: str, of_id: str) -> str:
    """A module that exports what the joined one does."""
    names = exported_names(path, text)
    lines = [f"import {{ modules }} from '/assets/{of_id}/{chunk}';", f"const own = modules['{path}'];"]
    lines += [f"export default own.{name};" if name == "default" else f"export const {name} = own.{name};"
              for name in names]  # fmt: skip
    return "\n".join(lines) + "\n"


def _in_order(roots: Iterable[str], texts: Mapping[str, str], done: set[str]) -> list[str]:
    """The modules that these need and that are not `done`, each after those that it imports.

    Raises ValueError where modules import each other: one of them would find the other empty.
    """
    order: list[str] = []

    def visit(path: str, above: tuple[str, ...]) -> None:
        if path in above:
            raise ValueError(f"these modules import each other: {' '.join((*above, path))}")
        if path in done:
            return
        for each in imported(path, texts[path]):
            visit(each, (*above, path))
        done.add(path)
        order.append(path)

    for root in roots:
        visit(root, ())
    return order


def _closure(roots: Iterable[str], imports: Callable[[str], list[str]]) -> set[str]:
    known: set[str] = set()
    waiting = list(roots)
    while waiting:
        path = waiting.pop()
        if path not in known:
            known.add(path)
            waiting += imports(path)
    return known


__all__ = ["FRAME", "GAME", "Release", "release"]
