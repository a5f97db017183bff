"""Take-backs and motions through the public API."""

from typing import Any

import pytest

from services.log.verify import verify_game
from tests.api.conftest import Ask, Served
from tests.api.game_client import ANSWER
from tests.dice import new_id

OPEN = (
    'mutation($id: ID!, $t: TakeBacksInput) { answer: openGame(commandId: $id, ruleset: "london", seats: 3, '
    "takeBacks: $t) { " + ANSWER + " } }"
)
SEND = "mutation($g: ID!, $id: ID!%s) { answer: %s { " + ANSWER + " ... on CommandAccepted { takenBackAt } } }"
TAKE = SEND % ("", "takeSeat(game: $g, commandId: $id)")
SEAT_BOT = SEND % ("", "seatBot(game: $g, commandId: $id, seat: 2)")
BEGIN = SEND % ("", "beginGame(game: $g, commandId: $id)")
PLAY = SEND % (", $c: JSON", "submit(game: $g, commandId: $id, commandJson: $c)")
BACK = SEND % (", $to: Int, $v: Int", "takeBack(game: $g, commandId: $id, to: $to, expectedVersion: $v)")
MOVE = SEND % (", $k: MotionKind!, $to: Int", "makeMotion(game: $g, commandId: $id, kind: $k, to: $to)")
ANSWER_IT = SEND % (", $m: Int!, $y: Boolean!", "answerMotion(game: $g, commandId: $id, motion: $m, yes: $y)")
WITHDRAW = SEND % (", $m: Int!", "withdrawMotion(game: $g, commandId: $id, motion: $m)")
RULE = SEND % (
    ", $v: Int!, $r: RulingInput!",
    "makeRuling(game: $g, commandId: $id, expectedVersion: $v, ruling: $r)",
)
READ = """query($g: ID!) { game(id: $g) { version phase toAct mySeat takeBacks { policy revealedMax }
  motion { version seat kind to agreed waitingFor crossings { version kind seats line { text } } }
  redo { version json text } legal { json } } }"""
FRONTIER = """query($g: ID!, $s: Int) { game(id: $g) { frontier(seat: $s) { to decisions policy freeLeft
  crossings { version kind seats line { text } } revealed { kind } } } }"""
PREVIEW = """query($g: ID!, $to: Int!) { game(id: $g) { takeBackPreview(to: $to) { to steps redealt
  crossings { version kind seats } refusal { code text } } } }"""
STEPS = """query($g: ID!, $e: Boolean) { game(id: $g) { highlights { edges { node { kind version text } } }
  steps(first: 500, effective: $e) { edges { node { version takenBackAt line { type text } } } pageInfo { hasNextPage } } } }"""
DRY = """query($g: ID!, $r: RulingInput!) { game(id: $g) { dryRuling(ruling: $r) { refusal { code } lines { text facts } } } }"""


class Played:
    """A game of two people and a bot."""

    def __init__(self, ask: Ask, game: str) -> None:
        self.ask, self.game = ask, game

    async def send(self, text: str, by: str, **values: Any) -> Any:
        return (await self.ask(text, by=by, g=self.game, id=values.pop("id", None) or new_id(), **values))["answer"]

    async def read(self, by: str | None, text: str = READ, **values: Any) -> Any:
        return (await self.ask(text, by=by, g=self.game, **values))["game"]

    async def play(self, by: str, kind: str) -> Any:
        legal = (await self.read(by))["legal"]
        command = next(each["json"] for each in legal if each["json"]["type"] == f"london.{kind}")
        return await self.send(PLAY, by, c=command)


async def begun_game(served: Served, ask: Ask, take_backs: Any) -> tuple[Played, str, str]:
    """Returns the game, and its two people: who is to act, and the other."""
    for name in ("Ann", "Ben"):
        await served.principal(name)
    await served.principal("Judge", "arbiter")
    while True:
        opened = (await ask(OPEN, by="Ann", id=new_id(), t=take_backs))["answer"]
        here = Played(ask, opened["gameId"])
        for text, by in ((TAKE, "Ann"), (TAKE, "Ben"), (SEAT_BOT, "Ann"), (BEGIN, "Ann")):
            assert (await here.send(text, by))["__typename"] == "CommandAccepted"
        acting = (await here.read("Ann"))["toAct"]
        if acting != [2]:
            break
    who = ("Ann", "Ben") if acting == [0] else ("Ben", "Ann")
    await here.play(who[0], "DrawFromDeck")
    return here, *who


@pytest.mark.rules("GAME-BACK-01", "GAME-BACK-02", "GAME-BACK-04", "GAME-BACK-05", "GAME-BACK-06", "GAME-MOTION-01")
async def test_freely_and_by_consent_through_the_api(served: Served, ask: Ask) -> None:
    here, ann, ben = await begun_game(served, ask, {"policy": "CONSENT", "revealedMax": 2})
    before = await here.read(ann)
    assert before["takeBacks"] == {"policy": "CONSENT", "revealedMax": 2}
    id = new_id()
    loan = next(each["json"] for each in before["legal"] if each["json"]["type"] == "london.TakeLoan")
    assert (await here.send(PLAY, ann, c=loan, id=id))["takenBackAt"] is None
    frontier = (await here.read(ann, FRONTIER))["frontier"]
    assert (frontier["to"], frontier["policy"], frontier["freeLeft"]) == (before["version"], "CONSENT", 2)
    assert frontier["crossings"][0]["kind"] == "KNOWLEDGE" and "drew" in frontier["crossings"][0]["line"]["text"]
    back = await here.send(BACK, ann)
    assert back["__typename"] == "CommandAccepted", back
    assert (await here.send(PLAY, ann, c=loan, id=id))["takenBackAt"] == back["version"]
    read = await here.read(ann)
    assert [each["json"]["type"] for each in read["redo"]] == ["london.TakeLoan"] and read["redo"][0]["text"]
    refused = await here.send(BACK, ann)
    assert (refused["code"], refused["facts"]["crossing"]) == ("behind_frontier", "knowledge"), refused
    preview = (await here.read(ben, PREVIEW, to=before["version"] - 1))["takeBackPreview"]
    assert preview["redealt"] and preview["refusal"] is None and preview["steps"] >= 1
    made = await here.send(MOVE, ann, k="TAKE_BACK")
    assert made["__typename"] == "CommandAccepted"
    motion = (await here.read(ben))["motion"]
    assert motion["agreed"] == [read["mySeat"]] and len(motion["waitingFor"]) == 1
    assert motion["crossings"][0]["seats"] == [read["mySeat"]]
    assert (await here.send(ANSWER_IT, ben, m=motion["version"], y=True))["__typename"] == "CommandAccepted"
    after = await here.read(ann)
    assert after["motion"] is None and after["redo"] == []
    steps = (await here.read(None, STEPS))["steps"]["edges"]
    effective = (await here.read(None, STEPS, e=True))["steps"]["edges"]
    struck = [each for each in steps if each["node"]["takenBackAt"]]
    assert struck and len(steps) - len(struck) == len(effective)
    assert steps[-1]["node"]["line"]["type"] == "game.StepsTakenBack"
    kinds = [each["node"]["kind"] for each in (await here.read(None, STEPS))["highlights"]["edges"]]
    assert kinds.count("TAKEN_BACK") == 2
    verdict = await verify_game(served.world, here.game)
    assert verdict is not None and verdict.finding is None


@pytest.mark.rules("GAME-MOTION-01")
async def test_a_motion_is_answered_withdrawn_or_closes_the_game(served: Served, ask: Ask) -> None:
    here, ann, ben = await begun_game(served, ask, None)
    assert (await here.send(MOVE, ann, k="TAKE_BACK"))["code"] == "no_take_backs"
    made = await here.send(MOVE, ann, k="CLOSE")
    assert (await here.send(WITHDRAW, ben, m=made["version"]))["code"] == "no_motion"
    assert (await here.send(ANSWER_IT, ann, m=made["version"], y=True))["code"] == "own_motion"
    assert (await here.send(WITHDRAW, ann, m=made["version"]))["__typename"] == "CommandAccepted"
    made = await here.send(MOVE, ben, k="CLOSE")
    assert (await here.send(ANSWER_IT, ann, m=made["version"], y=True))["__typename"] == "CommandAccepted"
    assert (await here.read(None))["phase"] == "ABANDONED"


@pytest.mark.rules("GAME-RULING-06")
async def test_an_arbiter_rewinds_and_looks_before(served: Served, ask: Ask) -> None:
    here, ann, ben = await begun_game(served, ask, {"policy": "ARBITER"})
    version = (await here.read(ann))["version"]
    rewind = {"rewind": version - 1}
    tried = (await here.read("Judge", DRY, r=rewind))["dryRuling"]
    assert tried["refusal"] is None and len(tried["lines"]) == 2 and tried["lines"][1]["facts"]["redealt"]
    assert "position" not in tried["lines"][1]["facts"]
    assert (await here.read("Judge", DRY, r={"rewind": 2}))["dryRuling"]["refusal"]["code"] == "behind_frontier"
    assert (await here.send(BACK, ann))["code"] == "no_take_backs"
    assert (await here.send(RULE, "Judge", v=version, r=rewind))["__typename"] == "CommandAccepted"
    assert ben


@pytest.mark.rules("GAME-BACK-02")
async def test_who_may_not_ask_for_a_frontier(served: Served, ask: Ask) -> None:
    here, ann, ben = await begun_game(served, ask, {"policy": "FREE"})
    seat = (await here.read(ann))["mySeat"]
    await served.principal("Stranger")
    for who, code in ((ben, "VIEWER_NOT_ALLOWED"), ("Stranger", "VIEWER_NOT_ALLOWED"), (None, "VIEWER_NOT_ALLOWED")):
        response = await ask(FRONTIER, by=who, errors=True, g=here.game, s=seat)
        assert response["errors"][0]["extensions"]["code"] == code
    for who in ("Stranger", None):
        response = await ask(PREVIEW, by=who, errors=True, g=here.game, to=5)
        assert response["errors"][0]["extensions"]["code"] == "VIEWER_NOT_ALLOWED"
    assert (await here.read("Judge", FRONTIER, s=seat))["frontier"]["to"] >= 1
