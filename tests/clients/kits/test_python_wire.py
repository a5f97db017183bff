"""The kit in Python, over a service that fails as a test says: what is sent once more, what is not, and what is raised."""

import asyncio
import json
import runpy
import time
from datetime import UTC, datetime

import emberlog_client as kit
import httpx
import jsonpatch
import pytest
from emberlog_client import Backoff, operations
from emberlog_client.connection import is_later
from emberlog_client.events import events
from emberlog_client.schema import Phase
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.clients.kits.fake import IMPATIENT, LOST, TOKEN, Fake, error, step, stream
from tests.docs.pages import ROOT

NEVER_SENT = httpx.ConnectError("nobody listens")
ME = {"data": {"me": {"id": "p", "name": "Ada", "roles": []}}}
RULESETS = {"data": {"rulesets": []}}
NEW = {"data": {"register": {"token": TOKEN, "me": {"id": "p", "name": "Ada", "roles": []}}}}
SUBMIT = "submit"


def refused(request) -> object:
    rule = {"id": "GAME-PLAY-01", "title": "Playing", "text": "Play."}
    answer = {
        "__typename": "CommandRefused",
        "code": "not_your_turn",
        "text": "It is not your turn.",
        "isRepeat": False,
    }
    more = {"facts": {"seat": 1}, "rules": [rule], "legal": [{"choice": "pass", "type": "t", "text": "Pass."}]}
    return {"data": {SUBMIT: {**answer, **more}}}


async def test_a_command_whose_answer_was_lost_is_sent_with_the_same_id() -> None:
    fake = Fake([LOST, httpx.Response(502, text="<html>"), error("UNAVAILABLE"), refused])
    with pytest.raises(kit.Refused) as caught:
        await fake.client().submit("g", "pass")
    assert len({request["variables"]["commandId"] for request in fake.requests}) == 1 and len(fake.requests) == 4
    assert caught.value.command_id == fake.requests[0]["variables"]["commandId"]


async def test_a_refusal_has_the_rules_the_facts_and_what_is_legal() -> None:
    with pytest.raises(kit.CommandProblem) as caught:
        await Fake([refused]).client().submit("g", "pass", command_id="c")
    refusal = caught.value
    assert isinstance(refusal, kit.Refused) and isinstance(refusal, kit.Problem)
    assert (refusal.code, refusal.text, refusal.facts) == ("not_your_turn", "It is not your turn.", {"seat": 1})
    assert [rule.id for rule in refusal.rules] == ["GAME-PLAY-01"] and refusal.legal[0].choice == "pass"
    assert refusal.command_id == "c"


@pytest.mark.parametrize("lost", [LOST, httpx.Response(502), error("UNAVAILABLE")])
async def test_what_has_no_id_is_not_sent_twice(lost) -> None:
    fake = Fake([lost, NEW])
    with pytest.raises(kit.Unreachable, match="unknown"):
        await fake.client().register("Ada")
    assert len(fake.requests) == 1


@pytest.mark.parametrize("harmless", [NEVER_SENT, error("RATE_LIMITED", retryAfterMs=1), httpx.Response(429)])
async def test_unless_it_surely_did_nothing(harmless) -> None:
    client = Fake([harmless, NEW]).client()
    assert (await client.register("Ada")).name == "Ada" and client.token == TOKEN


async def test_the_service_says_when_to_come_back() -> None:
    fake = Fake([error("RATE_LIMITED", retryAfterMs=60), httpx.Response(503, headers={"retry-after": "0"}), ME])
    began = time.monotonic()
    assert await fake.client().me() is not None
    assert time.monotonic() - began >= 0.06


async def test_a_service_that_stays_away_is_given_up() -> None:
    fake = Fake([NEVER_SENT] * 9)
    patience = Backoff(first_seconds=0.001, max_seconds=0.001, give_up_seconds=0.0)
    with pytest.raises(kit.Unreachable) as caught:
        await fake.client(backoff=patience).me()
    assert isinstance(caught.value.__cause__, httpx.ConnectError)


async def test_a_service_that_only_answers_with_a_problem_is_given_up_with_it() -> None:
    patience = Backoff(first_seconds=0.001, max_seconds=0.001, give_up_seconds=0.02)
    with pytest.raises(kit.RequestProblem, match="RATE_LIMITED"):
        await Fake([error("UNAVAILABLE"), error("RATE_LIMITED", retryAfterMs=10_000)]).client().me()
    with pytest.raises(kit.Unreachable, match="RATE_LIMITED"):  # what became of the first attempt is unknown
        await Fake([LOST, error("RATE_LIMITED", retryAfterMs=10_000)]).client(backoff=patience).me()


async def test_what_is_not_there_has_a_code_of_the_service() -> None:
    for field, code in (("game", "UNKNOWN_GAME"), ("components", "unknown_ruleset")):
        client = Fake([{"data": {"game": None, "ruleset": None}}]).client()
        with pytest.raises(kit.RequestProblem, match=code):
            await getattr(client, field)("x")


async def test_other_problems_are_raised_at_once_with_what_they_say() -> None:
    with pytest.raises(kit.RequestProblem) as caught:
        await Fake([error("TOO_EXPENSIVE", requested=7, max=3)]).client().me()
    assert (caught.value.code, caught.value.facts) == ("TOO_EXPENSIVE", {"requested": 7, "max": 3})


@pytest.mark.parametrize("answer", [httpx.Response(200, text="<html>"), httpx.Response(404, json={}), {"data": {}}])
async def test_what_is_not_the_api_is_named_so(answer) -> None:
    with pytest.raises(kit.UnexpectedAnswer):
        await Fake([answer]).client().me()


async def test_it_waits_for_an_allowance_that_does_not_cover_the_operation_yet(monkeypatch) -> None:
    spent = {"extensions": {"cost": {"requested": 100, "left": 40, "limit": 1_000, "fullAfterMs": 480_000}}}
    naps: list[float] = []

    async def nap(seconds: float) -> None:
        naps.append(seconds)

    client = Fake([{**ME, **spent}, RULESETS, ME]).client(backoff=Backoff(give_up_seconds=60))
    await client.me()
    monkeypatch.setattr("emberlog_client.connection.asyncio.sleep", nap)
    await client.rulesets()  # its cost is not known yet
    assert not naps
    await client.me()
    assert naps == [pytest.approx(30, abs=25)], "60 points are missing, and 2 come back each second"


async def test_a_stream_has_an_allowance_of_its_own() -> None:
    spent = {"extensions": {"cost": {"requested": 1, "left": 0, "limit": 9, "fullAfterMs": 900_000}}}
    plenty = {"extensions": {"cost": {"requested": 8, "left": 8, "limit": 9, "fullAfterMs": 1}}}
    client = Fake([{**ME, **plenty}, stream({**step(1), **spent}), ME]).client()
    await client.me()
    assert [each.version async for each in client.steps("g")] == [1]
    assert client.allowance is not None and client.allowance.left == 8
    await client.me()  # at once: what the stream has spent is not taken from queries


async def test_it_says_how_old_the_last_answer_may_be() -> None:
    stale = {"extensions": {"staleness": {"asOf": "2026-11-27T18:03:12.250481Z", "ageMsMax": 310}}}
    client = Fake([ME, {**ME, **stale}, ME]).client()
    await client.me()
    assert client.staleness is None, "it is of its moment"
    await client.me()
    moment = datetime(2026, 11, 27, 18, 3, 12, 250481, UTC)
    assert client.staleness == kit.Staleness(moment, 310)
    await client.me()
    assert client.staleness is None, "what an earlier answer said is forgotten"


def texts(steps) -> list[tuple[int, str]]:
    return [(each.version, each.line.text) for each in steps]


async def test_sentences_are_in_the_language_of_the_client() -> None:
    fake = Fake([ME, {"data": {"game": None}}, stream(step(1)), RULESETS])
    client = fake.client(locale="fr")
    await client.me()
    with pytest.raises(kit.RequestProblem):
        await client.game("g")
    assert [each async for each in client.steps("g")]
    client.locale = None
    await client.rulesets()
    assert [each["variables"].get("locale") for each in fake.requests] == [None, "fr", "fr", None]
    chosen = operations.why(game="g", step=1, locale="de")
    fake.answers.append({"data": {"game": None}})
    client.locale = "fr"
    assert await client.run(chosen) is None and fake.requests[-1]["variables"]["locale"] == "de"


async def test_what_meets_the_end_of_the_old_secret_goes_on_with_the_new_one() -> None:
    details = {"id": "t", "kind": "MADE", "label": "", "scopes": [], "gameId": None, "isCurrent": True}
    times = {"madeAt": "2026-01-01T00:00:00Z", "expiresAt": "2026-01-01T00:00:00Z", "usedOn": None}
    renewed = {"data": {"renewToken": {"token": "emb_new", "details": {**details, **times}, "me": ME["data"]["me"]}}}
    ended = error("UNKNOWN_TOKEN")
    fake = Fake([stream(step(1), ended), renewed, stream(step(1), step(2)), ended])
    client = fake.client()
    steps = client.steps("g")
    assert (await anext(steps)).version == 1
    _, following = await asyncio.gather(client.renew_token(), anext(steps))
    assert following.version == 2 and client.token == "emb_new"
    assert [each["authorization"].removeprefix("Bearer ") for each in fake.headers] == [TOKEN, TOKEN, "emb_new"]
    with pytest.raises(kit.RequestProblem, match="UNKNOWN_TOKEN"):
        await client.me()


async def test_a_bot_that_sits_already_plays_on(monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    bot = runpy.run_path(str(ROOT / "clients" / "python" / "bots" / "bot.py"))
    seated = {"__typename": "CommandRefused", "code": "already_seated", "text": "You sit there.", "isRepeat": False}
    refusal = {"data": {"takeSeat": {**seated, "facts": {}, "rules": [], "legal": []}}}
    fake = Fake([refusal, error("NOT_IN_SCOPE")])
    monkeypatch.setitem(bot["main"].__globals__, "Client", fake.client)
    with pytest.raises(kit.RequestProblem, match="NOT_IN_SCOPE"):
        await bot["main"](["g"])
    assert len(fake.requests) == 2 and "already_seated" in capsys.readouterr().out


async def test_a_token_of_ones_own_is_renewed_for_the_client_and_another_is_not() -> None:
    def made(secret: str, *, is_current: bool) -> object:
        details = {
            "id": "t", "kind": "PERSONAL", "label": "", "scopes": [], "gameId": None, "madeAt": "2026-01-01T00:00:00Z", "usedOn": None,
            "expiresAt": "2026-01-01T00:00:00Z", "isCurrent": is_current,
        }  # fmt: skip
        me = {"id": "p", "name": "Ada", "roles": []}
        return {"data": {"renewToken": {"token": secret, "details": details, "me": me}}}

    client = Fake([made("emb_other", is_current=False), made("emb_own", is_current=True)]).client()
    assert (await client.renew_token("t_7")).token == "emb_other" and client.token == TOKEN
    await client.renew_token()
    assert client.token == "emb_own"


async def test_lists_are_read_page_by_page() -> None:
    def page(request) -> object:
        after = int(request["variables"]["after"])
        nodes = [{"node": step(after + n)["data"]["gameSteps"]} for n in (1, 2)]
        info = {"hasNextPage": after < 4, "endCursor": str(after + 2)}
        return {"data": {"game": {"page": {"edges": nodes, "pageInfo": info}}}}

    fake = Fake([page, page, page])
    assert [each.version async for each in fake.client().history("g")] == [1, 2, 3, 4, 5, 6]


async def test_a_token_is_sent_and_never_printed() -> None:
    fake = Fake([NEW, LOST])
    client = fake.client()
    await client.register("Ada")
    with pytest.raises(kit.Unreachable) as caught:
        await client.register("Ada")
    assert fake.headers[0]["authorization"] == f"Bearer {TOKEN}"
    player = operations.NewPlayer.read(NEW["data"]["register"])
    assert player.token == TOKEN
    for each in (client, player, caught.value, caught.value.__cause__, client._connection, vars(client)):
        assert TOKEN not in f"{each!r} {each}"


def test_enums_and_unions_may_grow() -> None:
    assert Phase("OVER") is Phase.OVER and Phase("PAUSED") == "PAUSED"
    answer = operations.read_answer({"__typename": "GameFrozen", "code": "GAME_FROZEN", "text": "It is frozen."})
    with pytest.raises(kit.CommandProblem, match="GAME_FROZEN"):
        kit.problems.accepted(answer, "c")


@pytest.mark.parametrize(
    ("cursor", "after", "later"),
    [("10", "9", True), ("9", "9", False), ("8", "9", False), ("x", "y", True), ("x", "x", False)],
)
def test_a_result_is_new_if_its_cursor_is_later(cursor: str, after: str, later: bool) -> None:
    assert is_later(cursor, after) is later


@given(st.lists(st.text(max_size=12), max_size=4), st.integers(1, 9))
@settings(max_examples=25, deadline=None)
async def test_events_are_read_whatever_the_pieces_in_which_they_come(texts: list[str], size: int) -> None:
    """JSON may contain every separator of Unicode: only LF ends a line."""
    body = stream(*({"text": text} for text in texts)).content
    chunks = (body[at : at + size] for at in range(0, len(body), size))

    async def pieces():
        for chunk in chunks:
            yield chunk

    received = [each async for each in events(pieces())]
    assert [json.loads(each.data)["text"] for each in received[:-1]] == texts
    assert received[-1].name == "complete"


VALUES = st.recursive(
    st.none() | st.integers(0, 3) | st.text("ab/~é", max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("ab/~", max_size=2), inner, max_size=3),
    max_leaves=8,
)


@given(VALUES, VALUES)
@settings(max_examples=150, deadline=None)
def test_patches_are_applied_as_the_best_known_library_applies_them(old: object, new: object) -> None:
    before = json.dumps(old)
    patch = [each for each in jsonpatch.make_patch(old, new).patch if each["op"] in ("add", "remove", "replace")]
    if len(patch) == len(jsonpatch.make_patch(old, new).patch):
        assert kit.patched(old, patch) == new
        assert json.dumps(old) == before, "the old document stays as it was"


@pytest.mark.parametrize(
    "operation",
    [
        {"op": "move", "path": "/a", "from": "/b"},
        {"op": "remove", "path": "/b"},
        {"op": "replace", "path": "/b", "value": 1},
        {"op": "add", "path": "/b/c", "value": 1},
        {"op": "add", "path": "/a/9", "value": 1},
        {"op": "replace", "path": "/a/-", "value": 1},
        {"op": "replace", "path": "/a/0/x", "value": 1},
    ],
)
def test_a_patch_that_does_not_fit_is_an_error(operation) -> None:
    with pytest.raises(ValueError, match=r"not an operation|does not fit"):
        kit.patched({"a": [1]}, [operation])


def test_the_usual_backoff_grows_and_obeys() -> None:
    backoff = Backoff()
    assert 0.05 <= backoff.wait_seconds(1, None) <= 0.1
    assert 5 <= backoff.wait_seconds(99, None) <= 10
    assert backoff.wait_seconds(1, 33.0) == 33
    assert IMPATIENT.wait_seconds(5, None) == 0
