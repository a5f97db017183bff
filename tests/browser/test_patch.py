"""patch.js against generated documents: the service's own patches, every operation of RFC 6902, and what must not be touched."""

import copy
import json
import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from services.reads.patch import changes
from tests.browser.boards import browser as chromium
from tests.browser.boards import needs_browser, served

pytest.importorskip("playwright.sync_api", reason="no playwright: it comes with the extra `test`")
pytestmark = needs_browser

Json = Any
APPLY = """async (cases) => {
  const { patched } = await import('/assets/js/game/replay/patch.js');
  return cases.map(({ before, patch }) => {
    const kept = JSON.stringify(before);
    let after;
    try { after = patched(before, patch); } catch (problem) { return { error: problem.constructor.name, kept: kept === JSON.stringify(before) }; }
    return { after, kept: kept === JSON.stringify(before) };
  });
}"""
KEYS = ("a", "b", "long name", "a/b", "m~n", "", "0", "__proto__", "constructor", "é")


@pytest.fixture(scope="module")
def page() -> Iterator[Json]:
    with served({}) as origin, chromium() as running:
        page = running.new_page()
        page.goto(origin)
        yield page


def document(dice: random.Random, depth: int = 3) -> Json:
    """Any JSON, as deep as that."""
    kind = dice.randrange(6 if depth else 4)
    if kind == 4:
        return [document(dice, depth - 1) for _ in range(dice.randrange(5))]
    if kind == 5:
        return {key: document(dice, depth - 1) for key in dice.sample(KEYS, dice.randrange(5))}
    return (None, dice.randrange(9), dice.choice("xyz"), dice.random() < 0.5)[kind]


def changed(dice: random.Random, whole: Json) -> Json:
    """The same document with some of it changed."""
    if isinstance(whole, dict) and dice.random() < 0.8:
        untouched = {key: changed(dice, part) if dice.random() < 0.4 else part for key, part in whole.items()}
        if untouched and dice.random() < 0.3:
            del untouched[dice.choice(sorted(untouched))]
        return untouched | ({dice.choice(KEYS): document(dice, 2)} if dice.random() < 0.3 else {})
    if isinstance(whole, list) and dice.random() < 0.8:
        untouched_list = [changed(dice, part) if dice.random() < 0.4 else part for part in whole]
        if dice.random() < 0.4:
            untouched_list.insert(dice.randint(0, len(untouched_list)), document(dice, 2))
        return untouched_list[dice.random() < 0.3 :]
    return document(dice, 2)


def test_the_service_s_patches_lead_from_each_document_to_the_next(page: Json) -> None:
    dice = random.Random("patches of the service")
    cases, expected = [], []
    for _ in range(400):
        before = document(dice, 4)
        after = changed(dice, before)
        patch = msgspec.to_builtins(changes(before, after))
        cases.append({"before": before, "patch": patch})
        expected.append(after)
    for case, paths, wanted in zip(cases, _applied(page, cases), expected, strict=True):
        assert paths == {"after": wanted, "kept": True}, case


def _applied(page: Json, cases: list[Json]) -> list[Json]:
    # As text: the browser's driver must not be the one who decides what a key such as __proto__ means.
    steps_answer = page.evaluate(
        f"async (text) => JSON.stringify(await ({APPLY})(JSON.parse(text)))", json.dumps(cases)
    )
    return list(json.loads(steps_answer))


def pointer(way: list[Any]) -> str:
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in way)


def places(whole: Json, way: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The way to every value in a document, the document itself first."""
    paths = [way]
    parts = whole.items() if isinstance(whole, dict) else enumerate(whole) if isinstance(whole, list) else ()
    for key, part in parts:
        paths += places(part, (*way, key))
    return paths


def at(whole: Json, way: tuple[Any, ...]) -> Json:
    for key in way:
        whole = whole[key]
    return whole


def added(whole: Json, way: tuple[Any, ...], value: Json) -> Json:
    """The document after `add`, in the plainest way."""
    if not way:
        return value
    place = at(whole, way[:-1])
    if isinstance(place, list):
        place.insert(len(place) if way[-1] == "-" else way[-1], value)
    else:
        place[way[-1]] = value
    return whole


def taken_out(whole: Json, way: tuple[Any, ...]) -> Json:
    place = at(whole, way[:-1])
    del place[way[-1]]
    return whole


def operation(dice: random.Random, whole: Json) -> tuple[Json, Json]:
    """One operation that fits, and the document after it."""
    ways = places(whole)
    kind = dice.choice(["add", "add", "remove", "replace", "move", "copy", "test"])
    way = dice.choice(ways)
    if kind == "remove" and way:
        return {"op": "remove", "path": pointer(list(way))}, taken_out(whole, way)
    if kind == "test":
        return {"op": "test", "path": pointer(list(way)), "value": at(whole, way)}, whole
    if kind in {"copy", "move"} and way:
        value = copy.deepcopy(at(whole, way))
        rest = taken_out(copy.deepcopy(whole), way) if kind == "move" else whole
        to = _new_place(dice, rest)
        if kind == "move" and f"{pointer(list(to))}/".startswith(f"{pointer(list(way))}/"):
            return {"op": "test", "path": "", "value": whole}, whole  # into itself: not allowed, and tested below
        return {"op": kind, "from": pointer(list(way)), "path": pointer(list(to))}, added(rest, to, value)
    value = document(dice, 2)
    if kind == "replace":
        place = at(whole, way[:-1]) if way else None
        if place is not None:
            place[way[-1]] = copy.deepcopy(value)
        return {"op": "replace", "path": pointer(list(way)), "value": value}, whole if way else copy.deepcopy(value)
    to = _new_place(dice, whole)
    return {"op": "add", "path": pointer(list(to)), "value": value}, added(whole, to, copy.deepcopy(value))


def _new_place(dice: random.Random, whole: Json) -> tuple[Any, ...]:
    containers = [way for way in places(whole) if isinstance(at(whole, way), dict | list)]
    if not containers:
        return ()
    way = dice.choice(containers)
    place = at(whole, way)
    if isinstance(place, list):
        return (*way, dice.choice([*range(len(place) + 1), "-"]))
    return (*way, dice.choice(KEYS))


def test_rows_of_every_operation_give_what_the_plainest_way_gives(page: Json) -> None:
    dice = random.Random("every operation")
    cases, expected = [], []
    for _ in range(400):
        before = document(dice, 4)
        whole, patch = copy.deepcopy(before), []
        for _ in range(dice.randint(1, 8)):
            done, whole = operation(dice, whole)
            patch.append(copy.deepcopy(done))
        cases.append({"before": before, "patch": patch})
        expected.append(whole)
    for case, paths, wanted in zip(cases, _applied(page, cases), expected, strict=True):
        assert paths == {"after": wanted, "kept": True}, case


@pytest.mark.parametrize(
    ("before", "patch"),
    [
        ({}, {"op": "remove", "path": "/a"}),
        ({}, {"op": "replace", "path": "/toString", "value": 1}),
        ([1], {"op": "add", "path": "/2", "value": 1}),
        ([1], {"op": "replace", "path": "/1", "value": 1}),
        ([1], {"op": "remove", "path": "/-"}),
        ([1], {"op": "add", "path": "/01", "value": 1}),
        ([1], {"op": "add", "path": "/x", "value": 1}),
        ({"a": 1}, {"op": "add", "path": "/a/b", "value": 1}),
        ({"a": 1}, {"op": "add", "path": "a", "value": 1}),
        ({"a": 1}, {"op": "test", "path": "/a", "value": 2}),
        ({"a": [1]}, {"op": "test", "path": "/a", "value": {"0": 1}}),
        ({"a": {"b": 1}}, {"op": "move", "from": "/a", "path": "/a/b"}),
        ({"a": 1}, {"op": "swap", "path": "/a"}),
    ],
)
def test_what_does_not_fit_is_an_error_and_changes_nothing(page: Json, before: Json, patch: Json) -> None:
    assert _applied(page, [{"before": before, "patch": [patch]}]) == [{"error": "PatchError", "kept": True}]


def test_what_is_not_touched_is_the_same_object(page: Json) -> None:
    same = page.evaluate(
        """async () => {
      const { patched } = await import('/assets/js/game/replay/patch.js');
      const before = { left: { deep: [1, 2] }, right: { deep: [{ x: 1 }, { x: 2 }] } };
      const after = patched(before, [{ op: 'replace', path: '/right/deep/1/x', value: 3 }]);
      const moved = patched(before, [{ op: 'copy', from: '/left', path: '/twin' }, { op: 'add', path: '/twin/deep/-', value: 3 }]);
      return [after.left === before.left, after.right.deep[0] === before.right.deep[0], after.right !== before.right,
        before.right.deep[1].x === 2, moved.left === before.left, moved.left.deep.length === 2, moved.twin.deep.length === 3];
    }"""
    )
    assert all(same), same
