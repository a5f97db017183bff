"""Each step's JSON Patch, applied by a library written elsewhere, makes the view of that step, for every viewer."""

from typing import Any

import jsonpatch
import pytest

from domain.rulesets import CURRENT
from services.reads.patch import changes
from tests.api.conftest import Ask, Served
from tests.api.follow import follow_events, follow_socket
from tests.api.game_client import ABANDON, GameClient, open_game

PATCHES = """query Patches($game: ID!, $after: Cursor, $as: ViewerInput) { game(id: $game) {
  steps(after: $after, first: 100, as: $as) { pageInfo { hasNextPage endCursor }
    edges { node { version turn patch viewJson line { text } } } } } }"""
FOLLOW_PATCHES = """subscription Follow($game: ID!, $after: Cursor, $as: ViewerInput) {
  gameSteps(game: $game, after: $after, as: $as) { version turn patch } }"""


async def patched(ask: Ask, client: GameClient, by: str | None, **viewer: Any) -> int:
    """Compare at every step. Returns the number of operations applied."""
    document: Any = None
    after, done, turn = None, 0, 0
    while True:
        data = await ask(PATCHES, by=by, game=client.game, after=after, **{"as": viewer or None})
        page = data["game"]["steps"]
        for edge in page["edges"]:
            step = edge["node"]
            document = jsonpatch.apply_patch(document, step["patch"])
            assert document == step["viewJson"], f"step {step['version']} through {viewer or by}"
            assert {change["op"] for change in step["patch"]} <= {"add", "remove", "replace"}
            assert step["turn"] >= turn
            turn = step["turn"]
            done += len(step["patch"])
        if not page["pageInfo"]["hasNextPage"]:
            return done
        after = page["pageInfo"]["endCursor"]


@pytest.mark.parametrize("ruleset", tuple(CURRENT))
@pytest.mark.campaign
async def test_the_patches_give_every_view_to_every_eye(served: Served, ask: Ask, ruleset: str) -> None:
    client = await open_game(served, ask, ruleset=ruleset)
    await client.play(60)
    changed = [await patched(ask, client, by) for by in (*client.players, None)]
    assert min(changed) > 60, "something changes at nearly every step"
    await served.principal("Judge", "arbiter")
    assert (await ask(ABANDON, by="Judge", game=client.game, id="6b7e1c52-63c5-4f0e-9b8c-5a2b7d0a4f11"))["answer"]
    for viewer in ({"kind": "ARBITER"}, {"kind": "SPECTATOR"}, {"seat": 0}):
        await patched(ask, client, None, **viewer)


@pytest.mark.parametrize("transport", ["socket", "events"])
async def test_who_follows_by_patches_alone_knows_the_view(served: Served, ask: Ask, http: Any, transport: str) -> None:
    client = await open_game(served, ask)
    await client.play(40)
    await served.principal("Judge", "arbiter")
    await ask(ABANDON, by="Judge", game=client.game, id="6b7e1c52-63c5-4f0e-9b8c-5a2b7d0a4f12")
    by = client.players[0]
    followed = (
        follow_socket(served, FOLLOW_PATCHES, by=by, game=client.game)
        if transport == "socket"
        else follow_events(served, http, FOLLOW_PATCHES, by=by, game=client.game)
    )
    document: Any = None
    async for step in followed:
        document = jsonpatch.apply_patch(document, step["patch"])
    answer = await ask("query($g: ID!) { game(id: $g) { viewJson } }", by=by, g=client.game)
    assert document == answer["game"]["viewJson"]


@pytest.mark.parametrize(
    ("before", "after", "answer"),
    [
        ({"a": 1}, {"a": 1}, []),
        ({"a": 1}, {"a": True}, [{"op": "replace", "path": "/a", "value": True}]),
        ({"a/b": {"~": 1}}, {"a/b": {"~": 2}}, [{"op": "replace", "path": "/a~1b/~0", "value": 2}]),
        (
            {"a": 1, "b": 2},
            {"b": 2, "c": None},
            [{"op": "remove", "path": "/a"}, {"op": "add", "path": "/c", "value": None}],
        ),
        ((1, 2, 3), (1, 3), [{"op": "remove", "path": "/1"}]),
        ((1, 3), (1, 2, 3), [{"op": "add", "path": "/1", "value": 2}]),
        ((1, 2), (2, 1), [{"op": "replace", "path": "/0", "value": 2}, {"op": "replace", "path": "/1", "value": 1}]),
        (None, (1,), [{"op": "replace", "path": "", "value": (1,)}]),
    ],
)
def test_a_patch_is_as_short_as_can_be(before: Any, after: Any, answer: list[Any]) -> None:
    assert changes(before, after) == answer
