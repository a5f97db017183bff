"""The board of The Brigade in a real browser: whole seeded games, shown step by step. Knows the view, and no rule."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from typing import Any, Final

import pytest

from domain.rulesets import CURRENT
from tests.browser.boards import Played, browser, needs_browser, played
from tests.browser.brigade_page import Laid, laid_out
from tests.browser.brigade_views import View, flags_due, seat_facts, tile_facts

pytestmark = [needs_browser, pytest.mark.campaign]

ALL: Final = {
    "advanced": True,
    "extra_chiefs": True,
    "extra_crew": True,
    "big_buildings": True,
    "fire_festival": True,
}
POSITIONS: Final = {"base": (3, {}), "all modules": (4, ALL)}
RARE: Final = {
    2: ("cover 2 8", "cover 2 685"),
    3: ("cover 3 5", "cover 3 117", "cover 3 149", "cover 3 161", "cover 3 418", "cover 3 541", "cover 3 564"),
    4: ("cover 4 136", "cover 4 220", "cover 4 248", "cover 4 450"),
}
"""Games in which together every command and every decision comes up: by seats, the base game for two, else all modules."""
CLICKS_MAX: Final = 60
PHONE_CLICKS_MAX: Final = 25

FLAGS: Final = """() => views.all.map((_, index) => {
  at(index + 1);
  return [...board.element.querySelectorAll('.changed')].map((one) => one.dataset.part ?? one.dataset.spot).sort();
})"""
NAMES: Final = """(versions) => versions.map((version) => {
  at(version);
  const named = [...board.element.querySelectorAll('[data-spot][aria-label]')];
  return Object.fromEntries(named.map((one) => [one.dataset.spot, one.getAttribute('aria-label')]));
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
      if (!board.nameOf(id) || nameOn(found[0]) !== board.nameOf(id)) faults.push([version, id, 'has no name']);
      found[0].dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
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


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    with browser() as chromium:
        yield chromium


@pytest.fixture(scope="module", params=POSITIONS)
def laid(request: pytest.FixtureRequest, chromium: Any) -> Iterator[Laid]:
    seats, options = POSITIONS[request.param]
    with laid_out(chromium, played("brigade", seats, f"board of {request.param}", options=options)) as laid:
        yield laid


def test_the_highlights_are_what_differs(laid: Laid) -> None:
    marked = laid.page.evaluate(FLAGS)
    due = [[], *(flags_due(before, after) for before, after in pairwise(laid.views))]
    faults = [
        (version, flagged, wanted)
        for version, (flagged, wanted) in enumerate(zip(marked, due, strict=True), 1)
        if flagged != wanted
    ]
    assert faults == []


def test_every_part_is_named_after_what_it_shows(laid: Laid) -> None:
    versions = laid.position_versions[::-7]  # backwards: steps may be shown in any order
    components = laid.game.setup["components"]
    printed = {kind: {entry["id"]: entry["name"] for entry in components[kind]} for kind in ("chief", "track", "guild")}
    for version, spoken in zip(versions, laid.page.evaluate(NAMES, versions), strict=True):
        view = laid.views[version - 1]
        names = [seat["name"] for seat in view["seats"]]
        position = view["position"]
        due = {f"tile:{tile['cell']}": tile_facts(tile, names, printed["guild"]) for tile in position["tiles"]}
        for seat in position["seats"]:
            due |= dict(seat_facts(seat, printed))
        untold = [
            (part, fact, spoken.get(part))
            for part, facts in due.items()
            for fact in facts
            if fact not in spoken.get(part, "")
        ]
        assert untold == [], version


def test_the_spots_of_two_commands_never_run_into_each_other(laid: Laid) -> None:
    versions = sorted(laid.game.choices)
    for version, rows in zip(versions, laid.page.evaluate(ROWS, versions), strict=True):
        assert all(rows), (version, laid.game.choices[version][1][rows.index([])])
        ordered = sorted(rows)
        for row, after in pairwise(ordered):
            assert after[: len(row)] != row, (version, row, after)


Kind = tuple[str, str, int, bool, str]
"""Of a command: type, kind, tiles on the way, whether somebody is pushed, and the decision it answers."""


def kinds(game: Played) -> Iterator[tuple[Kind, int, int]]:
    """Every legal command of a game: its kind, the version, its place in the list."""
    for version in sorted(game.choices):
        pending = game.states[version - 1].position.pending
        for index, command in enumerate(game.legal(version)):
            way = min(2, len(command.get("via", ())))
            pushing = bool(command.get("pushes"))
            decision = pending.kind if pending else ""
            yield (command["type"], command.get("kind", ""), way, pushing, decision), version, index


def test_clicks_narrow_any_command_down_to_one(laid: Laid) -> None:
    every = [(version, index) for _, version, index in kinds(laid.game)]
    wanted = every[:: max(1, len(every) // CLICKS_MAX)]
    assert laid.page.evaluate(CLICK, wanted) == []


def test_clicks_narrow_the_rare_commands_too(chromium: Any) -> None:
    known: set[Kind] = set()
    for seats, names in RARE.items():
        for name in names:
            game = played("brigade", seats, name, options={} if seats == 2 else ALL)
            new = {kind: [version, index] for kind, version, index in kinds(game) if kind not in known}
            known |= new.keys()
            with laid_out(chromium, game) as laid:
                assert laid.page.evaluate(CLICK, list(new.values())) == [], name
    every = {command.__struct_config__.tag for command in CURRENT["brigade"].commands}
    assert every == {kind[0] for kind in known}


MADE_UP: Final = """([version, chief, crew, pending, commands]) => {
  const view = structuredClone(views.all[version - 1]);
  const seat = view.position.seats[0];
  Object.assign(view.position, { active: 0, phase: 'action', actions: 3, pending: pending && { ...pending, seat: 0 } });
  Object.assign(seat, { chief, chief_water: 2, chief_buckets: 2, crew, crew_capacity: 3, wagon_water: 2 });
  for (const other of view.position.seats.slice(1)) other.crew = [];
  views.all.push(view);
  asks[views.all.length] = commands.map((command) => ({ seat: 0, ...command }));
  return commands.map((_, index) => [views.all.length, index]);
}"""


def crew_card(laid: Laid, card: str, water: int) -> dict[str, Any]:
    printed = next(entry for entry in laid.game.setup["components"]["crew"] if entry["id"] == card)
    return {"card": card, "water": water, "active": True} | {
        name: printed[name] for name in ("name", "guild", "buckets")
    }


def test_clicks_narrow_what_no_seeded_game_has(laid: Laid) -> None:
    version = laid.position_versions[-1]
    crew = [crew_card(laid, "leon-bertrand", 1), crew_card(laid, "ash", 2)]
    hose = {"type": "brigade.Extinguish", "wagon": 0, "chief": 0}
    commands = [
        {**hose, "kind": "leon", "cell": 7, "wagon": 1, "crew": [0, 0]},
        *({**hose, "kind": "ash", "cell": cell, "crew": [0, water]} for cell in (7, 8) for water in (1, 2)),
        *(
            {**hose, "kind": "copied_ash", "cell": cell, "chief": water, "crew": [0, 0]}
            for cell in (7, 8)
            for water in (1, 2)
        ),
        {"type": "brigade.EndTurn"},
    ]
    wanted = laid.page.evaluate(MADE_UP, [version, "galeela", crew, None, commands])
    choosing = [{"type": "brigade.ChooseCard", "card": card["card"]} for card in crew]
    pending: View = {"decision": "discard_crew", "cell": None, "cells": [], "cubes": 0, "ability": None, "drawn": None}
    wanted += laid.page.evaluate(MADE_UP, [version, "galeela", crew, pending, choosing])
    assert laid.page.evaluate(CLICK, wanted) == []
    laid.page.evaluate("(count) => { views.all.length = count }", len(laid.views))


def test_a_keyboard_chooses_too(laid: Laid) -> None:
    page = laid.page
    version = next(
        version
        for version in sorted(laid.game.choices)
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
    components = laid.game.setup["components"]
    crew = {entry["id"]: entry["name"] for entry in components["crew"]}
    recruiting = [version for version in laid.position_versions if laid.views[version - 1]["position"]["crew_drawn"]]
    versions = sorted({*laid.position_versions[::11], *recruiting})
    for version, html in zip(versions, laid.page.evaluate(HTML, versions), strict=True):
        state = laid.game.states[version - 1].position
        known = set(laid.views[version - 1]["position"]["starting_left"]) | set(state.event_discard) | {state.event}
        for card in (*state.crew_deck, *state.drawn):
            assert not re.search(rf'[:"]{card}"|\b{re.escape(crew[card])}\b', html), (version, card)
        for card in set(state.events) - known:
            assert f"{card}<" not in html and f"{card} " not in html, (version, card)


DRAWN: Final = """async ([versions, sizes]) => {
  const { draw } = await import('/assets/js/boards/brigade/draw.js');
  const { markup } = await import('/assets/js/drawing/tree.js');
  const { components } = await (await fetch('/table')).json();
  return versions.flatMap((version) => sizes.map(([width, height]) =>
    markup(draw({ components, view: views.all[version - 1], width, height }))));
}"""
LABELS: Final = """(versions) => {
  const faults = [];
  for (const version of versions) {
    at(version);
    const board = document.querySelector('.bri').getBoundingClientRect();
    const texts = [...document.querySelectorAll('.bri-drawing text')].map((one) => [one.textContent, one.getBoundingClientRect(),
      parseFloat(getComputedStyle(one).fontSize)]);
    for (const [index, [words, box, size]] of texts.entries()) {
      if (size < 11) faults.push([version, words, size]);
      if (box.left < board.left || box.right > board.right || box.bottom > board.bottom + 1) faults.push([version, words, 'sticks out']);
      for (const [others, other] of texts.slice(index + 1)) {
        const [wide, high] = [Math.min(box.right, other.right) - Math.max(box.left, other.left),
          Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top)];
        if (wide > 2 && high > 4) faults.push([version, words, others, wide, high]);
      }
    }
  }
  return faults;
}"""
KB_MAX: Final = 120


@contextmanager
def boxed(laid: Laid, width: int, height: int) -> Iterator[None]:
    """The board in a box of a size, as the game page gives it."""
    resized = """([width, height]) => new Promise((done) => {
      Object.assign(board.element.style, width ? { width: `${width}px`, height: `${height}px` } : { width: '', height: '' });
      requestAnimationFrame(() => requestAnimationFrame(done));
    })"""
    laid.page.evaluate(resized, [width, height])
    try:
        yield
    finally:
        laid.page.evaluate(resized, [0, 0])


def test_labels_can_be_read_and_lie_apart(laid: Laid) -> None:
    open_city = [version for version in laid.position_versions if not laid.views[version - 1]["position"]["crew_drawn"]]
    with boxed(laid, 860, 690):
        assert laid.page.evaluate(LABELS, [*open_city[::23], open_city[-1]]) == []


def test_a_picture_of_any_size_is_light_and_whole(laid: Laid) -> None:
    versions = [1, *laid.position_versions[::29], laid.position_versions[-1]]
    sizes = [[860, 690], [1400, 980], [390, 560], [240, 160], [1200, 630]]
    for drawn in laid.page.evaluate(DRAWN, [versions, sizes]):
        assert len(drawn) < KB_MAX * 1024
        assert not re.search("NaN|undefined|Infinity", drawn)


def test_every_command_can_be_chosen_on_a_phone(laid: Laid) -> None:
    every = [(version, index) for _, version, index in kinds(laid.game)]
    with boxed(laid, 390, 560):
        assert laid.page.evaluate(CLICK, every[:: max(1, len(every) // PHONE_CLICKS_MAX)]) == []


def test_nothing_sticks_out_of_a_phone(laid: Laid) -> None:
    with boxed(laid, 390, 560):
        for version in (laid.position_versions[0], laid.position_versions[-1]):
            laid.page.evaluate("(version) => at(version)", version)
            assert laid.page.evaluate("board.element.scrollWidth") <= 390


def test_the_city_leaves_the_board_before_the_game_and_returns_after(laid: Laid) -> None:
    last = laid.position_versions[-1]
    written = """(version) => {
      at(version);
      return board.element.querySelector('.bri-drawing').outerHTML;
    }"""
    before, at_last = laid.page.evaluate(written, 1), laid.page.evaluate(written, last)
    assert before.count("bri-unlaid") == 36
    assert not any(kind in before for kind in ('"bri-pawn', '"bri-desk', '"bri-event', "data-part"))
    assert "bri-unlaid" not in at_last
    assert laid.page.evaluate(written, 1) == before, "nothing of the game stays in sight"


def test_an_offer_holds_for_its_step_alone(laid: Laid) -> None:
    version = max(laid.game.choices)
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
    moved = [
        version
        for version in laid.position_versions[1:]
        if any(tile["fire"] for tile in laid.views[version - 1]["position"]["tiles"])
    ]
    laid.page.evaluate("(version) => at(version, 'all', { animate: true, ms: 900 })", moved[-1])
    running = "() => board.element.getAnimations({ subtree: true }).filter((one) => one.playState === 'running').length"
    assert laid.page.evaluate(running) == 0
