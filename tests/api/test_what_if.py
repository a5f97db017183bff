"""Fork, dry run, why and why not, through the public API, for every ruleset."""

import json
from collections.abc import AsyncIterator
from typing import Any

import pytest

from domain.rulesets import RULESETS
from services.verify import verify_game
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
  origin { game version seat kind } } seats { name bot } legal { type json text } } }"""
WHY = """query($g: ID!, $step: Int!, $as: ViewerInput) { game(id: $g) { why(step: $step, as: $as) { commandId
  step { version line { text } } rules { id title text } steps { version } command { seat phrase json }
  draws { step index bound outcome } } } }"""
REFUSALS = "query($g: ID!, $as: ViewerInput) { game(id: $g) { refusals(as: $as) { version seat code text rules { id } facts time } } }"
MARKS = "query($g: ID!, $as: ViewerInput) { game(id: $g) { highlights(as: $as) { version kind text seat } } }"


@pytest.fixture(params=tuple(RULESETS))
async def table(request: pytest.FixtureRequest, served: Served, ask: Ask) -> GameClient:
    """A game in the middle."""
    table = await game_in_the_middle(served, ask, request.param, 25)
    await served.principal("Judge", "arbiter")
    await served.principal("Stranger")
    return table


async def going_on(served: Served, ask: Ask, ruleset: str, commands: int) -> AsyncIterator[GameClient]:
    """A game in the middle, that many times; who asks for it plays it on. When it is over, another one's middle."""
    table = await game_in_the_middle(served, ask, ruleset, 25)
    for _ in range(commands):
        if (await table.mine(None))["phase"] == "OVER":
            table = await game_in_the_middle(served, ask, ruleset, 25)
        yield table


def codes(said: Any) -> set[str]:
    return {error["extensions"]["code"] for error in said["errors"]}


async def table_view(ask: Ask, game: str, by: str | None, at: int | None = None, **eyes: Any) -> Any:
    said = await ask(VIEW, by=by, g=game, at=at, **{"as": eyes or None})
    return said["game"]["viewJson"]["position"]


@pytest.mark.rules("GAME-FORK-01", "GAME-FORK-02", "GAME-SAND-01")
async def test_a_seat_forks_its_own_game_and_plays_on(served: Served, ask: Ask, table: GameClient) -> None:
    by = table.players[0]
    id = new_id()
    said = (await ask(FORK, by=by, game=table.game, id=id))["answer"]
    assert said["__typename"] == "CommandAccepted", said
    fork = said["game"]
    assert (await ask(FORK, by=by, game=table.game, id=id))["answer"]["game"] == fork, "the same command, the same game"
    shown = (await ask(SANDBOX, by=by, g=fork))["game"]
    origin = shown["sandbox"]["origin"]
    assert origin["game"] == table.game and origin["seat"] == 0 and origin["kind"] is None
    assert [bool(seat["bot"]) for seat in shown["seats"]] == [False] + [True] * (len(table.players) - 1)
    assert await table_view(ask, fork, by) == await table_view(ask, table.game, by, origin["version"])
    verdict = await verify_game(served.world, fork)
    assert verdict is not None and verdict.finding is None, verdict
    assert (await table.mine(None))["version"] == (await table.mine(by))["version"], "the game itself did not move"
    assert await served.world.log.head(fork)


@pytest.mark.rules("GAME-FORK-01", "GAME-HID-01")
async def test_through_foreign_eyes_nobody_forks_and_a_spectator_forks_as_one(
    served: Served, ask: Ask, table: GameClient
) -> None:
    for by, eyes in ((table.players[0], {"seat": 1}), ("Stranger", {"kind": "ARBITER"})):
        said = await ask(FORK, by=by, game=table.game, id=new_id(), errors=True, **{"as": eyes})
        assert codes(said) == {"VIEWER_NOT_ALLOWED"}
    said = (await ask(FORK, by="Stranger", game=table.game, id=new_id(), seat=1))["answer"]
    assert said["__typename"] == "CommandAccepted", said
    shown = (await ask(SANDBOX, by="Stranger", g=said["game"]))["game"]
    assert shown["sandbox"]["origin"]["kind"] == "SPECTATOR" and shown["mySeat"] == 1
    before = await table_view(ask, table.game, None, shown["sandbox"]["origin"]["version"])
    assert await table_view(ask, said["game"], None) == before
    assert (await ask(FORK, by=None, game=table.game, id=new_id()))["answer"]["__typename"] == "NotAuthenticated"


@pytest.mark.rules("GAME-FORK-01")
async def test_every_step_can_be_forked_from_its_last_choice(served: Served, ask: Ask, table: GameClient) -> None:
    history = await served.services.look.history(table.game)
    assert history is not None
    for at in range(history.begun, history.version + 1, 5):
        said = (await ask(FORK, by=table.players[1], game=table.game, id=new_id(), at=at))["answer"]
        if said["__typename"] == "CommandRefused":
            assert said["code"] == "nothing_to_play" and at < history.begun + 10
            continue
        origin = (await ask(SANDBOX, by=None, g=said["game"]))["game"]["sandbox"]["origin"]
        assert origin["version"] <= at
        verdict = await verify_game(served.world, said["game"])
        assert verdict is not None and verdict.finding is None
    said = await ask(FORK, by=table.players[1], game=table.game, id=new_id(), at=history.version + 1, errors=True)
    assert codes(said) == {"NO_SUCH_STEP"}


@pytest.mark.rules("GAME-PLAY-03", "GAME-FORK-01")
async def test_a_fork_asked_for_again_is_the_same_one_though_the_game_has_moved_on(ask: Ask, table: GameClient) -> None:
    by, id = table.players[0], new_id()
    first = (await ask(FORK, by=by, game=table.game, id=id))["answer"]
    await table.play(6)
    again = (await ask(FORK, by=by, game=table.game, id=id))["answer"]
    assert again["__typename"] == "CommandAccepted", again
    assert (again["game"], again["version"], again["isRepeat"]) == (first["game"], 1, True)
    other = (await ask(FORK, by=by, game=table.game, id=id, title="Another"))["answer"]
    assert other["__typename"] == "CommandIdReused"


@pytest.mark.rules("GAME-FORK-03")
async def test_the_end_of_a_seats_fork_is_its_hosts_alone(served: Served, ask: Ask, table: GameClient) -> None:
    by = table.players[0]
    fork = (await ask(FORK, by=by, game=table.game, id=new_id()))["answer"]["game"]
    closed = (await ask(ABANDON, by="Judge", game=fork, id=new_id()))["answer"]
    assert closed["__typename"] == "CommandAccepted"
    for stranger in (None, "Stranger", table.players[1]):
        for eyes in ({"kind": "ARBITER"}, {"seat": 0}, {"seat": 1}):
            assert codes(await ask(VIEW, by=stranger, g=fork, at=1, errors=True, **{"as": eyes})) == {
                "VIEWER_NOT_ALLOWED"
            }
    assert await table_view(ask, fork, by, 1, kind="ARBITER")
    assert await table_view(ask, fork, "Judge", 1, kind="ARBITER")


@pytest.mark.rules("GAME-WHATIF-01")
@pytest.mark.parametrize("ruleset", tuple(RULESETS))
async def test_a_dry_run_brings_what_the_command_brings_where_it_is_certain(
    served: Served, ask: Ask, ruleset: str
) -> None:
    compared = asked = 0
    async for table in going_on(served, ask, ruleset, 150):
        # How much is certain in thirty moves hangs on the shuffle: go on until enough was.
        if asked >= 30 and compared > 20:
            break
        asked += 1
        mine = await table.mine(None)
        by = await table.acting()
        legal = (await table.mine(by))["legal"]
        chosen = table.chance.choice(legal)["json"]
        tried = (await ask(TRY, by=by, g=table.game, json=chosen))["game"]
        assert tried["whyNot"] == [] and tried["dryRun"]["refused"] is None and tried["version"] == mine["version"]
        again = (await ask(TRY, by=by, g=table.game, json=chosen))["game"]
        assert again == tried, "asking twice tells nothing more"
        answer = await table.submit(by, chosen)
        brought = [step["line"] for step in answer["steps"]]
        for at, event in enumerate(tried["dryRun"]["events"]):
            if not all(each["certain"] for each in tried["dryRun"]["events"][: at + 1]):
                break  # what follows on an example is an example
            if event["line"] is not None:
                assert brought[at] is not None and event["line"]["text"] == brought[at]["text"]
                compared += 1
    assert compared > 20


@pytest.mark.rules("GAME-WHATIF-01")
@pytest.mark.parametrize("ruleset", tuple(RULESETS))
async def test_why_not_gives_every_rule_and_first_the_one_it_is_refused_with(
    served: Served, ask: Ask, ruleset: str
) -> None:
    found = 0
    async for table in going_on(served, ask, ruleset, 10):
        by = await table.acting()
        legal = (await table.mine(by))["legal"]
        other = next(name for name in table.players if name != by)
        json_of_another = {key: value for key, value in legal[0]["json"].items() if key != "seat"}
        tried = (await ask(TRY, by=other, g=table.game, json=json_of_another))["game"]
        refused = await table.submit(other, json_of_another)
        if refused["__typename"] == "CommandRefused":
            assert tried["whyNot"][0]["code"] == refused["code"] == tried["dryRun"]["refused"]["code"]
            assert [rule["id"] for rule in tried["whyNot"][0]["rules"]] == [rule["id"] for rule in refused["rules"]]
            assert all(rule["text"] for rule in tried["whyNot"][0]["rules"])
            found += 1
        await table.play_one()
    assert found


async def test_what_if_is_for_who_sits_there(ask: Ask, table: GameClient) -> None:
    by = await table.acting()
    json_ = (await table.mine(by))["legal"][0]["json"]
    for stranger in (None, "Stranger", "Judge"):
        assert codes(await ask(TRY, by=stranger, g=table.game, json=json_, errors=True)) == {"NOT_YOUR_SEAT"}
    other = next(name for name in table.players if name != by)
    for wrong in (json_, {"type": "no.Such"}, "text"):
        said = await ask(TRY, by=other, g=table.game, json=wrong, errors=True)
        assert len(codes(said)) == 1 and codes(said) <= {"NOT_YOUR_SEAT", "MALFORMED_COMMAND"}


@pytest.mark.rules("GAME-HID-01", "GAME-HID-02", "GAME-CHANCE-03")
async def test_why_names_rules_and_shows_a_command_to_its_seat_alone_until_the_end(ask: Ask, table: GameClient) -> None:
    answer = await table.play_one()
    step, steps = answer["steps"][0]["version"], [each["version"] for each in answer["steps"]]
    asked = (await ask(WHY, by=None, g=table.game, step=step))["game"]["why"]
    assert asked["command"] is None and asked["draws"] is None and asked["commandId"] == answer["commandId"]
    assert [each["version"] for each in asked["steps"]] == steps
    own = None
    for by in table.players:
        said = (await ask(WHY, by=by, g=table.game, step=step))["game"]["why"]
        if said["command"] is not None:
            assert own is None, "one seat asked it"
            own = said
            assert said["command"]["phrase"].endswith(".") and table.players[said["command"]["seat"]] == by
    assert own is not None and own["draws"] is None
    await ask(ABANDON, by="Judge", game=table.game, id=new_id())
    open_now = (await ask(WHY, by=None, g=table.game, step=step, **{"as": {"kind": "ARBITER"}}))["game"]["why"]
    assert open_now["command"] == own["command"] and isinstance(open_now["draws"], list)
    assert open_now["rules"] and all(rule["text"] for rule in open_now["rules"])


@pytest.mark.rules("GAME-HID-01", "GAME-HID-02", "GAME-PLAY-02")
async def test_refusals_are_ones_own_until_the_end(ask: Ask, table: GameClient) -> None:
    by = await table.acting()
    other = next(name for name in table.players if name != by)
    json_ = {key: value for key, value in (await table.mine(by))["legal"][0]["json"].items() if key != "seat"}
    refused = await table.submit(other, json_)
    assert refused["__typename"] == "CommandRefused"
    own = (await ask(REFUSALS, by=other, g=table.game))["game"]["refusals"]
    assert [each["code"] for each in own][-1] == refused["code"] and own[-1]["text"] == refused["text"]
    assert all(each["seat"] == table.players.index(other) for each in own)
    assert (await ask(REFUSALS, by=None, g=table.game))["game"]["refusals"] == []
    assert own[-1] not in (await ask(REFUSALS, by=by, g=table.game))["game"]["refusals"]
    await ask(ABANDON, by="Judge", game=table.game, id=new_id())
    everybodys = (await ask(REFUSALS, by=None, g=table.game, **{"as": {"kind": "ARBITER"}}))["game"]["refusals"]
    assert own[-1] in everybodys


async def test_marks_show_the_turns_and_the_end(ask: Ask, table: GameClient) -> None:
    await table.play()
    for by, eyes in ((None, None), (None, {"kind": "ARBITER"}), (table.players[0], {"seat": 0})):
        marks = (await ask(MARKS, by=by, g=table.game, **{"as": eyes}))["game"]["highlights"]
        kinds = [mark["kind"] for mark in marks]
        assert set(kinds) <= {"TURN", "SCORE", "REVEAL", "END"} and kinds.count("END") == 1
        assert kinds.count("TURN") > 3
        assert [mark["version"] for mark in marks] == sorted(mark["version"] for mark in marks)


@pytest.mark.parametrize("ruleset", tuple(RULESETS))
async def test_legal_commands_have_sentences_of_their_own(served: Served, ask: Ask, ruleset: str) -> None:
    async for table in going_on(served, ask, ruleset, 15):
        by = await table.acting()
        legal = (await ask(SANDBOX, by=by, g=table.game))["game"]["legal"]
        assert legal and len({each["text"] for each in legal}) == len(legal)
        assert all(each["text"].endswith(".") for each in legal)
        await table.play_one()


async def test_a_fork_is_played_through_the_api_to_its_end(served: Served, ask: Ask, table: GameClient) -> None:
    """With players for all seats: forked by an arbiter once the game is over, everything is known."""
    await ask(ABANDON, by="Judge", game=table.game, id=new_id())
    said = (await ask(FORK, by="Stranger", game=table.game, id=new_id(), **{"as": {"kind": "ARBITER"}}))["answer"]
    assert said["__typename"] == "CommandAccepted", said
    game = said["game"]
    from services.bot_player import BotPlayer
    from services.load_game import GameLoader

    house = BotPlayer(GameLoader(served.world), served.services.play)
    for move in range(3_000):
        await house.play_bot_seats(game)
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


async def test_score_tracks_without_what_did_not_change_say_the_same(ask: Ask, table: GameClient) -> None:
    document = """query($g: ID!, $from: Int!, $few: Boolean!) { game(id: $g) {
      scoreTracks(from: $from, changesOnly: $few) { version points { seat source banked ifOver } } } }"""
    for by in (None, table.players[0]):
        for begin in (1, 9):
            full, few = [
                (await ask(document, by=by, g=table.game, **{"from": begin, "few": only}))["game"]["scoreTracks"]
                for only in (False, True)
            ]
            assert len(few) < len(full) and few[-1] == full[-1]
            changed = {row["version"]: row["points"] for row in few}
            points: list[Any] = []
            for row in full:
                points = changed.get(row["version"], points)
                assert points == row["points"]
