"""No channel shows a seat what it may not know: steps, views, tracks, answers, subscriptions, lists, errors."""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import httpx
import msgspec
import pytest

from domain.engine.viewer import ARBITER, SPECTATOR, Viewer
from domain.rulesets import RULESETS
from services.look import told
from services.replay import History
from tests.api.conftest import Ask, Served
from tests.api.follow import follow_events, follow_socket
from tests.api.game_client import ABANDON, BEGIN, FOLLOW, FOLLOW_VIEWS, RESIGN, STEPS, GameClient, open_game
from tests.dice import new_id

COMMANDS = 40


@pytest.fixture
async def table(served: Served, ask: Ask) -> GameClient:
    """A game in the middle, with a spectator, an arbiter and a stranger about."""
    table = await open_game(served, ask)
    await table.play(COMMANDS)
    await served.principal("Arbiter", "arbiter")
    await served.principal("Stranger")
    return table


async def history(served: Served, table: GameClient) -> History:
    found = await served.services.look.history(table.game)
    assert found is not None
    return found


def as_told(history: History, viewer: Viewer) -> list[Any]:
    """The lines the domain tells this viewer, as JSON."""
    assert history.head is not None
    lines = [told(history.game, history.head, step, viewer).line for step in history.steps]
    return json.loads(msgspec.json.encode(lines))


def as_shown(steps: list[dict[str, Any]]) -> list[Any]:
    """The same from the API's answers."""
    return [
        line
        and {**{key: line[key] for key in ("type", "text", "seat", "facts")}, "rules": [r["id"] for r in line["rules"]]}
        for line in (step["line"] for step in steps)
    ]


def viewers(table: GameClient) -> list[tuple[str | None, Viewer]]:
    """(who asks, whose eyes they have without asking)."""
    return [*((name, seat) for seat, name in enumerate(table.players)), (None, SPECTATOR), ("Stranger", SPECTATOR)]


VIEW = "query($g: ID!, $at: Int, $as: ViewerInput) { game(id: $g) { viewJson(at: $at, as: $as) } }"
SCORES = """query($g: ID!, $as: ViewerInput) { game(id: $g) {
  scoresNow(as: $as) { seat source banked ifOver } scoreTracks(as: $as) { version points { seat source banked ifOver } } } }"""


@pytest.mark.rules("GAME-HID-01")
async def test_everybody_reads_the_steps_through_their_own_eyes(served: Served, table: GameClient) -> None:
    known = await history(served, table)
    seen = {}
    for by, viewer in viewers(table):
        seen[viewer] = as_shown(await table.steps(by))
        assert seen[viewer] == as_told(known, viewer), f"the steps of {by}"
    assert seen[0] != seen[1] != seen[SPECTATOR], "a test that every viewer passes would test nothing"


@pytest.mark.rules("GAME-HID-01")
async def test_everybody_sees_every_view_through_their_own_eyes(served: Served, table: GameClient, ask: Ask) -> None:
    known = await history(served, table)
    for at in (1, len(table.players) + 2, known.version // 2, known.version):
        for by, viewer in viewers(table):
            shown = (await ask(VIEW, by=by, g=table.game, at=at))["game"]["viewJson"]
            given = json.loads(msgspec.json.encode(known.game.view(known.state_at(at), viewer)))
            assert shown == given, f"the view of {by} at {at}"


@pytest.mark.rules("GAME-HID-01")
@pytest.mark.parametrize(
    "field", ["viewJson", "view { position { __typename } }", "scoresNow { seat }", "steps { totalCount }"]
)
async def test_nobody_looks_through_eyes_that_know_more(table: GameClient, ask: Ask, field: str) -> None:
    name, _, rest = field.partition(" ")
    document = f"query($g: ID!, $as: ViewerInput) {{ game(id: $g) {{ {name}(as: $as) {rest} }} }}"
    refused = [
        *(
            (by, {"seat": seat})
            for seat, own in enumerate(table.players)
            for by in (*table.players, None, "Stranger")
            if by != own
        ),
        *((by, {"kind": "ARBITER"}) for by in (*table.players, None, "Stranger")),
        *((by, {"seat": seat}) for seat in (-1, -2, 99, -1000) for by in (None, table.players[0], "Arbiter")),
    ]
    for by, eyes in refused:
        said = await ask(document, by=by, errors=True, g=table.game, **{"as": eyes})
        assert said["errors"][0]["extensions"]["code"] == "VIEWER_NOT_ALLOWED", (by, eyes, said)
        assert said["data"]["game"] is None
    allowed = [(table.players[0], {"seat": 0}), ("Arbiter", {"seat": 1}), ("Arbiter", {"kind": "ARBITER"})]
    for by, eyes in [*allowed, *((by, {"kind": "SPECTATOR"}) for by in (None, "Stranger", table.players[1]))]:
        assert "errors" not in await ask(document, by=by, errors=True, g=table.game, **{"as": eyes})


@pytest.mark.rules("GAME-HID-01")
async def test_accepted_steps_are_told_through_the_callers_eyes_alone(
    served: Served, table: GameClient, ask: Ask
) -> None:
    answers = []
    for _ in range(20):
        by = await table.acting()
        legal = (await table.mine(by))["legal"]
        answers.append((by, await table.submit(by, table.chance.choice(legal)["json"])))
    host = table.players[0]
    answers.append((host, (await ask(BEGIN, by=host, game=table.game, id=table.begun))["answer"]))  # deals every hand
    known = await history(served, table)
    for by, answer in answers:
        steps = slice(answer["version"] - len(answer["steps"]), answer["version"])
        assert as_shown(answer["steps"]) == as_told(known, table.players.index(by))[steps]
    assert as_shown(answers[-1][1]["steps"]) != as_told(known, ARBITER)[steps], "the host may not see every hand"
    said = await ask(RESIGN, by=host, game=table.game, id=new_id())
    assert said["answer"]["__typename"] == "CommandAccepted"
    again = (await ask(BEGIN, by=host, game=table.game, id=table.begun))["answer"]
    assert again["isRepeat"] and as_shown(again["steps"]) == as_told(await history(served, table), SPECTATOR)[steps]


@pytest.mark.rules("GAME-HID-01")
async def test_scores_and_tracks_keep_secret_sources(served: Served, table: GameClient, ask: Ask) -> None:
    known = await history(served, table)
    assert known.head is not None
    for by, viewer in [*viewers(table), ("Arbiter", SPECTATOR)]:
        shown = (await ask(SCORES, by=by, g=table.game))["game"]
        own = [(t.seat, t.source, t.banked, t.if_over) for t in known.game.tracks(known.head, viewer)]
        assert [tuple(point.values()) for point in shown["scoresNow"]] == own, by
        assert [tuple(point.values()) for point in shown["scoreTracks"][-1]["points"]] == own, by
    everything = known.game.tracks(known.head, ARBITER)
    assert len(everything) > len(known.game.tracks(known.head, SPECTATOR)), "this ruleset has secret sources"


@pytest.mark.rules("GAME-HID-01")
@pytest.mark.parametrize("transport", ["socket", "events"])
async def test_watchers_of_one_game_each_get_their_own_eyes(
    served: Served, http: httpx.AsyncClient, table: GameClient, transport: str
) -> None:
    """The same operation with the same variables, by everybody at once: what is shared is shared by eyes only."""

    def follow(by: str | None) -> AsyncIterator[dict[str, Any]]:
        if transport == "socket":
            return follow_socket(served, FOLLOW_VIEWS, by=by, game=table.game)
        return follow_events(served, http, FOLLOW_VIEWS, by=by, game=table.game)

    async def all_of(by: str | None, count: int) -> list[dict[str, Any]]:
        found = []
        async for step in follow(by):
            found.append(step)
            if len(found) == count:
                break
        return found

    names = [by for by, _ in viewers(table)] * 2
    start = (await table.mine(None))["version"]
    watching = [asyncio.create_task(all_of(by, start + 8)) for by in names]
    while (await table.mine(None))["version"] < start + 8:
        await table.play_one()
    found = await asyncio.gather(*watching)
    known = await history(served, table)
    for by, steps in zip(names, found, strict=True):
        viewer = dict(viewers(table))[by]
        assert [step["version"] for step in steps] == list(range(1, start + 9))
        lines = as_told(known, viewer)
        for step in steps:
            line = lines[step["version"] - 1]
            assert step["line"] == (line and {"text": line["text"], "facts": line["facts"]}), by
            given = json.loads(msgspec.json.encode(known.game.view(known.state_at(step["version"]), viewer)))
            assert step["viewJson"] == given, by


async def test_following_through_foreign_eyes_is_refused(
    served: Served, http: httpx.AsyncClient, table: GameClient
) -> None:
    for by, eyes in ((None, {"seat": 0}), (table.players[0], {"seat": 1}), (table.players[0], {"kind": "ARBITER"})):
        for follow in (
            follow_socket(served, FOLLOW, by=by, game=table.game, **{"as": eyes}),
            follow_events(served, http, FOLLOW, by=by, game=table.game, **{"as": eyes}),
        ):
            with pytest.raises(AssertionError, match="VIEWER_NOT_ALLOWED"):
                await anext(follow)


async def test_who_gives_a_seat_up_is_shut_out_of_its_eyes_at_the_next_step(
    served: Served, table: GameClient, ask: Ask
) -> None:
    by = table.players[1]
    start = (await table.mine(None))["version"]
    following = follow_socket(served, FOLLOW, by=by, game=table.game, after=start - 1)
    assert (await anext(following))["version"] == start
    await ask(RESIGN, by=by, game=table.game, id=new_id())
    with pytest.raises(AssertionError, match="VIEWER_NOT_ALLOWED"):
        await anext(following)


async def test_a_share_and_a_seat_are_public_and_tokens_and_ids_are_not(
    served: Served, table: GameClient, ask: Ask
) -> None:
    text = json.dumps(
        [
            await ask("{ games { edges { node { id title phase version seats toAct leaders winners } } } me { id } }"),
            await table.steps(),
            await ask(
                "query($g: ID!) { game(id: $g) { seats { name share bot } secret commitment viewJson } }", g=table.game
            ),
        ]
    )
    known = await history(served, table)
    assert known.head is not None
    assert known.head.secret not in text and known.head.seed not in text
    for name, token in served.tokens.items():
        assert token not in text
        assert f"p-{name.lower()}" not in text, "principals are known by the names they sit under"
    assert (await ask("query($g: ID!) { game(id: $g) { secret } }", by="Arbiter", g=table.game))["game"][
        "secret"
    ] is None


@pytest.mark.rules("GAME-HID-01", "GAME-HID-02", "GAME-END-02", "GAME-END-03", "GAME-CHANCE-03")
async def test_when_it_is_over_everybody_may_see_everything(served: Served, table: GameClient, ask: Ask) -> None:
    said = await ask(ABANDON, by="Arbiter", game=table.game, id=new_id())
    assert said["answer"]["__typename"] == "CommandAccepted"
    known = await history(served, table)
    for viewer, eyes in ((ARBITER, {"kind": "ARBITER"}), (0, {"seat": 0}), (1, {"seat": 1})):
        for by in (None, "Stranger", table.players[0]):
            data = await ask(STEPS, by=by, game=table.game, first=500, **{"as": eyes})
            shown = [edge["node"] for edge in data["game"]["steps"]["edges"]]
            assert as_shown(shown) == as_told(known, viewer)[:500]
            view = (await ask(VIEW, by=by, g=table.game, at=known.version // 2, **{"as": eyes}))["game"]["viewJson"]
            assert view == json.loads(msgspec.json.encode(known.game.view(known.state_at(known.version // 2), viewer)))
    assert known.head is not None
    assert (await ask("query($g: ID!) { game(id: $g) { secret } }", g=table.game))["game"][
        "secret"
    ] == known.head.secret


def test_the_shelf_is_not_empty() -> None:
    assert RULESETS
