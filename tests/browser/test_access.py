"""Every page by the rules of axe-core, narrow, usual and wide, light and dark; and whole moments of a game by keyboard alone."""

import json
import random
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from domain.rulesets import CURRENT
from tests.api.game_client import SUBMIT
from tests.browser.boards import browser as chromium
from tests.browser.boards import needs_browser
from tests.browser.games import Stage, stage
from tests.browser.test_clocks_page import clocked
from tests.browser.visits import AT_ONCE, OFF_THE_SCREEN, SETTLED
from tests.dice import new_id
from tests.machine import needs_node
from tests.tiers import long_but

expect = pytest.importorskip("playwright.sync_api", reason="no playwright: it comes with the extra `test`").expect
pytestmark = [needs_browser, needs_node, pytest.mark.campaign]

Json = Any
AXE: Final = Path(__file__).parents[1] / "clients/node/node_modules/axe-core/axe.min.js"
SCREENS: Final = ((390, "dark"), (1280, "light"), (1920, "dark"))
LETTERING: Final = """const inBoard = node => document.querySelector(node.target.at(-1))?.closest('.game-board svg');
const isPainted = (each, node) => each.id === 'label-content-name-mismatch' && inBoard(node);
const broken = async runOnly => (await axe.run(document, {resultTypes: ['violations'], ...(runOnly ? {runOnly} : {})})).violations
  .map(each => ({...each, nodes: each.nodes.filter(node => !isPainted(each, node))})).filter(each => each.nodes.length)
  .map(each => `${each.impact} ${each.id}: ${each.nodes.slice(0, 3).map(
    node => node.target.join(' ') + ' ' + node.failureSummary.slice(0, 160)).join(' | ')}`);
const curated = text => text.toLowerCase().replace(/\\s+/g, ' ').trim();
const lettering = spot => curated([...spot.querySelectorAll('text')].filter(each => !each.closest('[aria-hidden=true]'))
  .map(each => each.textContent).join(''));
const unnamed = () => [...document.querySelectorAll('.game-board svg [role=button]')]
  .map(spot => ({spot, name: curated(spot.getAttribute('aria-label') ?? '')}))
  .filter(({spot, name}) => !name || !name.includes(lettering(spot)))
  .map(({spot, name}) => `${spot.dataset.spot}: ${name}`);"""
"""In a drawing, the label of a spot is the lettering that is not marked as ornament. axe-core takes the prices and points that
are painted on a card for its label too, so there this stands for its rule `label-content-name-mismatch` (WCAG 2.5.3)."""
VIOLATIONS: Final = f"async () => {{ {LETTERING} return [...await broken(), ...unnamed()]; }}"
NAMES: Final = f"""async () => {{ {LETTERING} return [...await broken(['aria-allowed-role', 'aria-command-name',
  'aria-hidden-focus', 'button-name', 'nested-interactive', 'label-content-name-mismatch']), ...unnamed()]; }}"""
"""The rules about what can be chosen alone: fast enough for every decision."""


@pytest.fixture(scope="module")
def site() -> Iterator[Stage]:
    with stage() as running:
        yield running


@pytest.fixture(scope="module")
def browser(site: Stage) -> Iterator[Json]:
    with chromium() as running:
        yield running


def opened(
    browser: Json,
    site: Stage,
    path: str,
    *,
    width: int = 1280,
    scheme: str = "light",
    token: str = "",
    quiet: bool = False,
) -> Json:
    context = browser.new_context(
        viewport={"width": width, "height": 900},
        base_url=site.url,
        color_scheme=scheme,
        reduced_motion="reduce",
        contrast="more" if quiet else "no-preference",
    )
    context.set_default_timeout(30_000)
    if token:
        context.add_init_script(f"localStorage.setItem('emberlog.token', {json.dumps(token)})")
    context.add_init_script(AT_ONCE)
    context.add_init_script(SETTLED)
    page = context.new_page()
    page.goto(path)
    expect(page.locator("main h1")).to_be_visible()
    return page


def violations(page: Json) -> list[str]:
    page.evaluate(AXE.read_text())  # not as a script element: the pages allow none but their own
    broken: list[str] = page.evaluate(VIOLATIONS)
    return broken


@pytest.mark.parametrize(("width", "scheme"), SCREENS)
@pytest.mark.parametrize("path", ["/", "/new", "/rules", f"/rules/{next(iter(CURRENT))}", "/schema"])
def test_the_pages_have_no_violation(browser: Json, site: Stage, path: str, width: int, scheme: str) -> None:
    page = opened(browser, site, path, width=width, scheme=scheme)
    page.wait_for_load_state("networkidle")
    assert violations(page) == []
    page.context.close()


@pytest.mark.parametrize(
    ("path", "width", "scheme"),
    [
        ("/games", 390, "light"),
        ("/wall", 1920, "dark"),
        ("/recover", 390, "dark"),
        ("/nowhere", 1280, "light"),
        ("/learn/london", 1280, "dark"),
    ],
)
def test_the_smaller_pages_have_no_violation(browser: Json, site: Stage, path: str, width: int, scheme: str) -> None:
    page = opened(browser, site, path, width=width, scheme=scheme)
    page.wait_for_load_state("networkidle")
    assert violations(page) == []
    page.context.close()


@pytest.mark.parametrize(("ruleset", "scheme"), tuple(zip(CURRENT, ("light", "dark", "light"), strict=True)))
def test_the_quiet_look_has_no_violation(browser: Json, site: Stage, ruleset: str, scheme: str) -> None:
    """Flat and of high contrast, for those who ask their system for it; with a wall of the game beside it."""
    game = site.client(ruleset, CURRENT[ruleset].seats_min, commands=20).game
    for path in (f"/games/{game}", f"/wall?games={game}"):
        page = opened(browser, site, path, scheme=scheme, quiet=True)
        page.wait_for_load_state("networkidle")
        assert violations(page) == [], path
        page.context.close()


def test_frames_tabs_and_the_audit_desk_have_no_violation(browser: Json, site: Stage) -> None:
    """Evidence and scores of a game that is over, the frame for other sites with what it says when there is no game, the desk."""
    over = site.client("brigade", 2).game
    if "Judge" not in site.served.tokens:
        site.do(site.served.principal("Judge", "arbiter"))
    page = opened(browser, site, f"/games/{over}", scheme="dark")
    for tab, part in (("Evidence", ".evidence"), ("Scores", ".panel-scores svg")):
        page.get_by_role("tab", name=tab).click()
        expect(page.locator(part).first).to_be_visible()
        assert violations(page) == [], tab
    page.context.close()
    page = opened(browser, site, f"/audit/games/{over}", width=390, token=site.served.tokens["Judge"])
    expect(page.locator("#ledger tbody tr").first).to_be_visible()
    assert violations(page) == []
    page.goto(f"/embed/games/{over}/20")
    expect(page.locator(".reel svg").first).to_be_visible()
    assert violations(page) == []
    page.context.close()


@pytest.mark.parametrize("ruleset", long_but("great_fire", CURRENT))
def test_a_game_has_no_violation_watched_played_or_over(browser: Json, site: Stage, ruleset: str) -> None:
    seats = CURRENT[ruleset].seats_min
    running = site.client(ruleset, seats, commands=20)
    acting = site.do(running.acting())
    over = site.client(ruleset, seats)
    for (width, scheme), (path, token) in zip(
        SCREENS,
        ((f"/games/{running.game}", ""), (f"/games/{running.game}", site.player(acting)), (f"/games/{over.game}", "")),
        strict=True,
    ):
        page = opened(browser, site, path, width=width, scheme=scheme, token=token)
        expect(page.locator(".game-notices .tag").first).to_have_text("Live" if over.game not in path else "Ended")
        assert violations(page) == [], f"{path} at {width} {scheme}"
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing sticks out sideways"
        page.context.close()


def test_clocks_calls_and_the_desk_of_an_arbiter_have_no_violation(browser: Json, site: Stage) -> None:
    """The tab of rulings with the form of a call, and with the desk on a try; clocks run above."""
    game = clocked(site)
    if "Judge" not in site.served.tokens:
        site.do(site.served.principal("Judge", "arbiter"))
    player, judge = (
        opened(browser, site, f"/games/{game}", width=width, scheme=scheme, token=site.served.tokens[name])
        for name, width, scheme in (("Ann", 390, "light"), ("Judge", 1280, "dark"))
    )
    for page in (player, judge):
        expect(page.locator(".clock")).to_have_count(2)
        page.get_by_role("tab", name="Rulings").click()
    player.get_by_role("button", name="Call an arbiter about step").click()
    assert violations(player) == []
    judge.get_by_role("button", name="Make a ruling").click()
    judge.get_by_label("What it does").select_option("POINTS")
    judge.get_by_role("spinbutton", name="Ann").fill("-1")
    judge.get_by_role("button", name="Try it").click()
    expect(judge.locator(".ruling-preview")).to_be_visible()
    assert violations(judge) == []
    for page in (player, judge):
        page.context.close()


@pytest.mark.parametrize("ruleset", tuple(CURRENT))
def test_commands_are_given_by_keyboard_alone(browser: Json, site: Stage, ruleset: str) -> None:
    """No mouse: Tab to a choice of the list (Enter unfolds what is folded), Enter, Enter. The game moves on."""
    game = site.against_bots(ruleset, CURRENT[ruleset].seats_min, "Keys")
    page = opened(browser, site, f"/games/{game}", token=site.player("Keys"))
    moved = 0
    for _ in range(6):
        expect(page.locator(".play")).to_contain_text("It is your turn", timeout=30_000)
        expect(page.locator(".play-choice")).to_be_visible(timeout=30_000)  # what is legal now was read
        before = site.ask("query($g: ID!) { game(id: $g) { version } }", g=game)["game"]["version"]
        page.evaluate("document.querySelector('main h1').focus()")
        for _ in range(400):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.matches('.play details:not([open]) > summary')"):
                page.keyboard.press("Enter")
            if page.evaluate("document.activeElement.matches('.play .play-legal')"):
                break
        else:
            raise AssertionError(f"no choice is reached by Tab: {page.locator('.play').inner_text()}")
        page.keyboard.press("Enter")
        page.keyboard.press("Enter")
        for _ in range(100):
            after = site.ask("query($g: ID!) { game(id: $g) { version } }", g=game)["game"]["version"]
            if after > before:
                break
            page.wait_for_timeout(50)
        moved += after > before
    assert moved == 6
    page.context.close()


DECIDED_AT: Final = ((1440, 900), (1920, 1080), (1280, 800))
DECISIONS_MAX: Final = 60
KINDS_SOUGHT: Final = 10


def question_of(site: Stage, game: str, name: str) -> list[Json]:
    """What is legal for this player, once the house has played; nothing when the game is over."""
    for _ in range(400):
        own = site.ask("query($g: ID!) { game(id: $g) { phase legal { type json } } }", by=name, g=game)["game"]
        if own["legal"] or own["phase"] == "OVER":
            legal: list[Json] = own["legal"]
            return legal
        time.sleep(0.02)
    raise AssertionError("the house does not play")


@pytest.mark.parametrize("ruleset", long_but("london", CURRENT))
def test_whatever_can_be_chosen_on_a_board_says_what_it_is(browser: Json, site: Stage, ruleset: str) -> None:
    """At the first decision of each kind, while its spots are offered: what is seen on a button is in its name (WCAG 2.5.3),
    and neither they nor the own hand need a scroll."""
    game = site.against_bots(ruleset, CURRENT[ruleset].seats_min, "Namer", seed="names")
    page = opened(browser, site, f"/games/{game}", token=site.player("Namer"))
    dice, met, offered = random.Random("names"), set[str](), 0
    for _ in range(DECISIONS_MAX):
        legal = question_of(site, game, "Namer")
        if not legal or len(met) >= KINDS_SOUGHT:
            break
        kinds = {each["type"] for each in legal}
        if kinds - met:
            met |= kinds
            version = site.ask("query($g: ID!) { game(id: $g) { version } }", g=game)["game"]["version"]
            expect(page.locator(".replay-slider")).to_have_value(str(version), timeout=30_000)
            expect(page.locator(".play-legal")).to_have_count(len(legal), timeout=30_000)
            page.evaluate(AXE.read_text())
            assert page.evaluate(NAMES) == [], kinds
            for width, height in DECIDED_AT:
                page.set_viewport_size({"width": width, "height": height})
                page.wait_for_timeout(150)
                assert page.evaluate(OFF_THE_SCREEN) == [], (kinds, width)
            offered += page.locator(".spot-offered").count()
        site.ask(SUBMIT, by="Namer", game=game, id=new_id(), json=dice.choice(legal)["json"])
    assert offered > len(met) / 2 and len(met) >= KINDS_SOUGHT / 2
    page.context.close()
