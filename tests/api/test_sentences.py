"""What a command does, as clients read it: the ruleset's sentence, by the view of the reader."""

from collections import Counter
from typing import Any

import pytest

from domain.engine.codec import canonical
from domain.engine.viewer import ARBITER, SPECTATOR, with_names
from domain.game import Game, GameState
from domain.game.names import GameNames, seat_names
from domain.game.view import GameView
from domain.log.record import decode_command
from domain.rulesets import CURRENT
from tests.api.conftest import Ask, Served
from tests.api.game_client import ABANDON, GameClient, open_game
from tests.dice import new_id
from tests.lines import english

LEGAL = "query($g: ID!) { game(id: $g) { version legal { text json } } }"
REFUSE = """mutation($g: ID!, $id: ID!, $json: JSON!) { answer: submit(game: $g, commandId: $id, commandJson: $json) {
  ... on CommandRefused { legal { text json } } } }"""
WHY = """query($g: ID!, $step: Int!, $as: ViewerInput) { game(id: $g) { why(step: $step, as: $as) {
  command { seat phrase json } steps { version } } } }"""

PLAIN = [
    f"{box.id}.{kind.__name__}"
    for box in CURRENT.values()
    for kind in box.commands
    if kind.__struct_fields__ == ("seat",)
]
"""Commands without data."""


@pytest.fixture(params=sorted(CURRENT))
async def client(served: Served, ask: Ask, request: pytest.FixtureRequest) -> GameClient:
    return await open_game(served, ask, ruleset=request.param)


def sentences(listed: list[dict[str, Any]]) -> list[str]:
    return [each["text"] for each in listed]


async def test_a_legal_command_is_phrased_by_what_its_seat_sees(ask: Ask, client: GameClient) -> None:
    for _ in range(12):
        by = await client.acting()
        seat = client.players.index(by)
        answer = (await ask(LEGAL, by=by, g=client.game))["game"]["legal"]
        assert len(set(sentences(answer))) == len(answer) > 0
        history = await client.served.services.look.history(client.game)
        assert history is not None and history.head is not None
        state, box = history.head, history.game.ruleset
        view = box.view(state.position, seat)
        commands = history.game.legal(state, seat)
        assert sentences(answer) == [
            with_names(english(box.phrase(view, command), box.id), seat_names(state, history.names))
            for command in commands
        ]
        await client.play_one()


async def test_a_long_list_takes_one_view(ask: Ask, client: GameClient, monkeypatch: pytest.MonkeyPatch) -> None:
    await client.play(12)
    by = await client.acting()
    seat, made = client.players.index(by), Counter[int]()
    plain = Game.view

    def counted(self: Any, state: GameState, viewer: int, names: GameNames) -> GameView:
        made[viewer] += 1
        return plain(self, state, viewer, names)

    monkeypatch.setattr(Game, "view", counted)
    for _ in range(3):
        assert len((await ask(LEGAL, by=by, g=client.game))["game"]["legal"]) > 1
    assert made == {seat: 1}, "asked three times: it is kept"


async def test_a_refusal_lists_the_same_sentences(ask: Ask, client: GameClient) -> None:
    by = await client.acting()
    answer = (await ask(LEGAL, by=by, g=client.game))["game"]["legal"]
    listed = {each["json"]["type"] for each in answer}
    kind = next(
        kind for kind in PLAIN if kind not in listed and kind.startswith(answer[0]["json"]["type"].split(".")[0])
    )
    refused = (await ask(REFUSE, by=by, g=client.game, id=new_id(), json={"type": kind}))["answer"]
    assert refused["legal"] == answer


@pytest.mark.rules("GAME-HID-02")
async def test_every_command_can_be_read_by_everybody_in_the_end(ask: Ask, client: GameClient) -> None:
    for _ in range(12):
        await client.play_one()
    await client.served.principal("Judge", "arbiter")
    await ask(ABANDON, by="Judge", game=client.game, id=new_id())
    head = (await client.mine(None))["version"]
    history = await client.served.services.look.history(client.game)
    assert history is not None and history.head is not None
    read = set()
    for step in range(1, head + 1):
        for by, as_viewer in ((None, {"kind": "ARBITER"}), (None, None), (client.players[0], None)):
            why = (await ask(WHY, by=by, g=client.game, step=step, **{"as": as_viewer}))["game"]["why"]
            phrase, first = why["command"]["phrase"], why["steps"][0]["version"]
            if phrase is None:
                continue
            viewer = ARBITER if as_viewer else 0 if by else SPECTATOR
            command = decode_command(history.game.script, canonical(why["command"]["json"]))
            visible = history.game.ruleset.view(history.state_at(first - 1).position, viewer)
            assert phrase == with_names(
                english(history.game.ruleset.phrase(visible, command), history.game.ruleset.id),
                seat_names(history.head, history.names),
            )
            read.add(phrase)
    assert len(read) >= 5
