"""A clocked game of London that an arbiter runs, two people and two bots, through pages and API, while a worker dies.

A free take-back, one by consent behind a drawn card, a call, a ruling that fixes two coins, one that gives three minutes, a flag
that falls while the worker is dead, an appeal. Then the log is verified, replayed and audited step by step, and the sums of every
clock are computed from the public steps alone, by a reckoner that shares nothing with the service's."""

from datetime import datetime
from typing import Any

import httpx
import pytest

from domain.engine.step import Step
from infra.postgres.pool import open_pool
from infra.postgres.principals import PostgresPrincipals
from infra.wiring import wired
from services.log.replay import Histories
from services.log.verify import verify_game
from tests.browser.boards import CHROMIUM, CHROMIUM_FLAGS, needs_browser
from tests.dice import new_id
from tests.faults.stage import Stage, eventually, staged
from tests.game.clocks.from_steps import STEP, FromSteps

pytestmark = [needs_browser, pytest.mark.campaign]

Json = Any
ANSWER = "{ __typename ... on CommandAccepted { gameId version } ... on CommandProblem { text } }"
OPEN = (
    """mutation($id: ID!) { answer: openGame(commandId: $id, ruleset: "london", seats: 4, title: "An arbiter's game",
  clock: {kind: BANK, bankMs: 900000, addMs: 5000, capMs: 2000000, lagMs: 200, lagMaxMs: 1000, flag: RULES},
  takeBacks: {policy: CONSENT}, rulings: {appealSeconds: 3600}) """
    + ANSWER
    + " }"
)
READ = """query($g: ID!) { game(id: $g) { version phase toAct mySeat legal { type json } seats { seat name bot }
  clocks { seat left running dueAt flags } viewJson } }"""
TERMS = "query($g: ID!) { game(id: $g) { clock { bankMs addMs capMs lagMs lagMaxMs overtimeMs } } }"
AUDITED = "outcome firstVersion lastVersion takenBackAt"
BANKED = ("BANK", "SPENT", "CREDIT", "ADJUSTED")


class ArbitersGame:
    """One game at a staged service, and who plays and judges there."""

    def __init__(self, stage: Stage, http: httpx.AsyncClient, tokens: dict[str, str]) -> None:
        self.stage, self.http, self.tokens = stage, http, tokens
        self.game = ""

    async def ask(self, document: str, by: str | None = None, **variables: Json) -> Json:
        headers = {} if by is None else {"authorization": f"Bearer {self.tokens[by]}"}
        answer = await self.http.post("/graphql", json={"query": document, "variables": variables}, headers=headers)
        body = answer.json()
        assert "errors" not in body, body
        return body["data"]

    async def order(self, by: str, field: str, given: str) -> Json:
        """One accepted command of this game."""
        document = f"mutation($g: ID!, $id: ID!) {{ answer: {field}(game: $g, commandId: $id, {given}) {ANSWER} }}"
        answer = (await self.ask(document, by, g=self.game, id=new_id()))["answer"]
        assert answer["__typename"] == "CommandAccepted", answer
        return answer

    async def read(self, by: str | None = None) -> Json:
        return (await self.ask(READ, by, g=self.game))["game"]

    async def open(self) -> None:
        self.game = (await self.ask(OPEN, "Ann", id=new_id()))["answer"]["gameId"]
        await self.order("Ann", "takeSeat", "seat: 0")
        await self.order("Ben", "takeSeat", "seat: 1")
        for seat in (2, 3):
            await self.order("Ann", "seatBot", f"seat: {seat}")
        await self.order("Ann", "beginGame", "")

    async def person(self) -> str:
        """The person who is to act, once the bots have played."""
        await eventually(self._a_person_acts, 60)
        return ("Ann", "Ben")[(await self.read())["toAct"][0]]

    async def _a_person_acts(self) -> bool:
        return (await self.read())["toAct"] in ([0], [1])

    async def play(self, by: str, *types: str) -> None:
        """A command of one of these types, or else the last legal one."""
        legal = (await self.read(by))["legal"]
        chosen = next((each for each in legal if each["type"] in types), legal[-1])
        document = "mutation($g: ID!, $id: ID!, $j: JSON!) { answer: submit(game: $g, commandId: $id, commandJson: $j) "
        answer = (await self.ask(document + ANSWER + " }", by, g=self.game, id=new_id(), j=chosen["json"]))["answer"]
        assert answer["__typename"] == "CommandAccepted", answer

    async def paged(self, field: str, node: str, by: str | None = None) -> list[Json]:
        """All of a connection of the game."""
        nodes: list[Json] = []
        document = f"""query($g: ID!, $after: Cursor) {{ game(id: $g) {{ {field}(after: $after, first: 100) {{
          pageInfo {{ hasNextPage endCursor }} edges {{ node {{ {node} }} }} }} }} }}"""
        after = None
        while True:
            page = (await self.ask(document, by, g=self.game, after=after))["game"][field]
            nodes += [edge["node"] for edge in page["edges"]]
            if not page["pageInfo"]["hasNextPage"]:
                return nodes
            after = page["pageInfo"]["endCursor"]

    async def typed(self, kind: str) -> list[Json]:
        steps = await self.paged("steps", "version line { type seat facts }")
        return [step for step in steps if step["line"] and step["line"]["type"] == f"game.{kind}"]


async def people(stage: Stage) -> dict[str, str]:
    """Tokens of two players and two arbiters."""
    pool = await open_pool(stage.postgres.url, size_max=2, name="people")
    principals = PostgresPrincipals(pool)
    roles: dict[str, tuple[str, ...]] = {"Ann": (), "Ben": (), "Judge": ("arbiter",), "Other": ("arbiter",)}
    made = {name: await principals.create(name, frozenset(given)) for name, given in roles.items()}  # type: ignore[arg-type]
    await pool.close()
    return {name: token for name, (_, token) in made.items()}


async def page_of(browser: Json, played: ArbitersGame, name: str, path: str = "") -> Json:
    context = await browser.new_context(base_url=played.stage.url, viewport={"width": 1280, "height": 900})
    context.set_default_timeout(30_000)
    await context.add_init_script(
        f"localStorage.setItem('emberlog.token', '{played.tokens[name]}');"
        "localStorage.setItem('emberlog.moves', 'at once');"
        "localStorage.setItem('emberlog.ask-before', 'always');localStorage.setItem('emberlog.coach.london', '99')"
    )
    page = await context.new_page()
    await page.goto(path or f"/games/{played.game}")
    await page.locator(".clocks .clock, #ledger").first.wait_for()
    return page


async def take_backs(played: ArbitersGame, browser: Json) -> str:
    """A free take-back, and one by consent behind a drawn card. Returns who acts."""
    who = await played.person()
    other = "Ben" if who == "Ann" else "Ann"
    await played.play(who, "london.DrawFromDeck")
    await played.play(who, "london.TakeLoan")
    own, others = await page_of(browser, played, who), await page_of(browser, played, other)
    await own.get_by_role("button", name="Take back …").click()
    await own.get_by_role("dialog").get_by_role("button", name="Before step").first.click()
    await eventually(lambda: _count(played, "StepsTakenBack", 1), 60)
    drawn = next(
        step
        for step in await played.paged("steps", "version line { type }")
        if step["line"] and step["line"]["type"] == "london.CardDrawn"
    )
    await own.get_by_role("button", name="Take back …").click()
    dialog = own.get_by_role("dialog")
    await dialog.get_by_label("Go on after step").fill(str(drawn["version"]))
    await dialog.get_by_text("is dealt again").wait_for()
    await dialog.get_by_role("button", name="Ask the others").click()
    await others.locator(".motion").get_by_role("button", name="Agree").click()
    await eventually(lambda: _count(played, "StepsTakenBack", 2), 60)
    free, agreed = await played.typed("StepsTakenBack")
    assert free["line"]["facts"]["why"] == "free" and not free["line"]["facts"]["redealt"]
    assert agreed["line"]["facts"]["why"] == "consent" and agreed["line"]["facts"]["redealt"]
    return who


async def _count(played: ArbitersGame, kind: str, number: int) -> bool:
    return len(await played.typed(kind)) >= number


async def call_and_rule(played: ArbitersGame, browser: Json, who: str) -> None:
    """A call on the page, a ruling that gives two coins back, and one that gives three minutes."""
    seat = ("Ann", "Ben").index(who)
    player, judge = await page_of(browser, played, who), await page_of(browser, played, "Judge")
    for page in (player, judge):
        await page.get_by_role("tab", name="Rulings").click()
    await player.get_by_role("button", name="Call an arbiter about step").click()
    await player.get_by_label("In your words").fill("Two coins are missing.")
    await player.get_by_role("dialog").get_by_role("button", name="Call an arbiter").click()
    await judge.get_by_role("button", name="Rule on it").click()
    money = (await played.read("Judge"))["viewJson"]["position"]["seats"][seat]["money"]
    await judge.get_by_label("What it does").select_option("FIX")
    await judge.get_by_label("Seat", exact=True).select_option(str(seat))
    await judge.get_by_label("Of", exact=True).select_option("money")
    await judge.get_by_role("spinbutton", name="Amount").fill(str(money + 2))
    await judge.get_by_role("button", name="Try it").click()
    await judge.get_by_role("button", name="Rule: fix the position").click()
    await eventually(lambda: _count(played, "Amended", 1), 60)
    assert (await played.read())["viewJson"]["position"]["seats"][seat]["money"] == money + 2
    await judge.get_by_role("button", name="Make a ruling").click()
    await judge.get_by_label("What it does").select_option("TIME")
    await judge.get_by_label(who, exact=True).fill("180")
    await judge.get_by_role("button", name="Try it").click()
    await judge.get_by_role("button", name="Rule: time").click()
    await eventually(lambda: _count(played, "TimeAdjusted", 1), 60)


async def flag_without_a_worker(played: ArbitersGame, who: str) -> None:
    """Time is taken until two seconds are left. The flag falls with no worker there, and is called once one is."""
    seat = ("Ann", "Ben").index(who)
    worker = played.stage.apis[0]
    await worker.kill_worker()
    clock = next(each for each in (await played.read())["clocks"] if each["seat"] == seat)
    assert clock["running"], clock
    await played.order("Judge", "adjustTime", f'seat: {seat}, seconds: {2 - clock["left"] // 1000}, note: "a test"')
    due = next(each for each in (await played.read())["clocks"] if each["seat"] == seat)["dueAt"]

    async def fallen() -> bool:
        now = (await played.ask("{ now }"))["now"]
        return datetime.fromisoformat(now) > datetime.fromisoformat(due)

    await eventually(fallen, 60)
    assert not await played.typed("FlagFell"), "nobody is there to call it"
    await worker.start_worker()
    await eventually(lambda: _count(played, "FlagFell", 1), 60)
    fell = await played.typed("FlagFell")
    assert len(fell) == 1 and fell[0]["line"]["seat"] == seat


async def appeal(played: ArbitersGame, browser: Json, who: str) -> None:
    """The player appeals against the fix on the page; another arbiter upholds it there."""
    player = await page_of(browser, played, who)
    await player.get_by_role("tab", name="Rulings").click()
    await player.locator("[data-ruling='1']").get_by_role("button", name="Appeal").click()
    await player.get_by_label("Why should it").fill("It was three.")
    await player.get_by_role("dialog").get_by_role("button", name="Appeal").click()
    other = await page_of(browser, played, "Other")
    await other.get_by_role("tab", name="Rulings").click()
    await other.get_by_role("button", name="Uphold the ruling").click()
    await eventually(lambda: _count(played, "AppealDecided", 1), 60)


async def audited(played: ArbitersGame) -> None:
    """The log holds and replays, and the sums of every clock follow from the public steps alone, by a reckoner of its own."""
    async with wired(played.stage.postgres.url, played.stage.redis.url) as use_cases:
        verdict = await verify_game(use_cases.world, played.game)
        assert verdict is not None and verdict.finding is None, verdict
        history = await Histories(use_cases.world).up_to_date(played.game)
        assert history is not None and history.head is not None
        for version in range(1, history.version + 1):
            assert history.state_at(Step(version)).version == version
    steps = await played.paged("steps", STEP + " clocks { seat bank }")
    reckoned = FromSteps((await played.ask(TERMS, g=played.game))["game"]["clock"], seats=4)
    for version, banks in reckoned.after_commands(steps):
        displayed = {each["seat"]: each["bank"] for each in steps[version - 1]["clocks"]}
        assert displayed == {seat: banks[seat] // 1_000 for seat in displayed}, version
    entries = await played.paged("timeLedger", "seat kind us")
    for seat in (0, 1):
        banked = [int(each["us"]) for each in entries if each["seat"] == seat and each["kind"] in BANKED]
        assert sum(banked) == reckoned.banks[seat].left
    assert {each["kind"] for each in entries} >= {*BANKED, "FORGIVEN"}


async def step_by_step(played: ArbitersGame, browser: Json, who: str) -> None:
    """What an organiser reads: every step belongs to one command of the ledger, each take-back to its right."""
    entries = await played.paged("ledger", AUDITED, "Judge")
    accepted = [each for each in entries if each["outcome"] == "ACCEPTED"]
    versions = [at for each in accepted for at in range(each["firstVersion"], each["lastVersion"] + 1)]
    assert versions == list(range(1, (await played.read())["version"] + 1))
    backs = await played.typed("StepsTakenBack")
    assert {each["takenBackAt"] for each in entries} - {None} == {step["version"] for step in backs}
    for by, looked in (("Judge", {"Judge"}), (who, set())):  # the seats read it when the game is over
        rows = (await played.ask("query($g: ID!) { game(id: $g) { sightings { by } } }", by, g=played.game))["game"]
        assert {each["by"] for each in rows["sightings"]} & {"Judge"} == looked
    page = await page_of(browser, played, "Judge", f"/audit/games/{played.game}")
    case = page.locator(".audit-case", has=page.locator("summary", has_text="Undone after seeing a card"))
    await case.locator("summary").click()
    await case.get_by_label("Seat that took back").select_option(str(("Ann", "Ben").index(who)))
    await case.get_by_label("Step where").fill(str(backs[1]["version"]))
    await case.get_by_role("button", name="Write the report").click()
    report = case.locator(".audit-report")
    await report.get_by_text("consent").first.wait_for()


async def test_a_clocked_game_that_an_arbiter_runs_while_a_worker_dies() -> None:
    from playwright.async_api import async_playwright

    async with staged() as stage, httpx.AsyncClient(base_url=stage.url, timeout=30, trust_env=False) as http:
        played = ArbitersGame(stage, http, await people(stage))
        await played.open()
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(executable_path=str(CHROMIUM), args=CHROMIUM_FLAGS)
            who = await take_backs(played, browser)
            await call_and_rule(played, browser, who)
            await flag_without_a_worker(played, who)
            await appeal(played, browser, who)
            await step_by_step(played, browser, who)
            await browser.close()
        await audited(played)
