"""What a command may be answered: accepted, refused, stale, doubled, foreign, malformed; always typed, never half done."""

import asyncio
import uuid
from typing import Any

import httpx
import pytest

from domain.rulesets import CURRENT
from services.commands.answers import Accepted
from services.ports import Principal
from tests.api.conftest import Ask, Served
from tests.api.game_client import ABANDON, BEGIN, OPEN, RESIGN, SUBMIT, TAKE, GameClient, open_game
from tests.api.memory import MemoryLog
from tests.dice import new_id
from tests.game.toy import TOY
from tests.registry import register

FIRST_RULESET = next(iter(CURRENT.values()))


@pytest.fixture
async def client(served: Served, ask: Ask) -> GameClient:
    return await open_game(served, ask)


async def version(client: GameClient) -> int:
    return (await client.mine(None))["version"]


@pytest.mark.rules("GAME-PLAY-01")
async def test_a_legal_command_is_accepted_with_its_steps(client: GameClient) -> None:
    before = await version(client)
    answer = await client.play_one()
    assert answer["version"] == await version(client) == before + len(answer["steps"])
    assert [step["version"] for step in answer["steps"]] == list(range(before + 1, answer["version"] + 1))
    assert len(answer["stateHash"]) == 64 and not answer["isRepeat"]
    assert all(rule["text"] for step in answer["steps"] for rule in step["line"]["rules"])


async def test_every_legal_command_can_be_sent_typed(client: GameClient, ask: Ask) -> None:
    by = await client.acting()
    legal = (await client.mine(by))["legal"][0]["json"]
    ruleset, name = legal["type"].split(".")
    fields = {camel(key): value for key, value in legal.items() if key not in ("type", "seat")}
    typed = {camel(ruleset): {name[0].lower() + name[1:]: fields or "YES"}}
    response = await ask(SUBMIT, by=by, game=client.game, id=new_id(), command=typed)
    assert response["answer"]["__typename"] == "CommandAccepted", response


def camel(name: str) -> str:
    head, *rest = name.split("_")
    return head + "".join(word.capitalize() for word in rest)


@pytest.mark.rules("GAME-PLAY-02")
async def test_what_is_not_legal_is_refused_with_rules_and_what_would_be_legal(client: GameClient) -> None:
    by = await client.acting()
    other = next(name for name in client.players if name != by)
    legal = (await client.mine(by))["legal"]
    before = await version(client)
    command = {key: value for key, value in legal[0]["json"].items() if key != "seat"}
    id = new_id()
    refused = await client.submit(other, command, id)
    assert refused["__typename"] == "CommandRefused"
    assert refused["code"] and refused["text"] and refused["version"] == before == await version(client)
    assert refused["rules"] and all(rule["text"] for rule in refused["rules"])
    assert refused["legal"] == (await client.mine(other))["legal"]
    stored = await client.ask(
        "query($g: ID!, $id: ID!) { game(id: $g) { command(id: $id) { outcome refusal { code text rules { id } } commandJson firstVersion } } }",
        by=other,
        g=client.game,
        id=id,
    )
    assert stored["game"]["command"]["outcome"] == "REFUSED"
    assert stored["game"]["command"]["refusal"] == {
        "code": refused["code"],
        "text": refused["text"],
        "rules": [{"id": rule["id"]} for rule in refused["rules"]],
    }


async def test_a_recorded_command_is_visible_to_its_owner_only(client: GameClient, ask: Ask) -> None:
    by = await client.acting()
    other = next(name for name in client.players if name != by)
    id = new_id()
    await client.submit(by, (await client.mine(by))["legal"][0]["json"], id)
    query = "query($g: ID!, $id: ID!) { game(id: $g) { command(id: $id) { commandId outcome } } }"
    assert (await ask(query, by=by, g=client.game, id=id))["game"]["command"] == {
        "commandId": id,
        "outcome": "ACCEPTED",
    }
    assert (await ask(query, by=other, g=client.game, id=id))["game"]["command"] is None
    assert (await ask(query, g=client.game, id=id))["game"]["command"] is None


async def test_a_stale_command_gets_the_version_and_changes_nothing(client: GameClient) -> None:
    by = await client.acting()
    before = await version(client)
    answer = await client.submit(by, (await client.mine(by))["legal"][0]["json"], version=before - 1)
    assert answer["__typename"] == "VersionConflict"
    assert (answer["expected"], answer["actual"]) == (before - 1, before)
    assert await version(client) == before


@pytest.mark.rules("GAME-PLAY-03")
async def test_a_repeated_command_gets_the_first_answer_and_is_carried_out_once(client: GameClient) -> None:
    by = await client.acting()
    command, id = (await client.mine(by))["legal"][0]["json"], new_id()
    first, *more = await asyncio.gather(*(client.submit(by, command, id) for _ in range(4)))
    assert {answer["__typename"] for answer in (first, *more)} == {"CommandAccepted"}
    assert sorted(answer["isRepeat"] for answer in (first, *more)) == [False, True, True, True]
    assert {answer["version"] for answer in more} == {first["version"]}
    assert all(answer["steps"] == first["steps"] for answer in more)
    assert await version(client) == first["version"]
    for spelling in (id.upper(), f"{{{id}}}", f"urn:uuid:{id}", id.replace("-", ""), str(uuid.UUID(int=0))):
        refused = await client.submit(by, command, spelling)
        assert refused["__typename"] == "BadCommandId" and "lower case" in refused["text"], spelling


@pytest.mark.rules("GAME-PLAY-03")
async def test_a_command_id_means_one_command_always(client: GameClient) -> None:
    while len((await client.mine(by := await client.acting()))["legal"]) < 2:
        await client.play_one()
    legal, id = (await client.mine(by))["legal"], new_id()
    assert (await client.submit(by, legal[0]["json"], id))["__typename"] == "CommandAccepted"
    other = next(each["json"] for each in legal if each != legal[0])
    assert (await client.submit(by, other, id))["__typename"] == "CommandIdReused"
    foreign = next(name for name in client.players if name != by)
    command = {key: value for key, value in legal[0]["json"].items() if key != "seat"}
    assert (await client.submit(foreign, command, id))["__typename"] == "CommandIdReused"


@pytest.mark.rules("GAME-PLAY-01")
async def test_nobody_plays_for_a_seat_that_is_not_theirs(served: Served, client: GameClient) -> None:
    by = await client.acting()
    other = next(name for name in client.players if name != by)
    command = (await client.mine(by))["legal"][0]["json"]
    before = await version(client)
    assert (await client.submit(other, command))["__typename"] == "NotYourSeat"
    await served.principal("Stranger")
    assert (await client.submit("Stranger", command))["__typename"] == "NotYourSeat"
    del command["seat"]
    assert (await client.submit("Stranger", command))["__typename"] == "NotYourSeat"
    assert await version(client) == before


async def test_spectators_play_nothing(client: GameClient, ask: Ask) -> None:
    by = await client.acting()
    command = (await client.mine(by))["legal"][0]["json"]
    assert (await client.submit(None, command))["__typename"] == "NotAuthenticated"
    for document in (BEGIN, RESIGN, ABANDON, TAKE):
        assert (await ask(document, game=client.game, id=new_id()))["answer"]["__typename"] == "NotAuthenticated"
    response = await ask(OPEN, id=new_id(), ruleset=FIRST_RULESET.id, seats=FIRST_RULESET.seats_min)
    assert response["answer"]["__typename"] == "NotAuthenticated"


@pytest.mark.parametrize("authorization", ["Bearer nobody", "Bearer", "Basic abc", "Bearer " + "x" * 600, "nonsense"])
async def test_a_wrong_token_is_an_error_and_never_a_spectator(
    served: Served, http: httpx.AsyncClient, authorization: str
) -> None:
    answer = await http.post(
        f"{served.url}/graphql", json={"query": "{ me { id } }"}, headers={"authorization": authorization}
    )
    assert answer.status_code == 401 and answer.headers["www-authenticate"] == "Bearer"
    assert answer.json()["errors"][0]["extensions"]["code"] == "UNKNOWN_TOKEN"
    assert authorization[-20:] not in answer.text or authorization == "Bearer"


MALFORMED: list[Any] = [
    [],
    "PlayFire",
    7,
    {},
    {"type": 7},
    {"type": "game.Resign", "by": "somebody"},
    {"type": f"{FIRST_RULESET.id}.NoSuchCommand"},
    {"type": "THE FIRST", "extra": 1},
    {"type": "THE FIRST", "seat": "0"},
    {"type": "THE FIRST", "seat": True},
    {"type": "THE FIRST", "seat": 1.5},
    {"type": "THE FIRST", "seat": 10**40},
]


@pytest.mark.parametrize("command", MALFORMED, ids=[str(at) for at in range(len(MALFORMED))])
async def test_a_malformed_command_is_answered_with_the_place_of_the_fault(client: GameClient, command: Any) -> None:
    if isinstance(command, dict) and command.get("type") == "THE FIRST":
        command = {**command, "type": str(FIRST_RULESET.commands[0].__struct_config__.tag)}
    before = await version(client)
    answer = await client.submit(await client.acting(), command)
    assert answer["__typename"] == "MalformedCommand" and answer["text"] and answer["at"].startswith("$"), answer
    assert await version(client) == before


async def test_exactly_one_of_command_and_command_json(client: GameClient, ask: Ask) -> None:
    by = await client.acting()
    response = await ask(SUBMIT, by=by, game=client.game, id=new_id())
    assert response["answer"]["__typename"] == "MalformedCommand"


async def test_a_command_of_another_ruleset_is_malformed_and_parks_nothing(
    client: GameClient, ask: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    register(monkeypatch, TOY)
    ann = Principal("p-player0", "Player0", frozenset())
    seating = client.served.services.seating
    opened = await seating.open(ann, new_id(), ruleset="toy", seats=2, options={}, title="")
    assert isinstance(opened, Accepted)
    await seating.take(ann, opened.game_id, new_id(), seat=0, name="", share="")
    command = (await client.mine(await client.acting()))["legal"][0]["json"]
    del command["seat"]
    response = await ask(SUBMIT, by="Player0", game=opened.game_id, id=new_id(), json=command)
    assert response["answer"]["__typename"] == "MalformedCommand" and "toy" in response["answer"]["text"]
    bot = await seating.seat_bot(ann, opened.game_id, new_id(), seat=1, bot="")
    assert isinstance(bot, Accepted), "the game goes on"


@pytest.mark.parametrize("id", ["", "7", "not-a-uuid", "04a69d08-a00f-47ef-aefc-02f2b141bfa", "\u0000"])
async def test_a_command_id_is_a_uuid(client: GameClient, id: str) -> None:
    by = await client.acting()
    response = await client.ask(
        SUBMIT, by=by, game=client.game, id=id, json=(await client.mine(by))["legal"][0]["json"]
    )
    assert response["answer"]["__typename"] == "BadCommandId"


@pytest.mark.rules("GAME-OPEN-01")
@pytest.mark.parametrize(
    ("opening", "code"),
    [
        ({"ruleset": "ludo"}, "unknown_ruleset"),
        ({"seats": 99}, "wrong_number_of_seats"),
        ({"seats": -1}, "wrong_number_of_seats"),
        ({"options": {"no_such_option": True}}, "unknown_option"),
        ({"options": {"no_such_option": ["a", "b"]}}, "unknown_option"),
        ({"title": "x" * 81}, "bad_title"),
    ],
)
async def test_a_game_that_cannot_be_opened(served: Served, ask: Ask, opening: dict[str, Any], code: str) -> None:
    await served.principal("Ann")
    response = await ask(
        OPEN, by="Ann", id=new_id(), **{"ruleset": FIRST_RULESET.id, "seats": FIRST_RULESET.seats_min, **opening}
    )
    assert (response["answer"]["__typename"], response["answer"].get("code")) == ("CommandRefused", code)


async def test_options_are_an_object_of_plain_values(served: Served, ask: Ask) -> None:
    await served.principal("Ann")
    for options in ([], "x", {"a": 1.5}, {"a": [1]}, {"a": {}}):
        response = await ask(
            OPEN, by="Ann", id=new_id(), ruleset=FIRST_RULESET.id, seats=FIRST_RULESET.seats_min, options=options
        )
        assert response["answer"]["__typename"] == "MalformedCommand", options


async def test_who_has_resigned_learns_nothing_more_from_an_old_refusal(client: GameClient, ask: Ask) -> None:
    by = await client.acting()
    other = next(name for name in client.players if name != by)
    command = {key: value for key, value in (await client.mine(by))["legal"][0]["json"].items() if key != "seat"}
    id = new_id()
    assert (await client.submit(other, command, id))["__typename"] == "CommandRefused"
    assert (await ask(RESIGN, by=other, game=client.game, id=new_id()))["answer"]["__typename"] == "CommandAccepted"
    while client.players[(await client.mine(None))["toAct"][0]] != other:
        await client.play_one()
    repeat = await client.submit(other, command, id)
    assert repeat["isRepeat"] and repeat["legal"] == [], "the seat is the house's now, and so are its cards"


async def test_the_log_is_away(served: Served, client: GameClient, ask: Ask) -> None:
    by = await client.acting()
    command, id = (await client.mine(by))["legal"][0]["json"], new_id()
    log = served.world.log
    assert isinstance(log, MemoryLog)
    log.away = True
    response = await ask(SUBMIT, by=by, errors=True, game=client.game, id=id, json=command)
    assert response["errors"][0]["extensions"]["code"] == "UNAVAILABLE"
    log.away = False
    assert (await client.submit(by, command, id))["__typename"] == "CommandAccepted"
