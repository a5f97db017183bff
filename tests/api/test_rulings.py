"""Calls, rulings and appeals through the public API: who reads the words, and what a preview tells whom."""

import json
from typing import Any

import pytest

from services.log.verify import verify_game
from tests.api.conftest import Ask, Served
from tests.api.game_client import ANSWER, game_in_the_middle
from tests.dice import new_id

SEND = "mutation($g: ID!, $id: ID!%s) { answer: %s { " + ANSWER + " } }"
CALL = SEND % (
    ", $note: String!",
    "callArbiter(game: $g, commandId: $id, step: 3, category: MISTAKE, note: $note)",
)
RULE = SEND % (
    ", $v: Int!, $r: RulingInput!, $call: Int, $rules: [ID!]",
    'makeRuling(game: $g, commandId: $id, expectedVersion: $v, ruling: $r, call: $call, rules: $rules, note: "why so")',
)
APPEAL = SEND % ("", 'lodgeAppeal(game: $g, commandId: $id, ruling: 1, note: "too hard")')
DECIDE = SEND % (
    ", $v: Int!, $r: RulingInput",
    "decideAppeal(game: $g, commandId: $id, expectedVersion: $v, appeal: 1, uphold: false, ruling: $r)",
)
READ = """query($g: ID!) { game(id: $g) { version phase result { places { points } } played { places { points } }
  calls { number seat status ruling note } rulings { number kind valid note points { seat points } rules { id } }
  appeals { number status note } } }"""
TRY = """query($g: ID!, $r: RulingInput!) { game(id: $g) { version dryRuling(ruling: $r) {
  refusal { code text } lines { text rules { id } } views { seat patch } } } }"""
COINS = {"fix": {"london": {"fixAmount": {"seat": 0, "of": "money", "amount": 31}}}}


@pytest.mark.rules("GAME-RULING-01", "GAME-RULING-02", "GAME-RULING-05", "GAME-APPEAL-01", "GAME-RULING-07")
async def test_a_call_a_fix_points_and_an_appeal_through_the_api(served: Served, ask: Ask) -> None:
    client = await game_in_the_middle(served, ask, "london", 12)
    for name in ("Judge", "Other"):
        await served.principal(name, "arbiter")
    await served.principal("Stranger")
    game, (ann, ben) = client.game, client.players[:2]

    async def send(text: str, by: str, **values: Any) -> Any:
        head = (await ask(READ, by=by, g=game))["game"]["version"]
        more = {"v": head} if "$v:" in text else {}
        return (await ask(text, by=by, g=game, id=new_id(), **more, **values))["answer"]

    assert (await send(CALL, ann, note="a secret slip"))["__typename"] == "CommandAccepted"
    made = await send(RULE, "Judge", r=COINS, call=1, rules=["LON-INV-02"])
    assert made["__typename"] == "CommandAccepted", made
    taken = {"points": [{"seat": 0, "points": -5}]}
    assert (await send(RULE, "Judge", r=taken))["__typename"] == "CommandAccepted"
    assert (await send(RULE, ben, r=taken))["code"] == "not_an_arbiter"
    assert (await send(RULE, "Judge", r=taken, rules=["LON-NONE-01"]))["code"] == "unknown_rule"
    assert (await send(APPEAL, ann))["__typename"] == "CommandAccepted"
    assert (await send(DECIDE, "Judge", r={"playOn": "YES"}))["code"] == "own_ruling"
    assert (await send(DECIDE, "Other", r={"playOn": "YES"}))["__typename"] == "CommandAccepted"

    read = {who: (await ask(READ, by=who, g=game))["game"] for who in (ann, ben, "Judge", "Stranger", None)}
    assert read[ann]["calls"][0] == {
        "number": 1, "seat": 0, "status": "ANSWERED", "ruling": 1, "note": "a secret slip",
    }  # fmt: skip
    assert [each["valid"] for each in read["Judge"]["rulings"]] == [False, True, True]
    for who in (ben, "Stranger", None):
        assert "a secret slip" not in json.dumps(read[who]) and "too hard" not in json.dumps(read[who])
    assert "why so" not in json.dumps(read["Stranger"]) and "why so" in json.dumps(read[ben])
    ended = await send(RULE, "Judge", r={"places": [2, 1]})
    assert ended["__typename"] == "CommandAccepted"
    after = (await ask(READ, by=ben, g=game))["game"]
    assert after["phase"] == "OVER" and after["result"] and after["played"] is None
    verdict = await verify_game(served.world, game)
    assert verdict is not None and verdict.finding is None


@pytest.mark.rules("GAME-RULING-05", "GAME-ROLE-03")
async def test_a_preview_is_for_arbiters_shows_every_view_and_stores_nothing(served: Served, ask: Ask) -> None:
    client = await game_in_the_middle(served, ask, "london", 12)
    await served.principal("Judge", "arbiter")
    game = client.game
    before = len(await served.world.log.commands(game))
    shows = (await ask(TRY, by="Judge", g=game, r=COINS))["game"]
    assert shows["dryRuling"]["refusal"] is None and len(shows["dryRuling"]["lines"]) == 2
    for view in shows["dryRuling"]["views"]:
        assert any(change["value"] == 31 for change in view["patch"])
    assert {view["seat"] for view in shows["dryRuling"]["views"]} >= {0, 1, None}
    broken = {"fix": {"london": {"fixAmount": {"seat": 0, "of": "loans", "amount": -1}}}}
    refused = (await ask(TRY, by="Judge", g=game, r=broken))["game"]["dryRuling"]
    assert refused["refusal"]["code"] == "bad_amendment" and refused["views"] == []
    for who in (*client.players[:2], None):
        response = await ask(TRY, by=who, errors=True, g=game, r=COINS)
        assert response["errors"][0]["extensions"]["code"] == "VIEWER_NOT_ALLOWED"
    assert len(await served.world.log.commands(game)) == before
