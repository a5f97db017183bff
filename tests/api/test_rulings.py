"""Calls, rulings and appeals through the public API: who reads the words, and what a preview tells whom."""

import json
from typing import Any

import pytest

from services.errors import Unavailable
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
  refusal { code text } lines { text rules { id } } views { seat patch }
  scores { seat source before after } legal { seat lostCount wonCount won { text } } } } }"""
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


LOOK = "query($g: ID!, $s: Int!) { game(id: $g) { version viewJson(as: {seat: $s}) } }"
SIGHTINGS = "query($g: ID!) { game(id: $g) { sightings { by seat firstVersion lastVersion at } } }"


@pytest.mark.rules("GAME-ROLE-05")
async def test_who_looks_as_a_seat_is_written_down_and_the_seats_read_it_in_the_end(served: Served, ask: Ask) -> None:
    client = await game_in_the_middle(served, ask, "london", 12)
    await served.principal("Judge", "arbiter")
    await served.principal("Stranger")
    game, (ann, ben) = client.game, client.players[:2]

    async def sightings(by: str | None) -> Any:
        return (await ask(SIGHTINGS, by=by, g=game))["game"]["sightings"]

    await ask(LOOK, by=ann, g=game, s=0)
    assert await sightings("Judge") == [], "one's own seat is no sighting"
    for _ in range(2):
        version = (await ask(LOOK, by="Judge", g=game, s=1))["game"]["version"]
    await ask(TRY, by="Judge", g=game, r={"playOn": "YES"})
    rows = await sightings("Judge")
    assert [(row["by"], row["seat"], row["firstVersion"], row["lastVersion"]) for row in rows] == [
        ("Judge", 1, 1, version),
        ("Judge", None, 1, version),
    ], "twice the same steps are one sighting, and a preview shows everything"
    for who in (ann, ben, "Stranger", None):
        assert await sightings(who) == [], "the seats are shown it when the game is over"
    ended = await ask(RULE, by="Judge", g=game, id=new_id(), v=version, r={"places": [1, 2]})
    assert ended["answer"]["__typename"] == "CommandAccepted"
    assert await sightings(ann) == await sightings(ben) == rows
    assert await sightings("Stranger") == []
    await ask(LOOK, by="Judge", g=game, s=0)
    assert await sightings(ann) == rows, "everybody may look when it is over"


OWN = "query($g: ID!) { game(id: $g) { rulings { number mayAppeal note } } }"


@pytest.mark.rules("GAME-APPEAL-01")
@pytest.mark.parametrize("kind", ["forfeit", "substitute"])
async def test_who_lost_a_seat_by_a_ruling_reads_why_and_may_appeal(served: Served, ask: Ask, kind: str) -> None:
    client = await game_in_the_middle(served, ask, "london", 12)
    await served.principal("Judge", "arbiter")
    await served.principal("Stranger")
    game, (ann, ben) = client.game, client.players[:2]
    person = (await ask("{ me { id } }", by="Stranger"))["me"]["id"]
    lost = {"forfeit": 1} if kind == "forfeit" else {"substitute": {"seat": 1, "principal": person}}
    version = (await ask(READ, by=ann, g=game))["game"]["version"]
    answer = await ask(RULE, by="Judge", g=game, id=new_id(), v=version, r=lost)
    assert answer["answer"]["__typename"] == "CommandAccepted"
    for who, reads, may in ((ann, False, False), (None, False, False), ("Judge", True, False), (ben, True, True)):
        (ruling,) = (await ask(OWN, by=who, g=game))["game"]["rulings"]
        assert (ruling["note"] == "why so", ruling["mayAppeal"]) == (reads, may), who
    assert (await ask(APPEAL, by=ann, g=game, id=new_id()))["answer"]["code"] == "not_touched"
    assert (await ask(APPEAL, by=ben, g=game, id=new_id()))["answer"]["__typename"] == "CommandAccepted"
    assert (await ask(OWN, by=ben, g=game))["game"]["rulings"][0]["mayAppeal"] is False


async def test_no_answer_shows_what_could_not_be_written_down(
    served: Served, ask: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = await game_in_the_middle(served, ask, "london", 12)
    await served.principal("Judge", "arbiter")

    async def away(rows: object) -> None:
        raise Unavailable("The log is away.")

    monkeypatch.setattr(served.world.sightings, "write", away)
    response = await ask(LOOK, by="Judge", errors=True, g=client.game, s=1)
    assert response.get("data") is None and response["errors"][0]["extensions"]["code"] == "UNAVAILABLE"


@pytest.mark.rules("GAME-RULING-05", "GAME-ROLE-03")
async def test_a_preview_is_for_arbiters_shows_every_view_and_stores_nothing(served: Served, ask: Ask) -> None:
    client = await game_in_the_middle(served, ask, "london", 12)
    await served.principal("Judge", "arbiter")
    game = client.game
    before = len(await served.world.log.commands(game))
    shows = (await ask(TRY, by="Judge", g=game, r=COINS))["game"]
    assert shows["dryRuling"]["refusal"] is None and len(shows["dryRuling"]["lines"]) == 2
    shifts = [each for each in shows["dryRuling"]["scores"] if each["seat"] == 0]
    assert shifts and all(each["before"] != each["after"] for each in shifts)
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


@pytest.mark.rules("GAME-CHANCE-03", "GAME-RULING-04")
@pytest.mark.parametrize("ending", [{"annul": "YES"}, {"places": [1, 2]}])
async def test_the_preview_of_an_end_does_not_reveal_the_secret(served: Served, ask: Ask, ending: Any) -> None:
    """Else an arbiter could know every draw of a game that goes on."""
    client = await game_in_the_middle(served, ask, "london", 12)
    await served.principal("Judge", "arbiter")
    history = await served.services.look.history(client.game)
    assert history is not None and history.head is not None
    shows = (await ask(TRY.replace("text rules", "text facts rules"), by="Judge", g=client.game, r=ending))["game"]
    assert shows["dryRuling"]["refusal"] is None
    assert any(change["path"] == "/phase" for view in shows["dryRuling"]["views"] for change in view["patch"])
    for hidden in (history.head.secret, history.head.seed):
        assert hidden not in json.dumps(shows)
