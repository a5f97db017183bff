"""No channel shows a seat what it may not know: steps, views, tracks, answers, subscriptions, lists, errors."""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import httpx
import msgspec
import pytest
from emberlog_client import patched

from domain.engine.viewer import ARBITER, SPECTATOR, Viewer
from domain.rulesets import CURRENT
from services.log.replay import History
from services.reads.look import visible_step
from tests.api.conftest import Ask, Served
from tests.api.follow import follow_events, follow_socket
from tests.api.game_client import ABANDON, BEGIN, FOLLOW, FOLLOW_VIEWS, RESIGN, STEPS, GameClient, open_game
from tests.dice import new_id

COMMANDS = 40


@pytest.fixture
async def client(served: Served, ask: Ask) -> GameClient:
    """A game in the middle, with a spectator, an arbiter and a stranger about."""
    client = await open_game(served, ask)
    await client.play(COMMANDS)
    await served.principal("Arbiter", "arbiter")
    await served.principal("Stranger")
    return client


async def history(served: Served, client: GameClient) -> History:
    matches = await served.services.look.history(client.game)
    assert matches is not None
    return matches


def line_for(history: History, viewer: Viewer) -> list[Any]:
    """The lines the domain tells this viewer, as JSON."""
    assert history.head is not None
    lines = [visible_step(history.game, history.head, history.names, step, viewer).line for step in history.steps]
    texts = [None if line is None else line.text for line in lines]
    records = json.loads(msgspec.json.encode([None if line is None else line.line for line in lines]))
    return [
        line and {key: line[key] for key in ("type", "seat", "facts", "rules")} | {"text": text}
        for line, text in zip(records, texts, strict=True)
    ]


def view_for(steps: list[dict[str, Any]]) -> list[Any]:
    """The same from the API's answers."""
    return [
        line
        and {**{key: line[key] for key in ("type", "text", "seat", "facts")}, "rules": [r["id"] for r in line["rules"]]}
        for line in (step["line"] for step in steps)
    ]


def viewers(client: GameClient) -> list[tuple[str | None, Viewer]]:
    """(caller, the viewer that the caller is by default)."""
    return [*((name, seat) for seat, name in enumerate(client.players)), (None, SPECTATOR), ("Stranger", SPECTATOR)]


VIEW = "query($g: ID!, $at: Int, $as: ViewerInput) { game(id: $g) { viewJson(at: $at, as: $as) } }"
SCORES = """query($g: ID!, $as: ViewerInput) { game(id: $g) {
  scoresNow(as: $as) { seat source banked ifOver } scoreTracks(as: $as) { version points { seat source banked ifOver } } } }"""


@pytest.mark.rules("GAME-HID-01")
async def test_everybody_reads_the_steps_as_their_own_viewer(served: Served, client: GameClient) -> None:
    known = await history(served, client)
    visible = {}
    for by, viewer in viewers(client):
        visible[viewer] = view_for(await client.steps(by))
        assert visible[viewer] == line_for(known, viewer), f"the steps of {by}"
    assert visible[0] != visible[1] != visible[SPECTATOR], "a test that every viewer passes would test nothing"


@pytest.mark.rules("GAME-HID-01")
async def test_everybody_reads_every_view_as_their_own_viewer(served: Served, client: GameClient, ask: Ask) -> None:
    known = await history(served, client)
    for at in (1, len(client.players) + 2, known.version // 2, known.version):
        for by, viewer in viewers(client):
            displayed = (await ask(VIEW, by=by, g=client.game, at=at))["game"]["viewJson"]
            given = json.loads(msgspec.json.encode(known.game.view(known.state_at(at), viewer, known.names)))
            assert displayed == given, f"the view of {by} at {at}"


@pytest.mark.rules("GAME-HID-01")
@pytest.mark.parametrize(
    "field", ["viewJson", "view { position { __typename } }", "scoresNow { seat }", "steps { totalCount }"]
)
async def test_nobody_looks_as_a_viewer_that_knows_more(client: GameClient, ask: Ask, field: str) -> None:
    name, _, rest = field.partition(" ")
    document = f"query($g: ID!, $as: ViewerInput) {{ game(id: $g) {{ {name}(as: $as) {rest} }} }}"
    refused = [
        *(
            (by, {"seat": seat})
            for seat, own in enumerate(client.players)
            for by in (*client.players, None, "Stranger")
            if by != own
        ),
        *((by, {"kind": "ARBITER"}) for by in (*client.players, None, "Stranger")),
        *((by, {"seat": seat}) for seat in (-1, -2, 99, -1000) for by in (None, client.players[0], "Arbiter")),
    ]
    for by, as_viewer in refused:
        response = await ask(document, by=by, errors=True, g=client.game, **{"as": as_viewer})
        assert response["errors"][0]["extensions"]["code"] == "VIEWER_NOT_ALLOWED", (by, as_viewer, response)
        assert response["data"]["game"] is None
    allowed = [(client.players[0], {"seat": 0}), ("Arbiter", {"seat": 1}), ("Arbiter", {"kind": "ARBITER"})]
    for by, as_viewer in [*allowed, *((by, {"kind": "SPECTATOR"}) for by in (None, "Stranger", client.players[1]))]:
        assert "errors" not in await ask(document, by=by, errors=True, g=client.game, **{"as": as_viewer})


@pytest.mark.rules("GAME-HID-01")
async def test_accepted_steps_are_answered_as_the_callers_viewer_alone(
    served: Served, client: GameClient, ask: Ask
) -> None:
    answers = []
    for _ in range(20):
        by = await client.acting()
        legal = (await client.mine(by))["legal"]
        answers.append((by, await client.submit(by, client.chance.choice(legal)["json"])))
    host = client.players[0]
    answers.append((host, (await ask(BEGIN, by=host, game=client.game, id=client.begun))["answer"]))  # deals every hand
    known = await history(served, client)
    for by, answer in answers:
        steps = slice(answer["version"] - len(answer["steps"]), answer["version"])
        assert view_for(answer["steps"]) == line_for(known, client.players.index(by))[steps]
    assert view_for(answers[-1][1]["steps"]) != line_for(known, ARBITER)[steps], "the host may not see every hand"
    response = await ask(RESIGN, by=host, game=client.game, id=new_id())
    assert response["answer"]["__typename"] == "CommandAccepted"
    repeat = (await ask(BEGIN, by=host, game=client.game, id=client.begun))["answer"]
    assert repeat["isRepeat"] and view_for(repeat["steps"]) == line_for(await history(served, client), SPECTATOR)[steps]


@pytest.mark.rules("GAME-HID-01")
async def test_scores_and_tracks_keep_secret_sources(served: Served, client: GameClient, ask: Ask) -> None:
    known = await history(served, client)
    assert known.head is not None
    for by, viewer in [*viewers(client), ("Arbiter", SPECTATOR)]:
        displayed = (await ask(SCORES, by=by, g=client.game))["game"]
        own = [(t.seat, t.source, t.banked, t.if_over) for t in known.game.tracks(known.head, viewer)]
        assert [tuple(point.values()) for point in displayed["scoresNow"]] == own, by
        assert [tuple(point.values()) for point in displayed["scoreTracks"][-1]["points"]] == own, by
    everything = known.game.tracks(known.head, ARBITER)
    assert len(everything) > len(known.game.tracks(known.head, SPECTATOR)), "this ruleset has secret sources"


@pytest.mark.rules("GAME-HID-01")
@pytest.mark.parametrize("transport", ["socket", "events"])
async def test_watchers_of_one_game_each_look_as_their_own_viewer(
    served: Served, http: httpx.AsyncClient, client: GameClient, transport: str
) -> None:
    """The same operation with the same variables, by everybody at once: payloads are shared by viewer only."""

    def follow(by: str | None) -> AsyncIterator[dict[str, Any]]:
        if transport == "socket":
            return follow_socket(served, FOLLOW_VIEWS, by=by, game=client.game)
        return follow_events(served, http, FOLLOW_VIEWS, by=by, game=client.game)

    async def all_of(by: str | None, count: int) -> list[dict[str, Any]]:
        matches = []
        async for step in follow(by):
            matches.append(step)
            if len(matches) == count:
                break
        return matches

    names = [by for by, _ in viewers(client)] * 2
    start = (await client.mine(None))["version"]
    watching = [asyncio.create_task(all_of(by, start + 8)) for by in names]
    while (await client.mine(None))["version"] < start + 8:
        await client.play_one()
    matches = await asyncio.gather(*watching)
    known = await history(served, client)
    for by, steps in zip(names, matches, strict=True):
        viewer = dict(viewers(client))[by]
        assert [step["version"] for step in steps] == list(range(1, start + 9))
        lines = line_for(known, viewer)
        for step in steps:
            line = lines[step["version"] - 1]
            assert step["line"] == (line and {"text": line["text"], "facts": line["facts"]}), by
            given = json.loads(
                msgspec.json.encode(known.game.view(known.state_at(step["version"]), viewer, known.names))
            )
            assert step["viewJson"] == given, by


async def test_following_as_a_foreign_viewer_is_refused(
    served: Served, http: httpx.AsyncClient, client: GameClient
) -> None:
    for by, as_viewer in (
        (None, {"seat": 0}),
        (client.players[0], {"seat": 1}),
        (client.players[0], {"kind": "ARBITER"}),
    ):
        for follow in (
            follow_socket(served, FOLLOW, by=by, game=client.game, **{"as": as_viewer}),
            follow_events(served, http, FOLLOW, by=by, game=client.game, **{"as": as_viewer}),
        ):
            with pytest.raises(AssertionError, match="VIEWER_NOT_ALLOWED"):
                await anext(follow)


async def test_a_player_who_gives_a_seat_up_stops_looking_as_it_at_the_next_step(
    served: Served, client: GameClient, ask: Ask
) -> None:
    by = client.players[1]
    start = (await client.mine(None))["version"]
    following = follow_socket(served, FOLLOW, by=by, game=client.game, after=str(start - 1), **{"as": {"seat": 1}})
    assert (await anext(following))["version"] == start
    await ask(RESIGN, by=by, game=client.game, id=new_id())
    with pytest.raises(AssertionError, match="VIEWER_NOT_ALLOWED"):
        await anext(following)


async def test_a_player_who_named_no_viewer_follows_on_as_a_spectator_by_patches(
    served: Served, client: GameClient, ask: Ask
) -> None:
    by = client.players[1]
    start = (await client.mine(None))["version"]
    document = "subscription($game: ID!, $after: Cursor) { gameSteps(game: $game, after: $after) { id version patch } }"
    read = "query($g: ID!, $at: Int!, $as: ViewerInput) { game(id: $g) { viewJson(at: $at, as: $as) } }"
    view = (await ask(read, by=by, g=client.game, at=start))["game"]["viewJson"]
    following = follow_socket(served, document, by=by, game=client.game, after=str(start - 1))
    assert (await anext(following))["id"].endswith(":1")
    await ask(RESIGN, by=by, game=client.game, id=new_id())
    step = await anext(following)
    view = patched(view, step["patch"])
    assert step["id"].endswith(":spectator")
    public = await ask(read, g=client.game, at=step["version"], **{"as": {"kind": "SPECTATOR"}})
    assert view == public["game"]["viewJson"], "the patch leads from what the seat saw to what a spectator sees"
    await following.aclose()


async def test_a_share_and_a_seat_are_public_and_tokens_and_ids_are_not(
    served: Served, client: GameClient, ask: Ask
) -> None:
    text = json.dumps(
        [
            await ask("{ games { edges { node { id title phase version seats toAct leaders winners } } } me { id } }"),
            await client.steps(),
            await ask(
                "query($g: ID!) { game(id: $g) { seats { name share bot } secret commitment viewJson } }", g=client.game
            ),
        ]
    )
    known = await history(served, client)
    assert known.head is not None
    assert known.head.secret not in text and known.head.seed not in text
    for name, token in served.tokens.items():
        assert token not in text
        assert f"p-{name.lower()}" not in text, "principals are known by the names they sit under"
    assert (await ask("query($g: ID!) { game(id: $g) { secret } }", by="Arbiter", g=client.game))["game"][
        "secret"
    ] is None


@pytest.mark.rules("GAME-HID-01", "GAME-HID-02", "GAME-END-02", "GAME-END-03", "GAME-CHANCE-03")
async def test_when_it_is_over_everybody_may_see_everything(served: Served, client: GameClient, ask: Ask) -> None:
    response = await ask(ABANDON, by="Arbiter", game=client.game, id=new_id())
    assert response["answer"]["__typename"] == "CommandAccepted"
    known = await history(served, client)
    for viewer, as_viewer in ((ARBITER, {"kind": "ARBITER"}), (0, {"seat": 0}), (1, {"seat": 1})):
        for by in (None, "Stranger", client.players[0]):
            data = await ask(STEPS, by=by, game=client.game, first=500, **{"as": as_viewer})
            displayed = [edge["node"] for edge in data["game"]["steps"]["edges"]]
            assert view_for(displayed) == line_for(known, viewer)[:500]
            view = (await ask(VIEW, by=by, g=client.game, at=known.version // 2, **{"as": as_viewer}))["game"][
                "viewJson"
            ]
            state = known.state_at(known.version // 2)
            assert view == json.loads(msgspec.json.encode(known.game.view(state, viewer, known.names)))
    assert known.head is not None
    assert (await ask("query($g: ID!) { game(id: $g) { secret } }", g=client.game))["game"][
        "secret"
    ] == known.head.secret


def test_there_are_rulesets() -> None:
    assert CURRENT
