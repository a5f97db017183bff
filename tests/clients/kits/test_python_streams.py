"""The streams of the kit in Python, over a service that fails as a test says: where they go on, and when they give up."""

import re

import emberlog_client as kit
import httpx
import pytest
from emberlog_client import Backoff, connection

from tests.clients.kits.fake import LOST, Fake, error, step, stream


async def test_a_stream_goes_on_after_its_last_step_and_leaves_out_what_it_has() -> None:
    fake = Fake([
        stream(step(1), step(2), step(2), ends=False),
        LOST,
        error("UNAVAILABLE"),
        stream(step(2), step(3)),
    ])  # fmt: skip
    steps = [each async for each in fake.client().steps("g")]
    assert [each.version for each in steps] == [1, 2, 3]
    assert [request["variables"]["after"] for request in fake.requests] == ["0", "2", "2", "2"]


async def test_an_error_in_a_stream_is_raised_and_one_that_passes_is_not() -> None:
    fake = Fake([stream(step(1), error("RATE_LIMITED", retryAfterMs=1)), stream(error("VIEWER_NOT_ALLOWED"))])
    with pytest.raises(kit.RequestProblem, match="VIEWER_NOT_ALLOWED"):
        _ = [each async for each in fake.client().steps("g")]
    assert len(fake.requests) == 2


async def test_a_stream_that_brings_nothing_is_given_up() -> None:
    fake = Fake([stream(ends=False)] * 50)
    patience = Backoff(first_seconds=0.01, max_seconds=0.01, give_up_seconds=0.05)
    with pytest.raises(kit.Unreachable):
        _ = [each async for each in fake.client(backoff=patience).steps("g")]


class Clock:
    """Stands for the module `time` in the kit."""

    now = 0.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(connection, "time", clock)
    return clock


def quiet(clock: Clock, seconds: float) -> httpx.Response:
    """A stream with comments alone, lost after so long."""

    async def body():
        yield b": a comment\n\n"
        clock.now += seconds
        raise LOST

    return httpx.Response(200, content=body(), headers={"content-type": "text/event-stream"})


USUAL_WITHOUT_WAITING = Backoff(first_seconds=0.0)


async def test_a_quiet_stream_may_be_lost_as_often_as_it_was_open_for_long(clock: Clock) -> None:
    fake = Fake([*(quiet(clock, 100.0) for _ in range(5)), stream(step(1))])
    assert [each.version async for each in fake.client(backoff=USUAL_WITHOUT_WAITING).steps("g")] == [1]


async def test_a_stream_that_is_dropped_soon_after_it_opens_is_given_up(clock: Clock) -> None:
    fake = Fake([quiet(clock, 9.0) for _ in range(50)])
    with pytest.raises(kit.Unreachable, match="15 attempts"):
        _ = [each async for each in fake.client(backoff=USUAL_WITHOUT_WAITING).steps("g")]


async def test_watching_makes_views_of_patches() -> None:
    first = {"data": {"game": {"version": 4, "view": {"cones": [1, 2], "open": True}}}}
    patches = [[{"op": "add", "path": "/cones/-", "value": 3}], [{"op": "remove", "path": "/open"}]]
    fake = Fake([first, stream(step(5, patch=patches[0]), ends=False), stream(step(6, patch=patches[1]))])
    moments = [each async for each in fake.client().watch("g")]
    assert [(each.version, each.view) for each in moments] == [
        (4, {"cones": [1, 2], "open": True}),
        (5, {"cones": [1, 2, 3], "open": True}),
        (6, {"cones": [1, 2, 3]}),
    ]


def turn(version: int, cursor: str) -> object:
    game = {
        "id": "g", "version": version, "ruleset": "brigade", "rulesetVersion": 1, "title": "", "phase": "PLAYING", "turn": 1, "toAct": [0],
        "mySeat": 0, "isHost": False, "isDelayed": False, "delayedBecause": None, "lastMoveAt": "2026-01-01T00:00:00Z", "seats": [],
        "result": None, "legal": [],
    }  # fmt: skip
    return {"data": {"myTurns": {"cursor": cursor, "news": ["MY_TURN"], "isCaughtUp": False, "game": game}}}


def caught_up(cursor: str) -> object:
    return {"data": {"myTurns": {"cursor": cursor, "news": [], "isCaughtUp": True, "game": None}}}


async def test_a_feed_says_once_when_it_has_caught_up_and_may_end_there() -> None:
    cursors_caught_up: list[str] = []
    fake = Fake([stream(turn(5, "a"), caught_up("b"), ends=False), stream(caught_up("b"), turn(7, "c"))])
    turns = [each async for each in fake.client().my_turns(on_caught_up=cursors_caught_up.append)]
    assert [(each.cursor, each.game.version, each.news) for each in turns] == [
        ("a", 5, ("MY_TURN",)),
        ("c", 7, ("MY_TURN",)),
    ]
    assert cursors_caught_up == ["b"] and fake.requests[1]["variables"]["after"] == "b"
    fake = Fake([stream(turn(5, "a"), caught_up("b"), turn(7, "c"), ends=False)])
    assert [each.cursor async for each in fake.client().my_turns(follow=False)] == ["a"]


@pytest.mark.parametrize("phase", ["PLAYING", ["OPEN", "PLAYING"]])
async def test_a_live_list_goes_on_from_where_its_first_list_was_read(phase) -> None:
    places = iter(("place 1", "place 2"))

    def page(request) -> object:
        games = {"edges": [], "pageInfo": {"hasNextPage": False, "endCursor": None}}
        if request["variables"].get("withChanges"):
            games["changesCursor"] = next(places)
        return {"data": {"games": games}}

    fake = Fake([*([page] * (1 if phase == "PLAYING" else 2)), stream()])
    assert [each async for each in fake.client().live_games(phase=phase)] == []
    assert fake.requests[-1]["variables"]["after"] == "place 1", "else what changed in between is lost"
    declared = [set(each["variables"]) - set(re.findall(r"\$(\w+):", each["query"])) for each in fake.requests]
    assert not any(declared), "each variable is one of its document"
