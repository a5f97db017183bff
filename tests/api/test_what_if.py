"""Fork, dry run, why and why not, through the public API, for every ruleset."""

import json
from collections.abc import AsyncIterator
from typing import Any

import pytest

from domain.rulesets import CURRENT
from services.log.verify import verify_game
from tests.api.conftest import Ask, Served
from tests.api.game_client import ABANDON, ANSWER, SUBMIT, GameClient, game_in_the_middle
from tests.dice import new_id

FORK = f"""mutation Fork($game: ID!, $id: ID!, $at: Int, $as: ViewerInput, $seat: Int, $title: String! = "") {{
  answer: fork(game: $game, commandId: $id, at: $at, as: $as, seat: $seat, title: $title) {{ {ANSWER} }} }}"""
VIEW = "query View($g: ID!, $at: Int, $as: ViewerInput) { game(id: $g) { viewJson(at: $at, as: $as) } }"
TRY = """query Try($g: ID!, $json: JSON, $command: CommandInput) { game(id: $g) { version
  whyNot(commandJson: $json, command: $command) { code text facts rules { id title text } }
  dryRun(commandJson: $json, command: $command) { version ends worlds refused { code text rules { id } }
    events { certain line { type text seat rules { id } } } scores { seat source banked ifOver certain } } } }"""
SANDBOX = """query($g: ID!) { game(id: $g) { phase title toAct mySeat sandbox { seeded paceMs faults { at kind ms }
  origin { gameId version seat kind } } seats { name bot } legal { type json text } } }"""
PLAN = """query Plan($g: ID!, $json: JSON!, $after: [JSON!]) { game(id: $g) { legal { json text }
  dryRun(commandJson: $json, afterJson: $after) { depth planEnd refused { text } legal { json text } viewJson } } }"""
WHY = """query($g: ID!, $step: Int!, $as: ViewerInput) { game(id: $g) { why(step: $step, as: $as) { commandId
  step { version line { text } } rules { id title text } steps { version } command { seat phrase json }
  draws { step index bound outcome } } } }"""
REFUSALS = "query($g: ID!, $as: ViewerInput) { game(id: $g) { refusals(as: $as) { edges { node { version seat: fromSeat code text rules { id } facts time } } } } }"
HIGHLIGHTS = "query($g: ID!, $as: ViewerInput) { game(id: $g) { highlights(as: $as, first: 500) { edges { node { version kind text seat: aboutSeat } } } } }"


@pytest.fixture(params=tuple(CURRENT))
async def client(request: pytest.FixtureRequest, served: Served, ask: Ask) -> GameClient:
    """A game in the middle."""
    client = await game_in_the_middle(served, ask, request.param, 25)
    await served.principal("Judge", "arbiter")
    await served.principal("Stranger")
    return client


async def going_on(served: Served, ask: Ask, ruleset: str, commands: int) -> AsyncIterator[GameClient]:
    """A running game, that many times; the test may play on. When it is over, another running game."""
    client = await game_in_the_middle(served, ask, ruleset, 25)
    for _ in range(commands):
        if (await client.mine(None))["phase"] == "OVER":
            client = await game_in_the_middle(served, ask, ruleset, 25)
        yield client


def codes(response: Any) -> set[str]:
    return {error["extensions"]["code"] for error in response["errors"]}


async def position_type(ask: Ask, game: str, by: str | None, at: int | None = None, **viewer: Any) -> Any:
    response = await ask(VIEW, by=by, g=game, at=at, **{"as": viewer or None})
    return response["game"]["viewJson"]["position"]


@pytest.mark.rules("GAME-FORK-01", "GAME-FORK-02", "GAME-SAND-01")
async def test_a_seat_forks_its_own_game_and_plays_on(served: Served, ask: Ask, client: GameClient) -> None:
    by = client.players[0]
    id = new_id()
    response = (await ask(FORK, by=by, game=client.game, id=id))["answer"]
    assert response["__typename"] == "CommandAccepted", response
    fork = response["gameId"]
    assert (await ask(FORK, by=by, game=client.game, id=id))["answer"]["gameId"] == fork, (
        "the same command, the same game"
    )
    displayed = (await ask(SANDBOX, by=by, g=fork))["game"]
    origin = displayed["sandbox"]["origin"]
    assert origin["gameId"] == client.game and origin["seat"] == 0 and origin["kind"] is None
    assert [bool(seat["bot"]) for seat in displayed["seats"]] == [False] + [True] * (len(client.players) - 1)
    assert await position_type(ask, fork, by) == await position_type(ask, client.game, by, origin["version"])
    verdict = await verify_game(served.world, fork)
    assert verdict is not None and verdict.finding is None, verdict
    assert (await client.mine(None))["version"] == (await client.mine(by))["version"], "the game itself did not move"
    assert await served.world.log.head(fork)


@pytest.mark.rules("GAME-FORK-01", "GAME-HID-01")
async def test_nobody_forks_as_a_foreign_viewer_and_a_spectator_forks_as_one(
    served: Served, ask: Ask, client: GameClient
) -> None:
    for by, viewer in ((client.players[0], {"seat": 1}), ("Stranger", {"kind": "ARBITER"})):
        response = await ask(FORK, by=by, game=client.game, id=new_id(), errors=True, **{"as": viewer})
        assert codes(response) == {"VIEWER_NOT_ALLOWED"}
    response = (await ask(FORK, by="Stranger", game=client.game, id=new_id(), seat=1))["answer"]
    assert response["__typename"] == "CommandAccepted", response
    displayed = (await ask(SANDBOX, by="Stranger", g=response["gameId"]))["game"]
    assert displayed["sandbox"]["origin"]["kind"] == "SPECTATOR" and displayed["mySeat"] == 1
    before = await position_type(ask, client.game, None, displayed["sandbox"]["origin"]["version"])
    assert await position_type(ask, response["gameId"], None) == before
    assert (await ask(FORK, by=None, game=client.game, id=new_id()))["answer"]["__typename"] == "NotAuthenticated"


@pytest.mark.rules("GAME-FORK-01")
async def test_every_step_can_be_forked_from_its_last_choice(served: Served, ask: Ask, client: GameClient) -> None:
    history = await served.services.look.history(client.game)
    assert history is not None
    for at in range(history.begun, history.version + 1, 5):
        response = (await ask(FORK, by=client.players[1], game=client.game, id=new_id(), at=at))["answer"]
        if response["__typename"] == "CommandRefused":
            assert response["code"] == "nothing_to_play" and at < history.begun + 10
            continue
        origin = (await ask(SANDBOX, by=None, g=response["gameId"]))["game"]["sandbox"]["origin"]
        assert origin["version"] <= at
        verdict = await verify_game(served.world, response["gameId"])
        assert verdict is not None and verdict.finding is None
    response = await ask(FORK, by=client.players[1], game=client.game, id=new_id(), at=history.version + 1, errors=True)
    assert codes(response) == {"NO_SUCH_STEP"}


@pytest.mark.rules("GAME-PLAY-03", "GAME-FORK-01")
async def test_a_repeated_fork_is_the_same_one_though_the_game_has_moved_on(ask: Ask, client: GameClient) -> None:
    by, id = client.players[0], new_id()
    first = (await ask(FORK, by=by, game=client.game, id=id))["answer"]
    await client.play(6)
    repeat = (await ask(FORK, by=by, game=client.game, id=id))["answer"]
    assert repeat["__typename"] == "CommandAccepted", repeat
    assert (repeat["gameId"], repeat["version"], repeat["isRepeat"]) == (first["gameId"], 1, True)
    other = (await ask(FORK, by=by, game=client.game, id=id, seat=1))["answer"]
    assert other["__typename"] == "CommandIdReused"


@pytest.mark.rules("GAME-FORK-03")
async def test_the_end_of_a_seats_fork_is_its_hosts_alone(served: Served, ask: Ask, client: GameClient) -> None:
    by = client.players[0]
    fork = (await ask(FORK, by=by, game=client.game, id=new_id()))["answer"]["gameId"]
    closed = (await ask(ABANDON, by="Judge", game=fork, id=new_id()))["answer"]
    assert closed["__typename"] == "CommandAccepted"
    for stranger in (None, "Stranger", client.players[1]):
        for viewer in ({"kind": "ARBITER"}, {"seat": 0}, {"seat": 1}):
            assert codes(await ask(VIEW, by=stranger, g=fork, at=1, errors=True, **{"as": viewer})) == {
                "VIEWER_NOT_ALLOWED"
            }
    assert await position_type(ask, fork, by, 1, kind="ARBITER")
    assert await position_type(ask, fork, "Judge", 1, kind="ARBITER")


@pytest.mark.rules("GAME-WHATIF-01")
@pytest.mark.parametrize("ruleset", tuple(CURRENT))
@pytest.mark.campaign
async def test_a_dry_run_brings_what_the_command_brings_where_it_is_certain(
    served: Served, ask: Ask, ruleset: str
) -> None:
    compared = query = 0
    async for client in going_on(served, ask, ruleset, 150):
        # How much is certain in thirty moves hangs on the shuffle: go on until enough was.
        if query >= 30 and compared > 20:
            break
        query += 1
        mine = await client.mine(None)
        by = await client.acting()
        legal = (await client.mine(by))["legal"]
        chosen = client.chance.choice(legal)["json"]
        tried = (await ask(TRY, by=by, g=client.game, json=chosen))["game"]
        assert tried["whyNot"] == [] and tried["dryRun"]["refused"] is None and tried["version"] == mine["version"]
        repeat = (await ask(TRY, by=by, g=client.game, json=chosen))["game"]
        assert repeat == tried, "asking twice tells nothing more"
        answer = await client.submit(by, chosen)
        brought = [step["line"] for step in answer["steps"]]
        for at, event in enumerate(tried["dryRun"]["events"]):
            if not all(each["certain"] for each in tried["dryRun"]["events"][: at + 1]):
                break  # what follows on an example is an example
            if event["line"] is not None:
                assert brought[at] is not None and event["line"]["text"] == brought[at]["text"]
                compared += 1
    assert compared > 20


@pytest.mark.rules("GAME-WHATIF-02")
async def test_a_plan_offers_what_is_legal_on_top_of_it_and_says_where_it_ends(ask: Ask, client: GameClient) -> None:
    for _ in range(40):
        by = await client.acting()
        first = (await client.mine(by))["legal"][0]["json"]
        planned = (await ask(PLAN, by=by, g=client.game, json=first))["game"]["dryRun"]
        assert (planned["legal"] == []) == (planned["planEnd"] is not None), planned
        then = planned["legal"][0]["json"] if planned["legal"] else first
        ahead = (await ask(PLAN, by=by, g=client.game, json=then, after=[first]))["game"]["dryRun"]
        assert ahead["depth"] == (1 if planned["legal"] else 0) and ahead["refused"] is None
        await client.submit(by, first)
        if planned["planEnd"] in (None, "OTHERS"):
            view = (await ask(VIEW, by=by, g=client.game))["game"]["viewJson"]
            assert planned["viewJson"]["position"] == view["position"]
        if planned["legal"]:
            legal = (await client.mine(by))["legal"]
            assert [each["json"] for each in legal] == [each["json"] for each in planned["legal"]]
            return
    pytest.fail("Nothing could be planned.")


async def test_a_plan_has_an_end_and_belongs_to_one_seat(ask: Ask, client: GameClient) -> None:
    by = await client.acting()
    command = (await client.mine(by))["legal"][0]["json"]
    other = next(name for name in client.players if name != by)
    for who, after, code in ((by, [command] * 31, "MALFORMED_COMMAND"), (other, [command], "NOT_YOUR_SEAT")):
        given = {key: value for key, value in command.items() if key != "seat"}
        response = await ask(PLAN, by=who, g=client.game, json=given, after=after, errors=True)
        assert codes(response) == {code}


@pytest.mark.rules("GAME-WHATIF-01")
@pytest.mark.parametrize("ruleset", tuple(CURRENT))
async def test_why_not_gives_every_rule_and_first_the_one_it_is_refused_with(
    served: Served, ask: Ask, ruleset: str
) -> None:
    matches = 0
    async for client in going_on(served, ask, ruleset, 10):
        by = await client.acting()
        legal = (await client.mine(by))["legal"]
        other = next(name for name in client.players if name != by)
        json_of_another = {key: value for key, value in legal[0]["json"].items() if key != "seat"}
        tried = (await ask(TRY, by=other, g=client.game, json=json_of_another))["game"]
        refused = await client.submit(other, json_of_another)
        if refused["__typename"] == "CommandRefused":
            assert tried["whyNot"][0]["code"] == refused["code"] == tried["dryRun"]["refused"]["code"]
            assert [rule["id"] for rule in tried["whyNot"][0]["rules"]] == [rule["id"] for rule in refused["rules"]]
            assert all(rule["text"] for rule in tried["whyNot"][0]["rules"])
            matches += 1
        await client.play_one()
    assert matches


async def test_what_if_is_for_who_sits_there(ask: Ask, client: GameClient) -> None:
    by = await client.acting()
    json_ = (await client.mine(by))["legal"][0]["json"]
    for stranger in (None, "Stranger", "Judge"):
        assert codes(await ask(TRY, by=stranger, g=client.game, json=json_, errors=True)) == {"NOT_YOUR_SEAT"}
    other = next(name for name in client.players if name != by)
    for wrong in (json_, {"type": "no.Such"}, "text"):
        response = await ask(TRY, by=other, g=client.game, json=wrong, errors=True)
        assert len(codes(response)) == 1 and codes(response) <= {"NOT_YOUR_SEAT", "MALFORMED_COMMAND"}


@pytest.mark.rules("GAME-HID-01", "GAME-HID-02", "GAME-CHANCE-03")
async def test_why_names_rules_and_shows_a_command_to_its_seat_alone_until_the_end(
    ask: Ask, client: GameClient
) -> None:
    answer = await client.play_one()
    step, steps = answer["steps"][0]["version"], [each["version"] for each in answer["steps"]]
    query = (await ask(WHY, by=None, g=client.game, step=step))["game"]["why"]
    assert query["command"] is None and query["draws"] is None and query["commandId"] == answer["commandId"]
    assert [each["version"] for each in query["steps"]] == steps
    own = None
    for by in client.players:
        response = (await ask(WHY, by=by, g=client.game, step=step))["game"]["why"]
        if response["command"] is not None:
            assert own is None, "one seat asked it"
            own = response
            assert response["command"]["phrase"].endswith(".") and client.players[response["command"]["seat"]] == by
    assert own is not None and own["draws"] is None
    await ask(ABANDON, by="Judge", game=client.game, id=new_id())
    open_now = (await ask(WHY, by=None, g=client.game, step=step, **{"as": {"kind": "ARBITER"}}))["game"]["why"]
    assert open_now["command"] == own["command"] and isinstance(open_now["draws"], list)
    assert open_now["rules"] and all(rule["text"] for rule in open_now["rules"])


async def refusals(ask: Ask, client: GameClient, by: str | None, **variables: Any) -> list[Any]:
    """The refusals that a caller may know of."""
    game = (await ask(REFUSALS, by=by, g=client.game, **variables))["game"]
    return [edge["node"] for edge in game["refusals"]["edges"]]


@pytest.mark.rules("GAME-HID-01", "GAME-HID-02", "GAME-PLAY-02")
async def test_refusals_are_ones_own_until_the_end(ask: Ask, client: GameClient) -> None:
    by = await client.acting()
    other = next(name for name in client.players if name != by)
    json_ = {key: value for key, value in (await client.mine(by))["legal"][0]["json"].items() if key != "seat"}
    refused = await client.submit(other, json_)
    assert refused["__typename"] == "CommandRefused"
    own = await refusals(ask, client, other)
    assert [each["code"] for each in own][-1] == refused["code"] and own[-1]["text"] == refused["text"]
    assert all(each["seat"] == client.players.index(other) for each in own)
    assert await refusals(ask, client, None) == []
    assert own[-1] not in await refusals(ask, client, by)
    await ask(ABANDON, by="Judge", game=client.game, id=new_id())
    everybodys = await refusals(ask, client, None, **{"as": {"kind": "ARBITER"}})
    assert own[-1] in everybodys


@pytest.mark.campaign
async def test_highlights_show_the_turns_and_the_end(ask: Ask, client: GameClient) -> None:
    await client.play()
    for by, viewer in ((None, None), (None, {"kind": "ARBITER"}), (client.players[0], {"seat": 0})):
        edges = (await ask(HIGHLIGHTS, by=by, g=client.game, **{"as": viewer}))["game"]["highlights"]["edges"]
        moments = [edge["node"] for edge in edges]
        kinds = [each["kind"] for each in moments]
        assert set(kinds) <= {"TURN", "SCORE", "REVEAL", "END"} and kinds.count("END") == 1
        assert kinds.count("TURN") > 3
        assert [each["version"] for each in moments] == sorted(each["version"] for each in moments)


@pytest.mark.parametrize("ruleset", tuple(CURRENT))
async def test_legal_commands_have_sentences_of_their_own(served: Served, ask: Ask, ruleset: str) -> None:
    async for client in going_on(served, ask, ruleset, 15):
        by = await client.acting()
        legal = (await ask(SANDBOX, by=by, g=client.game))["game"]["legal"]
        assert legal and len({each["text"] for each in legal}) == len(legal)
        assert all(each["text"].endswith(".") for each in legal)
        await client.play_one()


@pytest.mark.campaign
async def test_a_fork_is_played_through_the_api_to_its_end(served: Served, ask: Ask, client: GameClient) -> None:
    """With players for all seats: forked by an arbiter once the game is over, everything is known."""
    await ask(ABANDON, by="Judge", game=client.game, id=new_id())
    response = (await ask(FORK, by="Stranger", game=client.game, id=new_id(), **{"as": {"kind": "ARBITER"}}))["answer"]
    assert response["__typename"] == "CommandAccepted", response
    game = response["gameId"]
    from services.commands.bot_player import BotPlayer
    from services.log.load_game import GameLoader

    chosen_ruleset = BotPlayer(GameLoader(served.world), served.services.play)
    for move in range(3_000):
        await chosen_ruleset.play_bot_seats(game)
        mine = (await ask(SANDBOX, by="Stranger", g=game))["game"]
        if mine["phase"] == "OVER":
            break
        answer = await ask(
            SUBMIT,
            by="Stranger",
            game=game,
            id=new_id(),
            json=mine["legal"][move % len(mine["legal"])]["json"],
        )
        assert answer["answer"]["__typename"] == "CommandAccepted", json.dumps(answer)
    assert mine["phase"] == "OVER"
    verdict = await verify_game(served.world, game)
    assert verdict is not None and verdict.finding is None, verdict


async def test_score_tracks_without_what_did_not_change_say_the_same(ask: Ask, client: GameClient) -> None:
    document = """query($g: ID!, $from: Int!, $few: Boolean!) { game(id: $g) {
      scoreTracks(from: $from, changesOnly: $few) { version points { seat source banked ifOver } } } }"""
    for by in (None, client.players[0]):
        for begin in (1, 9):
            full, few = [
                (await ask(document, by=by, g=client.game, **{"from": begin, "few": only}))["game"]["scoreTracks"]
                for only in (False, True)
            ]
            assert len(few) < len(full) and few[-1] == full[-1]
            changed = {row["version"]: row["points"] for row in few}
            points: list[Any] = []
            for row in full:
                points = changed.get(row["version"], points)
                assert points == row["points"]
