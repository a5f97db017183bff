"""Playing by choices: what is legal is played with one argument, and what is not any more is refused with what is."""

import pytest

from domain.rulesets import CURRENT
from services.commands.choices import choices_of
from services.commands.play import Play
from services.commands.request import CommandRequest
from services.log.load_game import GameLoader
from tests.api.conftest import Ask, Served
from tests.api.game_client import GameClient, game_in_the_middle, open_game
from tests.api.moves.documents import MOVE, legal, move
from tests.dice import new_id

RECORDED = "query($g: ID!, $id: ID!) { game(id: $g) { command(id: $id) { outcome } } }"


@pytest.fixture
async def client(served: Served, ask: Ask) -> GameClient:
    return await open_game(served, ask, ruleset="london")


@pytest.mark.rules("GAME-PLAY-01", "GAME-PLAY-02")
async def test_a_choice_that_is_not_legal_now_is_refused_with_what_is(client: GameClient, ask: Ask) -> None:
    by = await client.acting()
    other = next(name for name in client.players if name != by)
    now, foreign = await legal(client, by), await legal(client, other)
    wrong = ["", "AAAAAAAA", "x" * 500, *({each["choice"] for each in foreign} - {each["choice"] for each in now})]
    version = (await client.mine(by))["version"]
    for choice in wrong:
        id = new_id()
        refused = await move(client, by, choice, id=id)
        assert (refused["__typename"], refused["code"]) == ("CommandRefused", "no_such_choice")
        assert refused["facts"] == {"choice": choice[:40], "version": version}
        assert refused["rules"] == [{"id": "GAME-PLAY-01"}, {"id": "GAME-PLAY-02"}]
        assert refused["legal"] == [{"choice": each["choice"], "text": each["text"]} for each in now]
        assert (await ask(RECORDED, by=by, g=client.game, id=id))["game"]["command"] is None
    assert (await client.mine(by))["version"] == version


async def test_a_stranger_has_no_choices(served: Served, client: GameClient) -> None:
    await served.principal("Stranger")
    choice = (await legal(client, await client.acting()))[0]["choice"]
    for by, problem in (("Stranger", "NotYourSeat"), (None, "NotAuthenticated")):
        assert (await move(client, by, choice))["__typename"] == problem


async def test_a_choice_is_given_alone(client: GameClient) -> None:
    by = await client.acting()
    first = (await legal(client, by))[0]
    both = await move(client, by, first["choice"], json=first["json"])
    assert (both["__typename"], both["text"]) == (
        "MalformedCommand",
        "Give exactly one of `choice`, `command` and `commandJson`.",
    )


@pytest.mark.parametrize("ruleset", tuple(CURRENT))
async def test_a_client_without_rules_plays_on_choices_and_answers_alone(
    served: Served, ask: Ask, ruleset: str
) -> None:
    client = await game_in_the_middle(served, ask, ruleset, 5)
    version = (await client.mine(None))["version"]
    for _ in range(12):
        by = await client.acting()
        choices = await legal(client, by)
        assert len({each["choice"] for each in choices}) == len(choices)
        answer = await move(client, by, client.chance.choice(choices)["choice"])
        assert answer["__typename"] == "CommandAccepted", answer
        assert answer["version"] == answer["game"]["version"] == version + len(answer["steps"])
        version = answer["version"]
        assert answer["steps"][-1]["legal"] == [{"choice": each["choice"]} for each in answer["game"]["legal"]]
        assert all(step["legal"] == [] for step in answer["steps"][:-1]), "nobody acts within a command"


@pytest.mark.rules("GAME-PLAY-03")
async def test_a_choice_that_is_repeated_has_its_first_answer_however_late(client: GameClient) -> None:
    by, id = await client.acting(), new_id()
    first, other = (await legal(client, by))[:2]
    answer = await move(client, by, first["choice"], id=id)
    assert answer["__typename"] == "CommandAccepted" and not answer["isRepeat"]
    await client.play(4)
    for given in ({"choice": first["choice"]}, {"choice": None, "json": first["json"]}):
        repeat = (await client.ask(MOVE, by=by, game=client.game, id=id, **given))["answer"]
        assert repeat["isRepeat"] and repeat["version"] == answer["version"] < repeat["game"]["version"]
        assert [step["version"] for step in repeat["steps"]] == [step["version"] for step in answer["steps"]]
    assert (await move(client, by, other["choice"], id=id))["__typename"] == "CommandIdReused"
    assert (await move(client, by, first["choice"], id=id, version=1))["__typename"] == "CommandIdReused"


async def test_a_choice_is_judged_by_the_head_of_the_game_not_by_what_a_process_remembers(
    served: Served, client: GameClient
) -> None:
    """Another process has played meanwhile, and what was chosen is legal since then."""
    world = served.services.world
    elsewhere, games = Play(world, GameLoader(world)), GameLoader(world)
    for _ in range(20):
        loaded = await games.at_head(client.game)
        assert loaded is not None
        seat = loaded.game.to_act(loaded.state)[0]
        command = loaded.game.legal(loaded.state, seat)[0]
        request = CommandRequest(
            game_id=client.game, command_id=new_id(), build=lambda by, own, power, played=command: played, bot_seat=seat
        )
        principal = await world.principals.by_token(served.tokens[client.players[seat]])
        assert principal is not None
        await elsewhere.submit(principal, request)
        head = await games.at_head(client.game)
        assert head is not None
        own = head.game.to_act(head.state)[0]
        before = set(choices_of(loaded.game.legal(loaded.state, own)))
        now = choices_of(head.game.legal(head.state, own))
        fresh = [each for each in now if each not in before]
        if fresh:
            answer = await move(client, client.players[own], fresh[0])
            assert answer["__typename"] == "CommandAccepted", answer
            return
        await move(client, client.players[own], now[0])
    raise AssertionError("some command makes another one legal")
