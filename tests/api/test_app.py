"""Probes, metrics, the start page, the committed schema and the rulebook."""

import re
from pathlib import Path

import httpx
import pytest

from api.graphql.schema import sdl
from domain.engine.options import options_of
from domain.rulesets import CURRENT
from infra.rulebook import read_rulebook
from tests.api.conftest import Ask, Served, services_over, serving
from tests.api.game_client import open_game
from tests.api.memory import memory_world

ROOT = Path(__file__).resolve().parents[2]


async def test_alive_and_ready(served: Served, http: httpx.AsyncClient) -> None:
    assert (await http.get(f"{served.url}/health")).json() == {"status": "alive"}
    ready = await http.get(f"{served.url}/ready")
    assert (ready.status_code, ready.json()["status"]) == (200, "ready")


async def test_not_ready_says_which_part_is_away(http: httpx.AsyncClient) -> None:
    async def readiness() -> dict[str, str | None]:
        return {"log": None, "redis": "Redis does not answer. Start it."}

    async with serving(services_over(memory_world(), readiness=readiness)) as served:
        answer = await http.get(f"{served.url}/ready")
        assert answer.status_code == 503
        assert answer.json() == {
            "status": "away",
            "parts": {"log": "answers", "redis": "Redis does not answer. Start it."},
        }
        assert (await http.get(f"{served.url}/health")).status_code == 200


@pytest.mark.parametrize("part", ["worker", "signer", "clock", "nodes"])
async def test_it_is_ready_without_what_others_can_do_without(http: httpx.AsyncClient, part: str) -> None:
    async def readiness() -> dict[str, str | None]:
        return {"log": None, "redis": None, part: "It does not answer."}

    async with serving(services_over(memory_world(), readiness=readiness)) as served:
        answer = await http.get(f"{served.url}/ready")
        assert (answer.status_code, answer.json()["status"]) == (200, "ready")
        assert answer.json()["parts"][part] == "It does not answer."


async def test_metrics_count_and_name_nobody(served: Served, http: httpx.AsyncClient, ask: Ask) -> None:
    client = await open_game(served, ask)
    by = await client.acting()
    other = next(name for name in client.players if name != by)
    command = (await client.mine(by))["legal"][0]["json"]
    await client.submit(other, {key: value for key, value in command.items() if key != "seat"})
    text = (await http.get(f"{served.url}/metrics")).text
    assert 'emberlog_commands_total{outcome="accepted"} 5.0' in text
    assert 'emberlog_commands_total{outcome="refused"} 1.0' in text
    assert re.search(r'emberlog_refusals_total\{code="[a-z_]+"\} 1\.0', text)
    assert client.game not in text
    assert not any(name in text or token in text for name, token in served.tokens.items())


async def test_the_projection_lag_is_measured(http: httpx.AsyncClient) -> None:
    async def lag() -> int:
        return 7

    async with serving(services_over(memory_world(), projection_lag=lag)) as served:
        assert "emberlog_projection_lag_steps 7.0" in (await http.get(f"{served.url}/metrics")).text


async def test_other_origins_may_ask(served: Served, http: httpx.AsyncClient) -> None:
    request = {"origin": "https://example.org", "access-control-request-method": "POST"}
    answer = await http.options(
        f"{served.url}/graphql", headers={**request, "access-control-request-headers": "authorization,content-type"}
    )
    assert answer.headers["access-control-allow-origin"] == "*"
    assert "access-control-allow-credentials" not in answer.headers


async def test_what_is_not_there(served: Served, http: httpx.AsyncClient) -> None:
    answer = await http.get(f"{served.url}/nope")
    assert (answer.status_code, answer.json()["code"]) == (404, "NOT_FOUND")
    assert "`/nope`" in answer.json()["detail"] and "`/graphql`" in answer.json()["detail"]
    refused = (await http.delete(f"{served.url}/graphql")).json()
    assert refused["code"] == "METHOD_NOT_ALLOWED" and "DELETE" in refused["detail"]


def test_the_committed_schema_is_the_one_that_is_served() -> None:
    committed = (ROOT / "docs" / "schema.graphql").read_text(encoding="utf-8")
    assert committed == sdl(), "look at the change, then: python -m api.graphql.schema > docs/schema.graphql"


async def test_one_ruleset_is_the_same_as_among_all(ask: Ask) -> None:
    fields = "{ id title version seatsMin seatsMax bots components }"
    for each in (await ask(f"{{ rulesets {fields} }}"))["rulesets"]:
        assert (await ask(f"query One($id: ID!) {{ ruleset(id: $id) {fields} }}", id=each["id"]))["ruleset"] == each
    assert (await ask('{ ruleset(id: "no_such_box") { id } }'))["ruleset"] is None


async def test_rulesets_say_what_is_needed_to_open_a_game(ask: Ask) -> None:
    request = """{ rulesets { id title version seatsMin seatsMax bots options { name kind default values } components
      rules { edges { node { id } } } } }"""
    for displayed, ruleset in zip((await ask(request))["rulesets"], CURRENT.values(), strict=True):
        assert (displayed["id"], displayed["seatsMin"], displayed["bots"]) == (
            ruleset.id,
            ruleset.seats_min,
            list(ruleset.bots),
        )
        defaults = {option["name"]: option["default"] for option in displayed["options"]}
        assert ruleset.initial(ruleset.seats_min, ruleset.options(**defaults))
        assert displayed["components"] and displayed["rules"]["edges"]


async def test_options_are_explained_in_words_with_their_rules(ask: Ask) -> None:
    request = "{ rulesets { options { name title description values valueTitles rules { id text } } } }"
    for displayed, ruleset in zip((await ask(request))["rulesets"], CURRENT.values(), strict=True):
        for received, option in zip(displayed["options"], options_of(ruleset.options), strict=True):
            assert (received["name"], received["title"], received["description"]) == (
                option.name,
                option.title,
                option.description,
            )
            assert tuple(rule["id"] for rule in received["rules"]) == option.rules
            assert all(rule["text"] for rule in received["rules"]), "no rule is only an id"
            for value in ("values", "titles"):
                listed = received["valueTitles" if value == "titles" else value]
                assert (None if listed is None else tuple(listed)) == getattr(option, value)


async def test_rules_are_looked_up_by_id(ask: Ask) -> None:
    request = "query($id: ID!) { rule(id: $id) { id page title text source reconstructed } }"
    rule = (await ask(request, id="GAME-SEAT-01"))["rule"]
    assert rule["page"] == "game" and rule["title"] == "Seats" and rule["text"].startswith("While the game is open")
    assert (await ask(request, id="GAME-NOPE-99"))["rule"] is None
    assert len((await ask('{ rules(ruleset: "game") { edges { node { id } } } }'))["rules"]["edges"]) >= 20
    assert (await ask('{ rules(ruleset: "nope") { edges { node { id } } } }'))["rules"]["edges"] == []


def test_every_rule_of_every_game_that_code_cites_is_stated() -> None:
    book = read_rulebook()
    cited = set()
    for source in (*(ROOT / "domain" / "game").glob("*.py"), *(ROOT / "services").glob("*.py")):
        cited |= set(re.findall(r"GAME-[A-Z]+-\d+", source.read_text(encoding="utf-8")))
    assert cited and {id for id in cited if book.rule(id) is None} == set()
