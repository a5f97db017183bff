"""London's board in a real browser over a whole seeded game: what it draws, names, marks and offers is what the views say.

Nothing is served but the pages' own files and recorded views.
"""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from domain.engine.viewer import ARBITER, SPECTATOR
from tests.browser.boards import Played, browser, needs_browser, played, served

pytestmark = [needs_browser, pytest.mark.campaign]

OPEN = """async (viewer) => {
  const make = (await import('/assets/js/boards/london/board.js')).default;
  const get = async (path) => (await fetch(path)).json();
  window.views = await get(`/views/${viewer}`);
  window.board = await make(await get('/table'));
  document.getElementById('board').append(board.element);
  window.viewer = viewer;
  const { draw } = await import('/assets/js/boards/london/draw.js');
  const { picture } = await import('/assets/js/drawing/tree.js');
  const { components } = await get('/table');
  const names = (view) => view.seats.map((seat) => seat.name);
  window.drawing = (version, width, height) => picture(draw({
    components, view: views[version - 1], viewer: viewer < 0 ? null : { seat: viewer }, names: names(views[version - 1]), width, height }));
  window.place = (version, width, height) => {
    const text = drawing(version, width, height);
    const svg = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
    document.getElementById('board').replaceChildren(document.importNode(svg, true));
    return text.length;
  };
  window.look = (version, animate = false) => {
    const before = version > 1 ? views[version - 2] : null;
    board.show(views[version - 1], { before, viewer, animate });
  };
  // The board learns its size in a frame of its own, and on a busy machine that is late.
  await new Promise((done) => { requestAnimationFrame(() => requestAnimationFrame(done)); });
}"""
MARKED = """() => [...document.querySelectorAll('.changed')].map((each) => each.dataset.part).sort()"""
ALL_MARKED = f"""(versions) => versions.map((at) => {{ look(at); return ({MARKED})(); }})"""
CHOOSE = """([version, legal]) => {
  look(version);
  const failed = [];
  for (const wanted of legal) {
    const row = board.spotsOf(wanted);
    const picked = [];
    let left = legal;
    const offer = () => board.offer(left, picked, (id) => {
      picked.push(id);
      left = left.filter((each) => board.spotsOf(each)[picked.length - 1] === id);
      offer();
    });
    offer();
    for (const id of row) {
      if (left.length === 1) break;
      const at = document.querySelector(`[data-spot="${CSS.escape(id)}"].spot-offered`);
      if (!at || !at.checkVisibility() || !board.nameOf(id)) { failed.push([wanted, id, 'is not there to be chosen']); break; }
      at.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    }
    if (left.length !== 1 || left[0] !== wanted) failed.push([wanted, row, left]);
  }
  board.offer([], [], null);
  if (document.querySelector('.spot-offered')) failed.push('still offered');
  return failed;
}"""
LABELS = """() => Object.fromEntries([...document.querySelectorAll('[data-part]')].map((each) => [each.dataset.part,
  each.getAttribute('aria-label')]))"""
DRAWN = """() => [...board.element.querySelectorAll('.lon-drawing *')].map((each) => [each.localName,
  ...[...each.attributes].filter(({ value }) => value)
    .map(({ name, value }) => `${name}=${name === 'class' ? value.split(' ').sort() : value}`).sort(),
  each.childElementCount ? '' : each.textContent].join('|'))"""
SMALL = """(least) => [...document.querySelectorAll('.lon-drawing text')].filter((each) => parseFloat(each.getAttribute('font-size')) < least)
  .map((each) => each.textContent)"""
# Lines of names, and tags, of different boroughs that lie over one another.
OVERLAPS = """() => {
  const labels = [...document.querySelectorAll('.lon-label')].map((label) => [...label.querySelectorAll('.lon-place, .lon-tag')]
    .map((each) => [each.textContent, each.getBoundingClientRect()]));
  const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1.5
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 4;
  const found = [];
  labels.forEach((label, at) => labels.slice(at + 1).forEach((other) => {
    for (const [text, box] of label) for (const [another, place] of other) if (meet(box, place)) found.push([text, another]);
  }));
  return found;
}"""
OUTSIDE = """() => {
  const frame = document.querySelector('.lon-drawing').getBoundingClientRect();
  return [...document.querySelectorAll('.lon-drawing :is([data-spot], [data-part], text)')].filter((each) => {
    const box = each.getBoundingClientRect();
    return box.left < frame.left - 8 || box.top < frame.top - 8 || box.right > frame.right + 8 || box.bottom > frame.bottom + 8;
  }).map((each) => each.dataset.spot ?? each.dataset.part ?? each.textContent);
}"""
CARD = re.compile(r"[a-z_]+#[ABC]\d+")


@pytest.fixture(scope="module")
def game() -> Played:
    return played("london", 3, "the board of London")


@pytest.fixture(scope="module")
def origin(game: Played) -> Iterator[str]:
    answers = {f"/views/{viewer}": game.views(viewer) for viewer in (0, 1, 2, SPECTATOR, ARBITER)}
    with served({**answers, "/table": json.dumps(game.setup).encode()}) as address:
        yield address


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    with browser() as started:
        yield started


@pytest.fixture
def opened(chromium: Any, origin: str) -> Iterator[Any]:
    """Opens the board to a viewer's views; what the browser complains of fails the test."""
    complaints: list[str] = []
    contexts = []

    def board(viewer: int, **how: Any) -> Any:
        context = chromium.new_context(**{"viewport": {"width": 1280, "height": 900}, **how})
        contexts.append(context)
        page = context.new_page()
        page.on(
            "console",
            lambda spoken_text: (
                complaints.append(spoken_text.text) if spoken_text.type in ("error", "warning") else None
            ),
        )
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(origin)
        page.evaluate(OPEN, viewer)
        return page

    yield board
    for context in contexts:
        context.close()
    assert complaints == []


def moments(game: Played, each: int) -> list[int]:
    """Versions of a running game, `each` apart, and the last."""
    begun = next(at for at, state in enumerate(game.states, start=1) if state.position is not None)
    return [*range(begun, len(game.states), each), len(game.states)]


def differs(was: Mapping[str, Any] | None, now: Mapping[str, Any] | None) -> list[str]:
    """The parts of the table that differ, out of the views alone."""
    if was is None or now is None:
        return []
    old, new = parts(was), parts(now)
    return sorted(part for part, value in new.items() if old.get(part) != value)


def parts(position: Mapping[str, Any]) -> dict[str, Any]:
    matches = {
        "turn": (position["turn_number"], position["active"]),
        "deck": position["deck_count"],
        "discard": len(position["discard"]),
        "ending": position["turns_left"],
    }
    if position["turn"]["looked_count"]:
        matches["looked"] = position["turn"]["looked_count"]
    matches |= {f"slot:{slot['row']}:{slot['slot']}": slot["card"] for slot in position["display"]}
    matches |= {f"borough:{place['borough']}": (place["owner"], place["underground"]) for place in position["boroughs"]}
    for seat in position["seats"]:
        at = seat["seat"]
        matches |= {f"{name}:{at}": seat[name] for name in ("money", "poverty", "loans", "vp", "markers_left")}
        matches |= {f"hand:{at}": seat["hand_count"]}
        matches |= {f"stack:{at}:{number}": stack for number, stack in enumerate(seat["stacks"])}
        matches |= {f"card:{card}": at for card in seat["hand"]}
    return matches


@pytest.mark.parametrize("viewer", [0, SPECTATOR])
def test_every_step_highlights_what_differs_and_nothing_else(game: Played, opened: Any, viewer: int) -> None:
    positions = [view["position"] for view in json.loads(game.views(viewer))]
    assert len(positions) > 600, "a long game"
    versions = list(range(2 + (viewer == 0), len(positions) + 1, 3))
    for version, marked in zip(versions, opened(viewer).evaluate(ALL_MARKED, versions), strict=True):
        assert marked == differs(positions[version - 2], positions[version - 1]), f"step {version}"


@pytest.mark.parametrize("viewer", [1, ARBITER])
def test_steps_in_any_order_draw_the_same_board(game: Played, opened: Any, viewer: int) -> None:
    page = opened(viewer)
    drawn = f"(version) => {{ look(version, version % 2 === 0); return ({DRAWN})(); }}"
    for version in moments(game, 131):
        page.evaluate("() => { board.show(views[0], {before: null, viewer, animate: false}); }")
        straight = page.evaluate(drawn, version)
        page.evaluate("([last, other]) => { look(last); look(other, true); }", [len(game.states), max(1, version // 2)])
        assert page.evaluate(drawn, version) == straight, f"step {version}"


def test_before_the_game_there_is_the_printed_map_and_nothing_else(game: Played, opened: Any) -> None:
    page = opened(0)
    before = page.evaluate(f"() => {{ look(1); return ({DRAWN})(); }}")
    named = page.evaluate(LABELS)
    assert {part.partition(":")[0] for part in named} == {"borough"}
    assert len(named) == len(game.setup["components"]["borough"])
    assert all("nobody" in label and "Underground" not in label for label in named.values())
    page.evaluate("(version) => look(version)", len(game.states))
    assert page.evaluate(f"() => {{ look(1); return ({DRAWN})(); }}") == before, "nothing of the game stays in sight"


def test_boroughs_stacks_slots_and_hands_are_called_what_they_are(game: Played, opened: Any) -> None:
    page = opened(0)
    printed = {borough["id"]: borough for borough in game.setup["components"]["borough"]}
    faces = {face["id"]: face for face in game.setup["components"]["card"]}
    name = {
        card: faces[card.partition("#")[0]]["name"]
        for card in map(str, set(CARD.findall(game.views(ARBITER).decode())))
    }
    for version in moments(game, 97):
        page.evaluate("(version) => look(version)", version)
        called, view = page.evaluate(LABELS), game.view(version, 0)
        position, names = view["position"], [seat["name"] for seat in view["seats"]]
        for place in position["boroughs"]:
            label, borough = called[f"borough:{place['borough']}"], printed[place["borough"]]
            assert label.startswith(borough["name"])
            assert f"£{borough['cost']}, {borough['cards']} cards, {borough['vp']} points" in label
            owner = "nobody" if place["owner"] is None else f"building of {names[place['owner']]}"
            assert owner in label
            assert ("Underground" in label) == place["underground"]
        for slot in position["display"]:
            label = called[f"slot:{slot['row']}:{slot['slot']}"]
            assert (name[slot["card"]] if slot["card"] else "empty") in label
        for seat in position["seats"]:
            at = seat["seat"]
            for number, stack in enumerate(seat["stacks"]):
                label = called[f"stack:{at}:{number}"]
                assert label.startswith(f"{names[at]}, stack {number + 1}: {name[stack['cards'][-1]]}")
                assert ("face up" if stack["face_up"] else "face down") in label
                assert all(name[card] in label for card in stack["cards"])
                assert not stack["money"] or f"£{stack['money']} on it" in label
            assert called[f"money:{at}"] == f"money £{seat['money']}"
            assert called[f"poverty:{at}"] == f"{seat['poverty']} poverty"
            assert called[f"hand:{at}"].startswith(f"{seat['hand_count']} card")
            for card in seat["hand"]:
                assert called[f"card:{card}"].startswith(f"{name[card]}, {faces[card.partition('#')[0]]['colour']}")
        assert called["deck"].startswith(f"Deck {position['deck_count'] or '–, empty'}")
        discarded = len(position["discard"])
        assert f"Discarded {discarded} {'card' if discarded == 1 else 'cards'}," in called["discard"]


@pytest.mark.parametrize("viewer", [0, 1, 2])
def test_every_legal_command_can_be_chosen_on_the_board(game: Played, opened: Any, viewer: int) -> None:
    page = opened(viewer)
    choices: dict[str, list[int]] = {}
    for version, (seat, _, _) in game.choices.items():
        if seat == viewer:
            choices.setdefault(game.view(version, viewer)["position"]["phase"], []).append(version)
    assert {"start_draw", "action", "playing", "paying", "running", "drawing"} <= set(choices)
    for versions in choices.values():
        for version in {*versions[:: max(1, len(versions) // 3)], versions[-1]}:
            assert page.evaluate(CHOOSE, [version, game.legal(version)]) == [], f"step {version}"


def test_a_command_is_chosen_by_keyboard_alone(game: Played, opened: Any) -> None:
    version, legal = next(
        (version, game.legal(version))
        for version, (seat, _, _) in game.choices.items()
        if seat == 0 and any(each["type"] == "london.Invest" for each in game.legal(version))
    )
    invest = next(each for each in legal if each["type"] == "london.Invest")
    page = opened(0)
    page.evaluate(
        "([version, legal]) => { look(version); window.chosen = []; board.offer(legal, [], (id) => chosen.push(id)); }",
        [version, legal],
    )
    spot = f'[data-spot="borough:{invest["borough"]}"]'
    for _ in range(400):
        page.keyboard.press("Tab")
        if page.evaluate("(spot) => document.activeElement === document.querySelector(spot)", spot):
            break
    page.keyboard.press("Enter")
    page.keyboard.press("Space")
    assert page.evaluate("chosen") == [f"borough:{invest['borough']}"] * 2


def test_nothing_hidden_is_anywhere_on_a_spectators_page(game: Played, opened: Any) -> None:
    page = opened(SPECTATOR)
    faces = {face["id"]: face["name"] for face in game.setup["components"]["card"]}
    for version in moments(game, 53):
        page.evaluate("(version) => look(version)", version)
        known = set(CARD.findall(json.dumps(game.view(version, SPECTATOR))))
        written = page.evaluate("document.querySelector('.lon-drawing').outerHTML")
        assert set(CARD.findall(written)) <= known
        # A name may be on the board only for a card that this viewer knows, or within the text of such a card.
        open_names = {faces[card.partition("#")[0]] for card in known} | {
            "Coffee House",
            "Underground",
            "Stock Exchange",
            "Whitehall",
        }
        hidden = {each for each in faces.values() if not any(each in one or one in each for one in open_names)}
        texts = set(
            page.evaluate("[...document.querySelectorAll('.lon-drawing text')].map((each) => each.textContent)")
        )
        assert not texts & hidden


@pytest.mark.parametrize("viewer", [0, SPECTATOR])
def test_everything_is_drawn_within_the_board_whatever_its_size(game: Played, opened: Any, viewer: int) -> None:
    page = opened(viewer, viewport={"width": 1420, "height": 1000})
    for version in moments(game, 211):
        position = game.view(version, viewer)["position"]
        for width, height in ((860, 690), (1000, 800), (1400, 980), (1200, 630), (390, 560)):
            length = page.evaluate("([at, width, height]) => place(at, width, height)", [version, width, height])
            assert length < 120 * 1024, f"step {version}: {length} bytes at {width}x{height}"
            assert page.evaluate(OUTSIDE) == [], f"step {version} at {width}x{height}"
            assert page.evaluate(SMALL, 11) == [], f"step {version} at {width}x{height}"
            assert page.evaluate(OVERLAPS) == [], f"step {version} at {width}x{height}"
            named = set(page.evaluate("[...document.querySelectorAll('[data-part]')].map((each) => each.dataset.part)"))
            lasting = {part for part in parts(position) if part != "ending" or position["turns_left"] is not None}
            if width > 600:
                assert lasting <= named, f"step {version} at {width}x{height}"
            else:
                spots = {part for part in lasting if part.startswith(("stack:", "borough:", "slot:"))}
                assert spots <= named, f"step {version} at {width}x{height}"
        assert page.evaluate("(at) => drawing(at, 240, 160).length", version) < 40 * 1024


def test_a_drawing_is_the_same_whenever_it_is_made(game: Played, opened: Any) -> None:
    page = opened(SPECTATOR)
    versions = moments(game, 300)
    first = page.evaluate("(versions) => versions.map((at) => drawing(at, 860, 690))", versions)
    second = page.evaluate("(versions) => versions.toReversed().map((at) => drawing(at, 860, 690))", versions)
    assert first == second[::-1]
    assert len(set(first)) == len(first)


@pytest.mark.parametrize("width", [390, 820, 1280])
def test_the_board_fits_the_page(game: Played, opened: Any, width: int) -> None:
    page = opened(0, viewport={"width": width, "height": 900})
    for version in moments(game, 300):
        page.evaluate("(version) => look(version)", version)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"step {version}"
        assert page.evaluate(OUTSIDE) == [], f"step {version}"


def test_pieces_move_along_a_path_and_keep_still_for_those_who_ask(game: Played, opened: Any) -> None:
    taken = next(
        at
        for at in range(2, len(game.states))
        if (was := game.view(at, SPECTATOR)["position"])
        and any(slot["card"] for slot in was["display"])
        and (now := game.view(at + 1, SPECTATOR)["position"])["turn_number"] == was["turn_number"]
        and any(slot["card"] and not then["card"] for slot, then in zip(was["display"], now["display"], strict=True))
    )
    moving = """async (version) => {
      const flights = () => import('/assets/js/boards/london/flights.js');
      await flights();
      look(version); look(version + 1, true);
      await flights(); // behind the board's own
      return [document.getAnimations().filter((each) => !each.animationName).length, document.querySelectorAll('.lon-way').length];
    }"""
    animated, ways = opened(SPECTATOR).evaluate(moving, taken)
    assert animated > 0
    assert ways > 0
    assert opened(SPECTATOR, reduced_motion="reduce").evaluate(moving, taken) == [0, ways]
