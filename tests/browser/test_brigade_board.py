"""The board of The Brigade in a real browser: whole seeded games, shown step by step. Knows the view, and no rule."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

import msgspec
import pytest

from domain.engine.viewer import ARBITER, SPECTATOR
from tests.browser.boards import Played, browser, needs_browser, played, served

pytestmark = needs_browser

ALL: Final = {
    "advanced": True,
    "extra_chiefs": True,
    "extra_crew": True,
    "big_buildings": True,
    "fire_festival": True,
}
TABLES: Final = {"base": (2, {}), "base of three": (3, {}), "all modules": (4, ALL), "all modules of three": (3, ALL)}
View = Mapping[str, Any]

LAY: Final = """async () => {
  const get = async (path) => (await fetch(path)).json();
  const { default: makeBoard } = await import('/assets/js/boards/brigade.js');
  window.board = await makeBoard(await get('/table'));
  document.getElementById('board').append(board.element);
  window.views = { all: await get('/views'), spectator: await get('/spectator') };
  window.asks = await get('/asks');
  window.at = (version, eyes = 'all', more = {}) => board.show(views[eyes][version - 1],
    { before: views[eyes][version - 2] ?? null, viewer: null, animate: false, ...more });
}"""
MARKS: Final = """() => views.all.map((_, index) => {
  at(index + 1);
  return [...board.element.querySelectorAll('.changed')].map((one) => one.dataset.part).sort();
})"""
NAMES: Final = """(versions) => versions.map((version) => {
  at(version);
  const named = [...board.element.querySelectorAll('[data-part][aria-label]')];
  return Object.fromEntries(named.map((one) => [one.dataset.part, one.getAttribute('aria-label')]));
})"""
HTML: Final = "(versions) => versions.map((version) => (at(version, 'spectator'), board.element.outerHTML))"
ROWS: Final = """(versions) => versions.map((version) => {
  at(version);
  return asks[version].map((command) => board.spotsOf(command));
})"""
CLICK: Final = """(wanted) => {
  const faults = [];
  const same = (row, picked) => picked.every((id, index) => row[index] === id);
  for (const [version, index] of wanted) {
    at(version);
    const command = asks[version][index];
    const picked = [];
    let left = asks[version];
    while (left.length > 1) {
      let said = null;
      board.offer(left, picked, (id) => (said = id));
      const next = [...new Set(left.map((one) => board.spotsOf(one)[picked.length]))].sort();
      const lit = [...board.element.querySelectorAll('.spot-offered:not(.spot-picked)')].map((one) => one.dataset.spot).sort();
      if (JSON.stringify(lit) !== JSON.stringify(next)) faults.push([version, command, 'offered', lit, next]);
      const id = board.spotsOf(command)[picked.length];
      const found = [...board.element.querySelectorAll(`[data-spot="${id}"]`)];
      if (found.length !== 1 || !found[0].checkVisibility()) { faults.push([version, command, id, found.length]); break; }
      if (!board.nameOf(id) || found[0].getAttribute('aria-label') !== board.nameOf(id)) faults.push([version, id, 'has no name']);
      found[0].click();
      if (said !== id) { faults.push([version, command, id, `picked ${said}`]); break; }
      picked.push(id);
      left = left.filter((one) => same(board.spotsOf(one), picked));
    }
    if (left.length !== 1 || left[0] !== command) faults.push([version, command, 'does not narrow', left.length]);
    board.offer([], [], null);
    if (board.element.querySelector('.spot-offered, .spot-picked')) faults.push([version, 'still offered']);
  }
  return faults;
}"""


@dataclass(frozen=True)
class Laid:
    """A board in a page, with the game whose views it shows. `errors`: what the console complained about."""

    game: Played
    page: Any
    errors: list[str]
    views: tuple[View, ...]

    @property
    def table_versions(self) -> list[int]:
        """The versions at which there is something on the table."""
        return [version for version, view in enumerate(self.views, 1) if view["table"] and view["table"]["tiles"]]


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    with browser() as chromium:
        yield chromium


@pytest.fixture(scope="module", params=TABLES)
def laid(request: pytest.FixtureRequest, chromium: Any) -> Iterator[Laid]:
    seats, options = TABLES[request.param]
    game = played("brigade", seats, f"board of {request.param}", options=options)
    answers = {
        "/table": msgspec.json.encode(game.table),
        "/views": game.views(ARBITER),
        "/spectator": game.views(SPECTATOR),
        "/asks": game.asks(),
    }
    with served(answers) as origin:
        page = chromium.new_page(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
        errors: list[str] = []
        page.on("console", lambda said: errors.append(said.text) if said.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(origin)
        page.evaluate(LAY)
        yield Laid(game, page, errors, tuple(json.loads(game.views(ARBITER))))
        page.close()
    assert errors == []


# ---- what the names of parts have to tell, computed from the view


def counted(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def tile_facts(tile: View, names: list[str], guilds: Mapping[str, str]) -> list[str]:
    facts = [tile["name"], f"[{tile['row']},{tile['column']}]"]
    if tile["kind"] != "firehouse":
        facts += [guilds[tile["guild"]], f"value {tile['value']}"]
    if tile["destroyed"] or tile["doomed"]:
        facts.append("destroyed" if tile["destroyed"] else "doomed")
    elif tile["fire"]:
        facts.append(f"fire {tile['fire']}")
    if tile["loyal"] is not None:
        facts.append(f"loyal to {names[tile['loyal']]}")
    facts += [f"{counted(heap['cubes'], 'cube')} of {names[heap['seat']]}" for heap in tile["cubes"]]
    for pawn in ("brigade", "wagon"):
        if seats := tile[f"{pawn}s"]:
            facts.append(f"{pawn} of {' and '.join(names[seat] for seat in seats)}")
    return facts


def seat_facts(seat: View, printed: Mapping[str, Mapping[str, str]]) -> Iterator[tuple[str, list[str]]]:
    at = seat["seat"]
    yield f"seat:{at}", [counted(seat["points"], "point")]
    yield f"tank:{at}", [f"water {seat['wagon_water']} of {seat['wagon_capacity']}"]
    yield f"supply:{at}", [counted(seat["cubes_left"], "cube"), counted(seat["tokens_left"], "loyalty token")]
    ends = seat["ends"]
    yield f"ends:{at}", [f"guild {ends['guild']} of 5", f"citizens {ends['citizens']} of 5"]
    if seat["chief"]:
        chief = printed["chief"][seat["chief"]]
        yield f"chief:{at}", [chief, f"water {seat['chief_water']} of {seat['chief_buckets']}"]
        yield f"house:{at}", [f"{seat['house'].capitalize()} firehouse"]
    for track in seat["tracks"]:
        name = printed["track"][track["track"]]
        yield (
            f"track:{at}:{track['track']}",
            [f"{name} {track['value']}", f"circle {track['circle'] + 1} of {track['last'] + 1}"],
        )
    for card in seat["crew"]:
        water = f"water {card['water']} of {card['buckets']}"
        yield f"card:{card['card']}", [card["name"], water, "active" if card["active"] else "asleep"]


# ---- what has to be marked, computed from two views

SEAT_PARTS: Final = {
    "seat": ("points", "gone", "banked"),
    "chief": (
        "chief",
        "chief_water",
        "chief_buckets",
        "werewolf",
        "copied",
        "allegiance",
        "pyro_control",
    ),
    "tank": ("wagon_water", "wagon_capacity"),
    "house": ("house", "home"),
    "supply": ("cubes_left", "tokens_left"),
    "ends": ("ends",),
}
TABLE_PARTS: Final = {
    "turn": ("phase", "round", "active", "extra_turn", "extra_turn_due", "outcome"),
    "actions": ("actions", "used", "free_moves", "wagon_may_ride"),
    "events": ("event_deck", "event_discard", "starting_left"),
    "crew-deck": ("crew_deck", "crew_discard"),
}


def contents(table: View) -> dict[str, Any]:
    """Part -> what it shows of the view; None where there is nothing that could be marked."""
    found: dict[str, Any] = {f"tile:{tile['cell']}": tile for tile in table["tiles"]}
    for part, fields in TABLE_PARTS.items():
        found[part] = [table[name] for name in fields]
    asked = table["pending"]
    drawn = asked["drawn"] if asked else None
    asking = asked["seat"] if asked else table["active"]
    found["ask"] = asked and {**asked, "drawn": None}
    found["drawn"] = (drawn, table["crew_drawn"], asking) if table["crew_drawn"] else None
    ruins = [tile["kind"] for tile in table["tiles"] if tile["destroyed"]]
    fires = sum(1 for tile in table["tiles"] if tile["fire"] and not tile["destroyed"])
    found["alarm"] = (fires, len(ruins), ruins.count("university"), table["evacuation"])
    last = table["event_discard"][-1] if table["event_discard"] else None
    found["event"] = (table["event"] or last, table["event"] is not None)
    for seat in table["seats"]:
        found |= seat_contents(seat)
    return found


def seat_contents(seat: View) -> dict[str, Any]:
    at = seat["seat"]
    found: dict[str, Any] = {f"{part}:{at}": [seat[name] for name in fields] for part, fields in SEAT_PARTS.items()}
    found |= {f"track:{at}:{track['track']}": track for track in seat["tracks"]}
    cards = [card["card"] for card in seat["crew"]]
    found[f"crew:{at}"] = (cards, seat["crew_capacity"], seat["sir_precious"])
    found |= {f"card:{card['card']}": (card["water"], card["active"], at) for card in seat["crew"]}
    if seat["sir_precious"]:
        found["card:sir-precious"] = (at,)
    return found


def marks_due(before: View, after: View) -> list[str]:
    if not before["table"] or not after["table"]:
        return []
    was, now = contents(before["table"]), contents(after["table"])
    return sorted(part for part, shown in now.items() if shown is not None and was.get(part) != shown)


# ---- the tests


def test_the_marks_are_what_differs(laid: Laid) -> None:
    marked = laid.page.evaluate(MARKS)
    due = [[], *(marks_due(before, after) for before, after in pairwise(laid.views))]
    faults = [
        (version, found, wanted)
        for version, (found, wanted) in enumerate(zip(marked, due, strict=True), 1)
        if found != wanted
    ]
    assert faults == []


def test_every_part_is_named_after_what_it_shows(laid: Laid) -> None:
    versions = laid.table_versions[::-7]  # backwards: steps may be shown in any order
    components = laid.game.table["components"]
    printed = {kind: {entry["id"]: entry["name"] for entry in components[kind]} for kind in ("chief", "track", "guild")}
    for version, told in zip(versions, laid.page.evaluate(NAMES, versions), strict=True):
        view = laid.views[version - 1]
        names = [seat["name"] for seat in view["seats"]]
        table = view["table"]
        due = {f"tile:{tile['cell']}": tile_facts(tile, names, printed["guild"]) for tile in table["tiles"]}
        for seat in table["seats"]:
            due |= dict(seat_facts(seat, printed))
        untold = [
            (part, fact, told.get(part))
            for part, facts in due.items()
            for fact in facts
            if fact not in told.get(part, "")
        ]
        assert untold == [], version


def test_the_spots_of_two_commands_never_run_into_each_other(laid: Laid) -> None:
    versions = sorted(laid.game.asked)
    for version, rows in zip(versions, laid.page.evaluate(ROWS, versions), strict=True):
        assert all(rows), (version, laid.game.asked[version][1][rows.index([])])
        ordered = sorted(rows)
        for row, after in pairwise(ordered):
            assert after[: len(row)] != row, (version, row, after)


def test_clicks_narrow_every_kind_of_command_down_to_one(laid: Laid) -> None:
    wanted: list[tuple[int, int]] = []
    known: set[tuple[str, str, int]] = set()
    for number, version in enumerate(sorted(laid.game.asked)):
        for index, command in enumerate(laid.game.legal(version)):
            kind = (command["type"], str(command.get("kind")), len(command.get("via", ())))
            if number % 9 == 0 or kind not in known:
                known.add(kind)
                wanted.append((version, index))
    assert laid.page.evaluate(CLICK, wanted) == []


def test_a_keyboard_chooses_too(laid: Laid) -> None:
    page = laid.page
    version = next(
        version
        for version in sorted(laid.game.asked)
        if sum(command["type"] == "brigade.MoveWagon" for command in laid.game.legal(version)) > 3
    )
    page.evaluate(
        """(version) => {
          at(version);
          window.picked = [];
          const offer = () => board.offer(asks[version].filter((one) => picked.every((id, at) => board.spotsOf(one)[at] === id)), picked,
            (id) => { picked.push(id); offer(); });
          offer();
        }""",
        version,
    )
    page.locator('[data-spot="act:wagon"]').focus()
    page.keyboard.press("Enter")
    assert page.locator('[data-spot="act:wagon"]').get_attribute("aria-pressed") == "true"
    page.locator(".bri-tile.spot-offered").first.focus()
    before = page.evaluate("document.activeElement.dataset.spot")
    page.keyboard.press("ArrowRight")
    tile = page.evaluate("document.activeElement.dataset.spot")
    assert tile.startswith("tile:") and tile != before
    page.keyboard.press("Space")
    assert page.evaluate("picked") == ["act:wagon", tile]


def test_a_spectator_s_page_names_no_hidden_card(laid: Laid) -> None:
    components = laid.game.table["components"]
    crew = {entry["id"]: entry["name"] for entry in components["crew"]}
    recruiting = [version for version in laid.table_versions if laid.views[version - 1]["table"]["crew_drawn"]]
    versions = sorted({*laid.table_versions[::11], *recruiting})
    for version, html in zip(versions, laid.page.evaluate(HTML, versions), strict=True):
        state = laid.game.states[version - 1].table
        known = set(laid.views[version - 1]["table"]["starting_left"]) | set(state.event_discard) | {state.event}
        for card in (*state.crew_deck, *state.drawn):
            assert card not in html and crew[card] not in html, (version, card)
        for card in set(state.events) - known:
            assert f"{card}<" not in html and f"{card} " not in html, (version, card)


def test_nothing_sticks_out_of_a_phone(laid: Laid) -> None:
    page = laid.page
    page.set_viewport_size({"width": 390, "height": 844})
    try:
        for version in (laid.table_versions[0], laid.table_versions[-1]):
            page.evaluate("(version) => at(version)", version)
            assert page.evaluate("document.documentElement.scrollWidth") <= 390
    finally:
        page.set_viewport_size({"width": 1280, "height": 900})


def test_the_table_is_empty_before_the_game_and_laid_again_after(laid: Laid) -> None:
    last = laid.table_versions[-1]
    tiles = "() => board.element.querySelectorAll('.bri-tile').length"
    laid.page.evaluate("(version) => at(version)", last)
    assert laid.page.evaluate(tiles) == 36
    laid.page.evaluate("() => at(1)")
    assert laid.page.evaluate(tiles) == 0
    laid.page.evaluate("(version) => at(version)", last)
    assert laid.page.evaluate(tiles) == 36


def test_an_offer_holds_for_its_step_alone(laid: Laid) -> None:
    version = max(laid.game.asked)
    lit = "() => board.element.querySelectorAll('.spot-offered').length"
    laid.page.evaluate("(version) => { at(version); board.offer(asks[version], [], () => {}); }", version)
    offered = laid.page.evaluate(lit)
    assert offered > 0
    laid.page.evaluate("(version) => at(version)", version - 1)
    assert laid.page.evaluate(lit) == 0
    laid.page.evaluate("(version) => at(version)", version)
    assert laid.page.evaluate(lit) == offered
    laid.page.evaluate("() => board.offer([], [], null)")
    assert laid.page.evaluate(lit) == 0


def test_less_motion_means_none(laid: Laid) -> None:
    laid.page.evaluate("(version) => at(version, 'all', { animate: true })", laid.table_versions[-1])
    seconds = laid.page.evaluate(
        "() => parseFloat(getComputedStyle(board.element.querySelector('.bri-pawn')).transitionDuration)"
    )
    assert seconds < 0.001
