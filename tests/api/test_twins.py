"""Two games that differ only in what a viewer cannot know send that viewer the same bytes, on every channel.

The twins are two forks of one game as the same viewer (GAME-FORK-02): the same to that viewer, everything else dealt anew.
Ids, hashes, times and the sealed commitment differ between any two games and are left out.
"""

import json
from typing import Any, Final

import pytest

from domain.engine.viewer import SPECTATOR
from domain.rulesets import CURRENT
from tests.api.conftest import Ask, Served
from tests.api.follow import follow_socket
from tests.api.game_client import SUBMIT, GameClient, game_in_the_middle
from tests.api.test_what_if import FORK
from tests.dice import new_id

ALL: Final = """query All($g: ID!, $try: JSON, $before: [JSON!], $other: JSON, $seated: Boolean!) { game(id: $g) {
  version ruleset title phase options seats { seat name taken bot } toAct turn mySeat legal { choice type text json }
  view { position { __typename } } viewJson steps(first: 100) { totalCount edges { node { version turn patch viewJson legal { choice text }
    line { type text seat facts rules { id } } } } }
  scoresNow { seat source banked ifOver } highlights { edges { cursor node { id version kind text aboutSeat } } } refusals { edges { cursor node { version code text facts } } }
  clocks { seat left } timeLedger { edges { node { us } } } stopped { why } motion { version } redo { text } calls { number }
  rulings { number kind } appeals { number } takeBacks { policy }
  frontier @include(if: $seated) { to decisions policy freeLeft crossings { version kind seats line { text facts } } revealed { version } }
  takeBackPreview(to: 1) @include(if: $seated) { to steps redealt crossings { version kind seats } refusal { code text facts } }
  why(step: 1) { rules { id } command { json } steps { version } draws { outcome } }
  whyNot(commandJson: $other) @include(if: $seated) { code text facts rules { id } }
  dryRun(commandJson: $try) @include(if: $seated) { events { certain line { text facts } } scores { seat source ifOver certain } ends
    refused { code text } planEnd legal { choice text } viewJson }
  plan: dryRun(commandJson: $other, afterJson: $before) @include(if: $seated) { depth refused { code text } planEnd legal { text } viewJson
    events { certain line { text facts } } scores { seat source ifOver certain } } } }"""
FOLLOW: Final = """subscription F($game: ID!) { gameSteps(game: $game) {
  version turn patch legal { choice } line { text facts } } }"""
SECRETS: Final = ("id", "commitment", "hash", "share")


def plain(answer: Any) -> Any:
    """Without what differs between any two games."""
    if isinstance(answer, dict):
        return {name: plain(value) for name, value in answer.items() if name not in SECRETS}
    return [plain(each) for each in answer] if isinstance(answer, list) else answer


async def fork(ask: Ask, client: GameClient, by: str, seat: int) -> str:
    answer = (await ask(FORK, by=by, game=client.game, id=new_id(), seat=seat, title="A twin"))["answer"]
    assert answer["__typename"] == "CommandAccepted", answer
    return str(answer["gameId"])


async def hidden(served: Served, game: str, viewer: int) -> Any:
    """The whole position; it differs between twins."""
    history = await served.services.look.history(game)
    assert history is not None and history.head is not None
    return history.head.position


async def answers_to(ask: Ask, by: str | None, game: str, tried: Any, other: Any) -> str:
    variables = {"g": game, "try": tried, "before": tried and [tried], "other": other, "seated": tried is not None}
    return json.dumps(plain(await ask(ALL, by=by, **variables)), sort_keys=True)


@pytest.mark.rules("GAME-HID-01", "GAME-FORK-02", "GAME-WHATIF-01", "GAME-WHATIF-02")
@pytest.mark.parametrize("ruleset", tuple(CURRENT))
async def test_a_seat_cannot_tell_twins_apart(served: Served, ask: Ask, ruleset: str) -> None:
    client = await game_in_the_middle(served, ask, ruleset, 30)
    by = await client.acting()
    seat = client.players.index(by)
    twins = [await fork(ask, client, by, seat) for _ in range(2)]
    assert await hidden(served, twins[0], seat) != await hidden(served, twins[1], seat), "there is something to hide"
    legal = (await client.mine(by))["legal"]
    for each in (legal[0], legal[-1], legal[len(legal) // 2]):
        nonsense = {**each["json"], "seat": seat} if each is legal[-1] else each["json"]
        one, two = [await answers_to(ask, by, game, each["json"], nonsense) for game in twins]
        assert one == two
    now = {each["json"]["type"] for each in legal}
    for kind in (kind.__struct_config__.tag for kind in CURRENT[ruleset].commands):
        if kind not in now:  # the others may follow without another choice, and show what was hidden
            bare = {"type": kind}
            one, two = [(await ask(SUBMIT, by=by, game=game, id=new_id(), json=bare))["answer"] for game in twins]
            assert one["__typename"] in ("CommandRefused", "MalformedCommand")
            assert plain(one) == plain(two)
    for stranger in (None, "Stranger"):
        if stranger is not None:
            await served.principal(stranger)
        one, two = [await answers_to(ask, stranger, game, None, None) for game in twins]
        assert one == two, "what a seat cannot know, a spectator cannot either"


@pytest.mark.rules("GAME-HID-01", "GAME-FORK-02")
@pytest.mark.parametrize("ruleset", tuple(CURRENT))
async def test_a_spectator_cannot_tell_twins_apart_on_the_stream(served: Served, ask: Ask, ruleset: str) -> None:
    client = await game_in_the_middle(served, ask, ruleset, 20)
    await served.principal("Stranger")
    twins = [await fork(ask, client, "Stranger", 0) for _ in range(2)]
    assert await hidden(served, twins[0], SPECTATOR) != await hidden(served, twins[1], SPECTATOR)
    visible = []
    for game in twins:
        stream = follow_socket(served, FOLLOW, game=game)
        visible.append(json.dumps(plain(await anext(stream)), sort_keys=True))
        await stream.aclose()  # type: ignore[attr-defined]
    assert visible[0] == visible[1] and len(visible[0]) > 200
