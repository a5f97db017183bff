"""The board of The Great Fire of London in a browser: names, marks, what can be chosen, what must not be known. Judges no rule."""

import json
import re
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import pairwise
from typing import Any, Final

import pytest

from domain.engine.viewer import ARBITER, SPECTATOR
from tests.browser.boards import Played, browser, needs_browser, played, served

KILOBYTES_MAX: Final = 120
pytestmark = [needs_browser, pytest.mark.campaign]

HARNESS: Final = """
import makeBoard from '/assets/js/boards/great_fire/board.js';
import { nameOn } from '/assets/js/boards/kit.js';
import { draw } from '/assets/js/boards/great_fire/draw.js';
import { sheetOf } from '/assets/js/boards/great_fire/art/sheet.js';
import { picture } from '/assets/js/drawing/tree.js';
const json = async (path) => (await fetch(path)).json();
const table = await json('/table');
const asks = await json('/asks');
const views = { mine: await json('/mine'), spectator: await json('/spectator'), arbiter: await json('/arbiter') };
const eyes = { mine: 0, spectator: { kind: 'SPECTATOR' }, arbiter: { kind: 'ARBITER' } };
const board = await makeBoard(table);
document.querySelector('main').append(board.element);
const show = (eye, version, before = null, animate = false) =>
  board.show(views[eye][version - 1], { before: before && views[eye][before - 1], viewer: eyes[eye], animate });
const choose = (command, commands) => {
  let left = commands;
  const picked = [];
  const pick = (id) => {
    picked.push(id);
    left = left.filter((each) => picked.every((chosen, at) => board.spotsOf(each)[at] === chosen));
    board.offer(left, picked, pick);
  };
  board.offer(left, picked, pick);
  for (const id of board.spotsOf(command)) {
    const spot = board.element.querySelector(`[data-spot="${id}"]`);
    if (!spot) return `no spot ${id}`;
    if (!spot.classList.contains('spot-offered')) return `${id} is not offered`;
    if (!spot.checkVisibility()) return `${id} cannot be seen`;
    if (!board.nameOf(id) || !nameOn(spot)) return `${id} has no name`;
    if (spot.closest('[aria-hidden="true"]')) return `${id} is hidden from a screen reader`;
    spot.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  }
  board.offer([], [], null);
  const same = left.length === 1 && JSON.stringify(left[0]) === JSON.stringify(command);
  return same ? '' : `${JSON.stringify(command)} narrows to ${left.length}`;
};
const drawn = (eye, version, [width, height], quiet = false) => picture(draw({ components: table.components,
  view: views[eye][version - 1], viewer: eyes[eye] === 0 ? { seat: 0 } : eyes[eye], width, height, quiet }));
const names = (width, height) => [...sheetOf(table.components, width, height, false).names.values()];
Object.assign(window, { board, views, asks, show, choose, drawn, names, nameOn });
// The board learns its size in a frame of its own and a timer after it, and on a busy machine these are late.
await new Promise((done) => { requestAnimationFrame(() => requestAnimationFrame(() => { setTimeout(done); })); });
document.body.dataset.ready = 'yes';
"""
PAGE: Final = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Board</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="/assets/css/base.css"><main></main><script type="module" src="/harness.js"></script>"""


@pytest.fixture(scope="module")
def game() -> Played:
    """A whole game of four."""
    return played("great_fire", 4, "great fire board")


@pytest.fixture(scope="module")
def places(game: Played) -> Iterator[tuple[str, Any]]:
    """The origin of the harness, and the browser."""
    answers = {
        "/": PAGE.encode(),
        "/favicon.ico": b"",
        "/harness.js": HARNESS.encode(),
        "/table": json.dumps(game.setup).encode(),
        "/asks": game.asks(),
        "/mine": game.views(0),
        "/spectator": game.views(SPECTATOR),
        "/arbiter": game.views(ARBITER),
    }
    with served(answers) as origin, browser() as chromium:
        yield origin, chromium


@pytest.fixture
def opened(places: tuple[str, Any]) -> Iterator[Any]:
    """Opens the board in a page of its own: `opened(width=390)`. At the end no page has logged an error."""
    origin, chromium = places
    errors: list[str] = []
    with ExitStack() as stack:

        def page(width: int = 1280, **settings: Any) -> Any:
            context = chromium.new_context(viewport={"width": width, "height": 900}, **settings)
            stack.callback(context.close)
            made = context.new_page()
            made.on(
                "console",
                lambda spoken_text: (
                    errors.append(spoken_text.text) if spoken_text.type in ("error", "warning") else None
                ),
            )
            made.on("pageerror", lambda error: errors.append(str(error)))
            made.goto(origin)
            made.wait_for_selector("body[data-ready]")
            return made

        yield page
    assert errors == []


def steps_with_a_position(game: Played) -> list[int]:
    return [version for version, state in enumerate(game.states, 1) if state.position is not None]


def counted(count: int, word: str) -> str:
    return f"{count} {word}" if count == 1 else f"{count} {word}s"


def content(area: Any, printed: Any, placed: bool, names: list[str], mine: set[str]) -> set[str]:
    """What the name of a district must tell, said anew from the view."""
    spoken = {counted(area["houses"].count(colour), f"{colour} house") for colour in area["houses"]}
    if area["demolished"]:
        spoken |= {"demolished", "a fire break"}
    elif printed["size"] and placed and not area["houses"]:
        spoken.add("burnt down")
    if area["cones"]:
        spoken.add(counted(area["cones"], "cone"))
    if area["burning"]:
        spoken.add("fire contained" if area["contained"] else "burning")
    if area["bands"]:
        spoken.add(counted(area["bands"], "band"))
    if area["free_bands"] < area["bands"]:
        spoken.add(f"{area['free_bands'] or 'none'} free")
    if area["token"]:
        spoken.add("a token face down")
    who = [names[seat] for seat in area["landowners"]]
    if who:
        spoken |= set(f"landowner of {' and '.join(who)}".split(", ")) if len(who) < 3 else set()
    if "vp" in printed:
        spoken.add(f"{'your ' if area['id'] in mine else ''}objective of {printed['vp']} points")
    return spoken or {"grassed area" if printed["region"] == "park" else "empty"}


def test_every_district_is_called_what_the_view_says(game: Played, opened: Any) -> None:
    page = opened()
    printed = {area["id"]: area for area in game.setup["components"]["district"]}
    objectives = {card["id"]: card["district"] for card in game.setup["components"]["objective_card"]}
    read = """(version) => { show('mine', version);
      return [...board.element.querySelectorAll('[data-spot^="area:"]')].map((spot) =>
        [spot.dataset.spot.slice(5), spot.getAttribute('aria-label'), spot.getAttribute('role')]); }"""
    for version in steps_with_a_position(game)[::23]:
        view = game.view(version, 0)
        position, names = view["position"], [seat["name"] for seat in view["seats"]]
        placed = any(area["houses"] for area in position["areas"])
        mine = {objectives[card] for card in position["seats"][0]["objectives"] or ()}
        spoken_text = {id: (name, role) for id, name, role in page.evaluate(read, version)}
        assert spoken_text.keys() == printed.keys()
        for area in position["areas"]:
            name, role = spoken_text[area["id"]]
            title, _, rest = name.partition(": ")
            assert (title, role) == (printed[area["id"]]["name"], "img")
            if len(area["landowners"]) < 3:
                assert set(rest.split(", ")) == content(area, printed[area["id"]], placed, names, mine), version


def differing(before: Any, now: Any) -> set[str]:
    """The parts of the board whose part of the view differs."""
    parts = {f"area:{new['id']}" for old, new in zip(before["areas"], now["areas"], strict=True) if old != new}
    facts = {
        "turn": ("turn", "active", "phase"),
        "points": ("points_left",),
        "cones_to_place": ("cones_to_place",),
        "card": ("card",),
        "stack": ("stack_cards", "cards_on_stack"),
        "last": ("final_turns_left",),
        "played": ("played",),
        "stock": ("stock",),
    }
    drawn = {"turn", "card", "stack", "stock", "played"}
    if now["cones_to_place"]:
        drawn.add("cones_to_place")
    elif now["phase"] in ("actions", "fire_second"):
        drawn.add("points")
    if now["final_turns_left"] is not None and now["phase"] != "over":
        drawn.add("last")
    return parts | {part for part in drawn if any(before[name] != now[name] for name in facts[part])}


def test_what_differs_is_marked_and_nothing_else(game: Played, opened: Any) -> None:
    page = opened()
    read = """([before, version]) => { show('mine', version, before);
      return [...board.element.querySelectorAll('.changed')].map((mark) => mark.dataset.part ?? mark.dataset.spot); }"""
    versions = steps_with_a_position(game)
    near = list(pairwise(versions))[::5]
    far = [(versions[9], versions[-1]), (versions[-1], versions[40]), (versions[60], versions[200])]
    for before, version in near + far:
        flags = page.evaluate(read, [before, version])
        wanted = differing(game.view(before, 0)["position"], game.view(version, 0)["position"])
        assert len(flags) == len(set(flags))
        assert set(flags) == wanted, (before, version)
    assert page.evaluate("() => { show('mine', 90); return document.querySelectorAll('.changed').length; }") == 0


def test_a_step_looks_the_same_whatever_was_displayed_before_it(game: Played, opened: Any) -> None:
    page = opened()
    versions = steps_with_a_position(game)
    read = """([eye, path]) => { for (const version of path) show(eye, version);
      return board.element.querySelector('.gf-sheet').outerHTML; }"""
    last = len(game.states)
    for eye in ("mine", "spectator", "arbiter"):
        straight = page.evaluate(read, [eye, [*versions[:120], versions[120]]])
        repeated = page.evaluate(read, [eye, [last, 1, versions[30], last, versions[120]]])
        assert repeated.split("<") == straight.split("<")


def test_a_whole_game_runs_without_an_error(game: Played, opened: Any) -> None:
    page = opened()
    run = """(eye) => { views[eye].forEach((_, at) => show(eye, at + 1, at || null, true));
      return board.element.querySelector('[data-part="turn"]').getAttribute('aria-label'); }"""
    for eye in ("mine", "spectator", "arbiter"):
        assert "won by" in page.evaluate(run, eye)


SIZES: Final = [(860, 690), (1000, 800), (1400, 980), (390, 560), (240, 160), (1200, 630)]


def test_every_piece_of_every_view_is_drawn(game: Played, opened: Any) -> None:
    page = opened()
    read = """([eye, version]) => { const text = drawn(eye, version, [860, 690]);
      const many = (pattern) => (text.match(pattern) ?? []).length;
      return { houses: many(/<use href="#[^"]*-house-[a-z]+" transform/g), owners: many(/data-spot="landowner:/g),
        bands: many(/<use href="#[^"]*-band"/g), tokens: many(/<use href="#[^"]*-token"/g), seals: many(/data-seal=/g),
        flames: many(/<use href="#[^"]*-flame[0-2]"/g), kegs: many(/<use href="#[^"]*-keg"/g) }; }"""
    for version in steps_with_a_position(game)[::11]:
        position = game.view(version, SPECTATOR)["position"]
        areas, seats = position["areas"], position["seats"]
        counts = page.evaluate(read, ["spectator", version])
        assert counts["houses"] == sum(len(area["houses"]) for area in areas)
        assert counts["bands"] == sum(area["bands"] for area in areas)
        assert counts["tokens"] == sum(area["token"] for area in areas)
        assert counts["kegs"] == sum(area["demolished"] for area in areas)
        assert counts["owners"] == sum(seat["landowner"] is not None for seat in seats)
        beside = 1 + position["cones_to_place"]  # the stock, and the cones that are still in a hand
        assert counts["flames"] == sum(area["cones"] for area in areas) + beside
        own = game.view(version, 0)["position"]["seats"][0]
        assert page.evaluate(read, ["mine", version])["seals"] == len(own["objectives"] or ())


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_drawing_is_small_and_its_words_are_readable(game: Played, opened: Any, size: tuple[int, int]) -> None:
    page = opened()
    versions = steps_with_a_position(game)
    for version in (versions[0], versions[60], versions[200], versions[-1]):
        text = page.evaluate("([version, size]) => drawn('mine', version, size)", [version, list(size)])
        assert len(text) < KILOBYTES_MAX * 1024
        assert not re.search(r"NaN|undefined| style=|<script", text)
        if min(size) > 560:
            sizes = [float(each) for each in re.findall(r'<(?:text|g)[^>]* font-size="([0-9.]+)"', without_defs(text))]
            assert min(sizes) >= 11


def without_defs(text: str) -> str:
    return re.sub(r"<defs>.*?</defs>", "", text, flags=re.DOTALL)


@pytest.mark.parametrize("size", [(860, 690), (1000, 800), (1400, 980), (1900, 1300), (1200, 630)], ids=str)
def test_no_name_lies_over_another(opened: Any, size: tuple[int, int]) -> None:
    boxes = opened().evaluate("([width, height]) => names(width, height)", list(size))
    assert len(boxes) > 60
    for at, one in enumerate(boxes):
        assert one["x"] >= 0 and one["x"] + one["w"] <= size[0]
        for other in boxes[at + 1 :]:
            beside = one["x"] + one["w"] <= other["x"] + 1 or other["x"] + other["w"] <= one["x"] + 1
            above = one["y"] + one["h"] <= other["y"] + 1 or other["y"] + other["h"] <= one["y"] + 1
            assert beside or above, (one["lines"], other["lines"])


def test_what_nobody_may_know_changes_no_drawing(game: Played, opened: Any) -> None:
    page = opened()
    read = """([version, size]) => { const first = drawn('spectator', version, size);
      drawn('arbiter', version, size); return [first, drawn('spectator', version, size)]; }"""
    for version in steps_with_a_position(game)[::40]:
        for size in SIZES[:1] + SIZES[3:5]:
            first, second = page.evaluate(read, [version, list(size)])
            assert first == second
            assert "gf-hand" not in first and "data-seal" not in first


def choice_versions(game: Played) -> list[int]:
    """Some versions at which a seat was asked, every kind of command among them."""
    choices = sorted(game.choices)
    matches = set(choices[::9])
    kinds: set[str] = set()
    for version in choices:
        new = {type(command).__name__ for command in game.choices[version][1]} - kinds
        if new:
            kinds |= new
            matches.add(version)
    return sorted(matches)


def test_every_legal_command_can_be_chosen_on_the_board(game: Played, opened: Any) -> None:
    page = opened()
    run = """([version, every]) => { show('arbiter', version); const legal = asks[version];
      return legal.filter((_, at) => at % every === 0).map((command) => choose(command, legal)).filter(Boolean); }"""
    for version in choice_versions(game):
        legal = game.legal(version)
        assert page.evaluate(run, [version, max(1, len(legal) // 40)]) == [], version


def test_a_choice_is_made_with_the_keyboard(game: Played, opened: Any) -> None:
    version = next(
        version for version in sorted(game.choices) if game.legal(version)[0]["type"] == "great_fire.PlaceBand"
    )
    page = opened()
    page.evaluate(
        "(version) => { show('arbiter', version); window.got = []; board.offer(asks[version], [], (id) => got.push(id)); }",
        version,
    )
    area = game.legal(version)[3]["area"]
    spot = page.locator(f'[data-spot="area:{area}"]')
    assert (spot.get_attribute("role"), spot.get_attribute("tabindex")) == ("button", "0")
    spot.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Space")
    assert page.evaluate("got") == [f"area:{area}"] * 2
    assert page.locator(".gf-readout").text_content() == spot.get_attribute("aria-label")


def test_a_spectator_sees_no_hidden_card(game: Played, opened: Any) -> None:
    page = opened()
    read = """(version) => { show('arbiter', version); board.offer(asks[version] ?? [], [], () => {}); board.offer([], [], null);
      show('mine', version); show('spectator', version); return {
      known: board.element.querySelectorAll('.gf-hand, .gf-seal, [data-spot^="card:"], [data-spot^="token:"], [data-spot^="do:"]').length,
      html: board.element.outerHTML }; }"""
    for version in sorted(game.choices)[::17]:
        drawn = page.evaluate(read, version)
        assert drawn["known"] == 0
        for card in game.setup["components"]["objective_card"]:
            assert f'"{card["id"]}"' not in drawn["html"]


def test_a_landowner_glides_unless_less_motion_is_preferred(game: Played, opened: Any) -> None:
    moved = next(
        version
        for version, (_, _, command) in sorted(game.choices.items())
        if type(command).__name__ == "MoveLandowner"
    )
    run = """async (version) => { const motion = () => import('/assets/js/boards/great_fire/motion.js'); await motion();
      show('mine', version); show('mine', version + 1, version, true); await motion(); // behind the board's own
      return document.getAnimations().filter((each) => each.effect.target.closest('.gf-pawn')).length; }"""
    assert opened().evaluate(run, moved) == 1
    assert opened(reduced_motion="reduce").evaluate(run, moved) == 0


@pytest.mark.parametrize("width", [390, 1280, 1920])
def test_the_board_fits_its_width(game: Played, opened: Any, width: int) -> None:
    page = opened(width=width)
    page.evaluate("(version) => show('mine', version)", len(game.states) // 2)
    wide, fits = page.evaluate("() => [document.documentElement.scrollWidth, innerWidth]")
    assert wide <= fits


def test_the_map_is_looked_at_closer_with_buttons(game: Played, opened: Any) -> None:
    page = opened(width=390, has_touch=True)
    page.evaluate("(version) => show('mine', version)", len(game.states) // 2)
    scale = "() => document.querySelector('.gf-world').transform.baseVal.consolidate()?.matrix.a ?? 1"
    assert page.evaluate(scale) == 1
    closer = page.get_by_role("button", name="Look closer")
    closer.focus()
    for _ in range(2):
        page.keyboard.press("Enter")
    assert page.evaluate(scale) > 2
    page.get_by_role("button", name="Show the whole map").click()
    assert page.evaluate(scale) == 1
