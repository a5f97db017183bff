"""Builds the site: sources, Sphinx, and the last touches that let it be served under a strict policy."""

import io
import re
import shutil
import tempfile
from functools import cache
from pathlib import Path
from typing import Final

import furo
from sphinx.application import Sphinx
from sphinx.util.console import nocolor

from tools.docs_site.places import HERE, PREFIX
from tools.docs_site.staging import stage

LEFT_OUT: Final = ("*.map", ".buildinfo", "objects.inv", "*.LICENSE.txt")
ALSO_ELSEWHERE: Final = ("404.html", "index.html")
"""Pages that are served at several addresses: their links are absolute."""

_HALF: Final = re.compile(r' style="opacity: 50%"')
_SYMBOL: Final = re.compile(r'<symbol id="(svg-[a-z-]+)".*?</symbol>', re.DOTALL)
_ICON: Final = re.compile(r'<use href="#(svg-[a-z-]+)"')
_RELATIVE: Final = re.compile(r'((?:href|src|action)=")(?![a-z]+:|[#/])')
_PARAMETERS: Final = re.compile(r"<dl>\s*((?:<dd>.*?</dd>\s*)+)</dl>", re.DOTALL)
_ACCESS: Final = (
    ('<p class="caption" role="heading">', '<p class="caption" role="heading" aria-level="2">'),
    ('<aside class="sidebar-drawer">', '<aside class="sidebar-drawer" aria-label="Pages">'),
    ('<aside class="toc-drawer', '<aside aria-label="On this page" class="toc-drawer'),
    ("<pre>", '<pre tabindex="0">'),
)
"""What the theme lacks by the rules of WCAG: before, after."""


class BuildFailed(Exception):
    """Sphinx has warned of something; the text has all of it."""


def build(out: Path) -> None:
    """Write the whole site to `out`, in place of what is there. Raises BuildFailed for any warning."""
    with tempfile.TemporaryDirectory() as folder:
        sources, built = Path(folder) / "sources", Path(folder) / "built"
        stage(sources)
        _sphinx(sources, built, Path(folder) / "doctrees")
        _finish(built)
        _replace(out, built)


def _replace(out: Path, built: Path) -> None:
    """Put what was built in the place of `out`. A service that starts meanwhile reads the old site or the new one."""
    out.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=out.parent, prefix=".site-") as folder:
        ready = Path(shutil.copytree(built, Path(folder) / "new"))
        if out.exists():
            out.rename(Path(folder) / "old")
        ready.rename(out)


def _sphinx(sources: Path, built: Path, doctrees: Path) -> None:
    warnings = io.StringIO()
    nocolor()
    extra = {"html_extra_path": [str(sources / "_extra")]}
    app = Sphinx(sources, HERE, built, doctrees, "html", extra, status=None, warning=warnings, parallel=2)
    app.build()
    if warnings.getvalue():
        raise BuildFailed(warnings.getvalue())


def _finish(built: Path) -> None:
    for pattern in LEFT_OUT:
        for path in built.rglob(pattern):
            path.unlink()
    for path in built.rglob("*.html"):
        page = path.relative_to(built)
        path.write_text(_served(page, path.read_text(encoding="utf-8")), encoding="utf-8")


def _served(page: Path, html: str) -> str:
    """A page as it is served: with its icons, names for its parts, and arguments as spans."""
    html = html.replace("<body>", f"<body>{_icons(set(_ICON.findall(html)))}", 1)
    for before, after in _ACCESS:
        html = html.replace(before, after)
    html = _PARAMETERS.sub(lambda match: _spans(match[1]), html)
    if page.name not in ALSO_ELSEWHERE or len(page.parts) > 1:
        return html
    return _RELATIVE.sub(rf"\1{PREFIX}", html.replace('data-content_root="./"', f'data-content_root="{PREFIX}"'))


def _spans(parameters: str) -> str:
    """A list of definitions without terms, which no reader understands, as lines."""
    lines = parameters.replace("<dd>", '<span class="parameter">').replace("</dd>", "</span>")
    return f'<span class="parameters">{lines}</span>'


def _icons(used: set[str]) -> str:
    """The icons that a page uses, without the styles that the policy forbids. In a sandbox no file can have them."""
    symbols = "".join(symbol for id, symbol in _symbols() if id in used)
    return f'<svg class="icons" width="0" height="0" aria-hidden="true">{symbols}</svg>'


@cache
def _symbols() -> list[tuple[str, str]]:
    """(id, markup) of each icon of the theme."""
    text = (Path(furo.__file__).parent / "theme" / "furo" / "partials" / "icons.html").read_text(encoding="utf-8")
    return [(match[1], _HALF.sub(' opacity="0.5"', match[0])) for match in _SYMBOL.finditer(text)]
