"""What a command asks, as clients read it: the sentence of the ruleset, by the view of the eyes that read it."""

from collections import Counter
from typing import Any

import pytest

from domain.engine.codec import canonical
from domain.engine.viewer import ARBITER, SPECTATOR, with_names
from domain.game import Game, GameState
from domain.game.record import decode_command
from domain.game.view import GameView
from domain.rulesets import RULESETS
from tests.api.conftest import Ask, Served
from tests.api.game_client import ABANDON, GameClient, open_game
from tests.dice import new_id

LEGAL = "query($g: ID!) { game(id: $g) { version legal { text json } } }"
REFUSE = """mutation($g: ID!, $id: ID!, $json: JSON!) { answer: submit(game: $g, commandId: $id, commandJson: $json) {
  ... on CommandRefused { legal { text json } } } }"""
WHY = """query($g: ID!, $step: Int!, $as: ViewerInput) { game(id: $g) { why(step: $step, as: $as) {
  command { seat phrase json } steps { version } } } }"""

PLAIN = [
    f"{box.id}.{kind.__name__}"
    for box in RULESETS.values()
    for kind in box.commands
    if kind.__struct_fields__ == ("seat",)
]
"""Commands without data."""


@pytest.fixture(params=sorted(RULESETS))
async def table(served: Served, ask: Ask, request: pytest.FixtureRequest) -> GameClient:
    return await open_game(served, ask, ruleset=request.param)


def sentences(listed: list[dict[str, Any]]) -> list[str]:
    return [each["text"] for each in listed]


async def test_a_legal_command_is_said_by_what_its_seat_sees(ask: Ask, table: GameClient) -> None:
    for _ in range(12):
        by = await table.acting()
        seat = table.players.index(by)
        said = (await ask(LEGAL, by=by, g=table.game))["game"]["legal"]
        assert len(set(sentences(said))) == len(said) > 0
        history = await table.served.services.look.history(table.game)
        assert history is not None and history.head is not None
        state, box = history.head, history.game.ruleset
        view = box.view(state.position, seat)
        commands = history.game.legal(state, seat)
        assert sentences(said) == [with_names(box.phrase(view, command), state.names) for command in commands]
        await table.play_one()


async def test_a_long_list_takes_one_view(ask: Ask, table: GameClient, monkeypatch: pytest.MonkeyPatch) -> None:
    await table.play(12)
    by = await table.acting()
    seat, made = table.players.index(by), Counter[int]()
    plain = Game.view

    def counted(self: Any, state: GameState, viewer: int) -> GameView:
        made[viewer] += 1
        return plain(self, state, viewer)

    monkeypatch.setattr(Game, "view", counted)
    for _ in range(3):
        assert len((await ask(LEGAL, by=by, g=table.game))["game"]["legal"]) > 1
    assert made == {seat: 1}, "asked three times: it is kept"


async def test_a_refusal_lists_the_same_sentences(ask: Ask, table: GameClient) -> None:
    by = await table.acting()
    said = (await ask(LEGAL, by=by, g=table.game))["game"]["legal"]
    listed = {each["json"]["type"] for each in said}
    kind = next(kind for kind in PLAIN if kind not in listed and kind.startswith(said[0]["json"]["type"].split(".")[0]))
    refused = (await ask(REFUSE, by=by, g=table.game, id=new_id(), json={"type": kind}))["answer"]
    assert refused["legal"] == said


@pytest.mark.rules("GAME-HID-02")
async def test_every_command_can_be_read_by_everybody_in_the_end(ask: Ask, table: GameClient) -> None:
    for _ in range(12):
        await table.play_one()
    await table.served.principal("Judge", "arbiter")
    await ask(ABANDON, by="Judge", game=table.game, id=new_id())
    head = (await table.mine(None))["version"]
    history = await table.served.services.look.history(table.game)
    assert history is not None and history.head is not None
    read = set()
    for step in range(1, head + 1):
        for by, eyes in ((None, {"kind": "ARBITER"}), (None, None), (table.players[0], None)):
            why = (await ask(WHY, by=by, g=table.game, step=step, **{"as": eyes}))["game"]["why"]
            phrase, first = why["command"]["phrase"], why["steps"][0]["version"]
            if phrase is None:
                continue
            viewer = ARBITER if eyes else 0 if by else SPECTATOR
            command = decode_command(history.game.ruleset, canonical(why["command"]["json"]))
            seen = history.game.ruleset.view(history.state_at(first - 1).position, viewer)
            assert phrase == with_names(history.game.ruleset.phrase(seen, command), history.head.names)
            read.add(phrase)
    assert len(read) >= 5
