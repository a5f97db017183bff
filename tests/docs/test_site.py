"""The site of the documents: every link leads somewhere, every name has its anchor, and a strict policy is enough for it."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from api.problems import CODES
from api.web.docs import POLICY_OF_DOCS
from api.web.pages import MEDIA_TYPES
from domain.game.refusals import REFUSALS
from domain.rulesets import CURRENT
from tests.browser.boards import browser as chromium
from tests.browser.boards import needs_browser
from tests.docs.site import Page, dead_links
from tests.machine import needs_node
from tools.docs_site.rule_pages import all_errata, all_rules
from tools.docs_site.schema_pages import coordinates, own_types
from tools.docs_site.staging import LINK, NAVIGATION, all_pages, mended

Json = Any
SERVED = re.compile(r"/(?:new|games|schema|schema\.graphql|rules(?:/\w+)?|assets/icon\.svg)?")
ELSEWHERE = re.compile(
    r"https://(?:www\.sphinx-doc\.org|pradyunsg\.me|github\.com/pradyunsg/furo|projectfluent\.org|keepachangelog\.com"
    r"|semver\.org|www\.citusdata\.com)/?"
)


@pytest.fixture(scope="module")
def pages() -> dict[str, str]:
    return dict(all_pages())


def slug(heading: str) -> str:
    """The anchor of a heading, as GitHub and MyST write it."""
    return re.sub(r"[^\w\- ]", "", re.sub(r"`([^`]*)`", r"\1", heading).strip().lower()).replace(" ", "-")


def test_every_link_of_a_document_leads_to_a_page_and_a_heading(pages: dict[str, str]) -> None:
    headings = {
        name: {slug(each) for each in re.findall(r"^#+ (.+)$", text, flags=re.MULTILINE)}
        for name, text in pages.items()
    }
    broken = []
    for name, text in pages.items():
        for _, target in LINK.findall(text):
            if re.match(r"[a-z]+:", target):
                continue
            path, _, anchor = target.partition("#")
            folder = Path(name).parent
            wanted = (
                (Path("/") / folder / path.removesuffix(".md")).resolve().relative_to("/").as_posix() if path else name
            )
            if wanted not in {*pages, "search"} or (anchor and anchor not in headings[wanted]):
                broken.append(f"{name}: {target}")
    assert not broken
    assert {name for names in NAVIGATION.values() for name in names} <= pages.keys()


def test_a_link_to_nothing_stops_the_build() -> None:
    names = {"docs/a.md": "a", "docs/b.md": "b"}
    text = "[b](b.md#x) and `code`\n\n```\n[no](link.md)\n```\n"
    assert mended(text, "docs/a.md", names) == text
    with pytest.raises(ValueError, match=r"docs/a\.md links to c\.md"):
        mended("[c](c.md)", "docs/a.md", names)


# ---- the built site


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from tools.docs_site.build import build

    folder = tmp_path_factory.mktemp("site") / "built"
    build(folder)
    return folder


def built(site: Path) -> Iterator[tuple[str, Page]]:
    for path in sorted(site.rglob("*.html")):
        yield path.relative_to(site).as_posix(), Page(path.read_text(encoding="utf-8"))


@pytest.mark.campaign
def test_no_link_and_no_anchor_of_the_site_is_dead(site: Path) -> None:
    assert list(dead_links(site, SERVED)) == []
    for name, page in built(site):
        away = [link for link in page.links if re.match(r"[a-z]+:", link)]
        assert all(ELSEWHERE.match(link) for link in away), name
        assert not [anchor for anchor, count in Counter(page.anchors).items() if count > 1], name


@pytest.mark.campaign
def test_the_site_needs_no_inline_script_or_style_and_nothing_from_elsewhere(site: Path) -> None:
    for name, page in built(site):
        assert page.forbidden == [], name
    for path in site.rglob("*.css"):
        assert not re.search(r"@import|url\(\s*['\"]?(?:https?:)?//", path.read_text(encoding="utf-8")), path


@pytest.mark.campaign
def test_every_rule_code_type_and_field_has_an_anchor_and_a_hit_in_the_search(site: Path) -> None:
    anchors = {name: set(page.anchors) for name, page in built(site)}
    for id, rule in all_rules().items():
        assert id in anchors[f"rules/{rule.page}.html"], id
    for id, erratum in all_errata().items():
        assert id in anchors[f"rules/{all_rules()[erratum.rule].page}.html"], id
    refusals = {*REFUSALS, *(f"{ruleset.id}.{code}" for ruleset in CURRENT.values() for code in ruleset.refusals)}
    assert CODES.keys() | refusals <= anchors["errors.html"]
    for name in own_types():
        assert name in anchors[f"schema/{name}.html"]
    for name in coordinates():
        assert name in anchors[f"schema/{name.partition('.')[0]}.html"]
    index = json.loads(
        (site / "searchindex.js").read_text(encoding="utf-8").removeprefix("Search.setIndex(").rstrip(")")
    )
    known = {
        f"{prefix}.{entry[4]}" if prefix else entry[4]
        for prefix, entries in index["objects"].items()
        for entry in entries
    }
    assert coordinates() | own_types().keys() | CODES.keys() | all_rules().keys() <= known


@pytest.mark.campaign
def test_a_corrected_rule_says_how_it_was(site: Path) -> None:
    for id, erratum in all_errata().items():
        html = (site / "rules" / f"{all_rules()[erratum.rule].page}.html").read_text(encoding="utf-8")
        text = re.sub(r"<[^>]+>", "", html[html.index(f'id="{id}"') :])
        assert f"{id}: corrected since version {erratum.since}. Before:" in text


# ---- in a browser


@pytest.fixture(scope="module")
def reader(site: Path) -> Iterator[Json]:
    """A browser that gets the built files under the policy of the service. It must end without a complaint."""
    with chromium() as running:
        yield running


def visited(reader: Json, site: Path, path: str, *, width: int = 1280, scheme: str = "light") -> tuple[Json, list[str]]:
    def answer(route: Json) -> None:
        name = urlsplit(route.request.url).path.removeprefix("/docs/") or "index.html"
        file = next((each for each in (site / name, site / f"{name}.html") if each.is_file()), None)
        if name.startswith("/assets"):
            route.fulfill(status=204)
        elif file is None:
            route.abort()
        else:
            kind = MEDIA_TYPES[file.suffix]
            headers = {"content-security-policy": POLICY_OF_DOCS, "access-control-allow-origin": "*"}
            route.fulfill(body=file.read_bytes(), content_type=kind, headers=headers)

    context = reader.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme, reduced_motion="reduce")
    context.set_default_timeout(30_000)
    page, troubles = context.new_page(), list[str]()
    page.route("**/*", answer)
    page.on("console", lambda message: troubles.append(message.text) if message.type in {"error", "warning"} else None)
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.goto(f"http://emberlog.test/docs/{path}")
    page.wait_for_load_state("networkidle")
    return page, troubles


@pytest.mark.campaign
@needs_browser
@needs_node
@pytest.mark.parametrize(
    ("width", "scheme"), [(360, "dark"), pytest.param(768, "light", marks=pytest.mark.long), (1280, "dark")]
)
def test_the_site_has_no_violation_and_no_complaint(reader: Json, site: Path, width: int, scheme: str) -> None:
    from tests.browser.test_access import violations

    for path in ("", "client-developers", "schema/Mutation", "rules/london", "errors", "search?q=Game.legal"):
        page, troubles = visited(reader, site, path, width=width, scheme=scheme)
        assert troubles == [], path  # axe itself makes some later
        assert violations(page) == [], path
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{path} sticks out sideways"
        page.context.close()


@pytest.mark.campaign
@needs_browser
@pytest.mark.parametrize(
    ("words", "href"),
    [
        ("Game.legal", "schema/Game#Game.legal"),
        ("GAME-PLAY-03", "rules/game#GAME-PLAY-03"),
        ("RATE_LIMITED", "errors#RATE_LIMITED"),
    ],
)
def test_the_search_leads_to_a_name_first(reader: Json, site: Path, words: str, href: str) -> None:
    page, troubles = visited(reader, site, "")
    page.get_by_role("textbox", name="Search").fill(words)
    page.keyboard.press("Enter")
    page.locator("#search-results li a").first.wait_for()
    assert str(page.locator("#search-results li a").first.get_attribute("href")).endswith(href)
    assert troubles == []
    page.context.close()


@pytest.mark.campaign
@needs_browser
def test_light_or_dark_goes_with_the_reader_though_the_pages_store_nothing(reader: Json, site: Path) -> None:
    page, troubles = visited(reader, site, "errors?theme=dark")
    assert page.evaluate("window.origin") == "null", "they cannot read what the service's own pages store"
    assert page.evaluate("document.body.dataset.theme") == "dark"
    page.get_by_role("link", name="Changelog").click()
    page.wait_for_url("**/changelog?theme=dark")
    page.get_by_role("button", name="Toggle").first.click()
    theme = page.evaluate("document.body.dataset.theme")
    assert theme != "dark"
    page.get_by_role("textbox", name="Search").fill("RATE_LIMITED")
    page.keyboard.press("Enter")
    page.locator("#search-results li a").first.click()
    page.get_by_role("heading", name="Codes").wait_for()
    assert page.evaluate("document.body.dataset.theme") == theme
    assert troubles == []
    page.context.close()
