"""What a built page has, by the standard library's parser: links, anchors, and what the policy of the service forbids."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path, PurePosixPath
from urllib.parse import unquote, urljoin, urlsplit

ELSEWHERE = ("href", "src", "action")


@dataclass
class Page(HTMLParser):
    """One page. `forbidden`: inline scripts, styles and handlers, and anything that is loaded from elsewhere."""

    text: str
    links: list[str] = field(default_factory=list)
    anchors: list[str] = field(default_factory=list)
    forbidden: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()
        self.feed(self.text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.anchors += [given["id"]] if given.get("id") else []
        self.links += [given[name] for name in ELSEWHERE if name in given]
        inline = tag == "style" or (tag == "script" and "src" not in given)
        if inline or "style" in given or any(name.startswith("on") for name in given):
            self.forbidden.append(f"<{tag} {given}>")
        if tag != "a" and any(re.match(r"(?:[a-z]+:)?//", given.get(name, "")) for name in ELSEWHERE):
            self.forbidden.append(f"<{tag} {given}>")


def dead_links(site: Path, served: re.Pattern[str]) -> Iterator[str]:
    """`page: link` for each link below /docs to a file or an anchor that the site does not have, and for each other
    address of the service that `served` does not match."""
    pages = {path.relative_to(site).as_posix(): Page(path.read_text(encoding="utf-8")) for path in site.rglob("*.html")}
    anchors = {name: frozenset(page.anchors) for name, page in pages.items()}
    files = {path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file()}
    for name, page in pages.items():
        for link in page.links:
            address = urlsplit(urljoin(f"/docs/{name.removesuffix('.html')}", link))
            if address.scheme or address.netloc:
                continue
            if not address.path.startswith("/docs/"):
                if not served.fullmatch(address.path):
                    yield f"{name}: {link}"
                continue
            path = unquote(PurePosixPath(address.path).relative_to("/docs").as_posix())
            target = path if path in files else f"{path}.html"
            anchor = unquote(address.fragment)
            if target not in files or (anchor and target in anchors and anchor not in anchors[target]):
                yield f"{name}: {link}"
