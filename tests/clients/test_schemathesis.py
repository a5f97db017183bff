"""Operations that nobody thought of: schemathesis makes them from the schema, over a service with a game in it. None may break it."""

import json
import re
import uuid
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
import schemathesis
from graphql import build_schema
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.graphql import nodes

from api.graphql.scalars import MS_MAX
from api.problems import STATUS
from tests.clients.running import Caller, Json, Running
from tests.docs.pages import ROOT

pytestmark = [pytest.mark.xdist_group("clients"), pytest.mark.campaign]

EXAMPLES_MAX = {"game": 90, "games": 40, "submit": 40, "fork": 40}
EXAMPLES_MAX_USUAL = 15
"""Operations tried, of each field of Query and Mutation."""

_SDL = build_schema((ROOT / "docs" / "schema.graphql").read_text())
FIELDS = [(str(type_), field) for type_ in (_SDL.query_type, _SDL.mutation_type) if type_ for field in type_.fields]

schemathesis.graphql.scalar("Cursor", st.integers(0, 60).map(nodes.Int))
schemathesis.graphql.scalar("DateTime", st.just(nodes.String("2026-01-01T00:00:00Z")))
_JSON = [nodes.Null, nodes.Int(7), nodes.String("x"), nodes.List([]), nodes.Object([])]
schemathesis.graphql.scalar("JSON", st.sampled_from(_JSON))
_MS_EDGES = st.sampled_from([0, 1, -1, 2**31, MS_MAX, MS_MAX + 1, -MS_MAX, -MS_MAX - 1, 10**30])
schemathesis.graphql.scalar("Milliseconds", (_MS_EDGES | st.integers(0, 86_400_000)).map(nodes.Int))


@dataclass(frozen=True)
class OpenGame:
    """A game that goes on, and the schema of the service it is played on."""

    made: schemathesis.BaseSchema
    caller: Caller
    game: str


@pytest.fixture(scope="module")
def open_game(service: Running) -> Iterator[OpenGame]:
    with Caller(service.url, "Fuzz") as caller:
        game = caller.sandbox("great_fire", 3, bots=2, seed="fuzz")
        caller.order("takeSeat", "$game: ID!", game=game)
        caller.begin(game)
        yield OpenGame(schemathesis.graphql.from_url(f"{service.url}/graphql"), caller, game)


def near(request: str, game: str) -> str:
    """The same operation about something that is there: ids out of nowhere find nothing and numbers of nowhere are far away."""
    request = re.sub(r'\b(game|id): (?:"[^"]*"|-?\d+)', rf'\1: "{game}"', request)
    request = re.sub(r'\bcommandId: (?:"[^"]*"|-?\d+)', f'commandId: "{uuid.uuid4()}"', request)
    request = re.sub(r"\bseat: -?(\d+)", lambda matches: f"seat: {int(matches[1]) % 4}", request)
    return re.sub(
        r"\b(at|step|version|from|to|first|last): -?(\d+)",
        lambda matches: f"{matches[1]}: {int(matches[2]) % 16}",
        request,
    )


@pytest.mark.parametrize(("type_", "field"), FIELDS)
def test_no_operation_breaks_the_service(open_game: OpenGame, type_: str, field: str) -> None:
    @given(case=open_game.made[type_][field].as_strategy(), far=st.integers(0, 3))
    @settings(
        max_examples=EXAMPLES_MAX.get(field, EXAMPLES_MAX_USUAL),
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    def tried(case: schemathesis.Case, far: int) -> None:
        if far:  # one in four as it was made
            case.body = near(case.body, open_game.game)
        answer = case.call(headers={"authorization": f"Bearer {open_game.caller.token}"})
        assert answer.status_code < 500, answer.text
        typed(json.loads(answer.content), case.body)
        if far == 1:
            for event in open_game.caller.events(case.body):
                typed(event, case.body)

    tried()


def typed(response: Json, request: str) -> None:
    """Every error has a published code, and none is the service's own fault."""
    for error in response.get("errors", ()):
        code = error["extensions"]["code"]
        assert code in STATUS and STATUS[code] < 500, (request, error)
        assert "Traceback" not in error["message"]


NUL = "\0"
TEXTS = {
    "games": "query($text: String!) { games(ruleset: $text) { totalCount } }",
    "ruleset": "query($text: ID!) { ruleset(id: $text) { id } }",
    "rule": "query($text: ID!) { rule(id: $text) { id } }",
    "rules": "query($text: String!) { rules(ruleset: $text) { edges { node { id } } } }",
    "game": "query($text: ID!) { game(id: $text) { id } }",
    "register": "mutation($text: String!) { register(name: $text) { token } }",
    "title": """mutation($text: String!, $id: ID!) {
      openGame(commandId: $id, ruleset: "london", seats: 2, title: $text) { __typename } }""",
    "opened": "mutation($text: String!, $id: ID!) { openGame(commandId: $id, ruleset: $text, seats: 2) { __typename } }",
    "seed": """mutation($text: String!, $id: ID!) {
      openGame(commandId: $id, ruleset: "london", seats: 2, sandbox: {seed: $text}) { __typename } }""",
    "command id": "mutation($text: ID!, $game: ID!) { beginGame(game: $game, commandId: $text) { __typename } }",
    "bot": "mutation($text: String!, $game: ID!, $id: ID!) { seatBot(game: $game, commandId: $id, seat: 0, bot: $text) { __typename } }",
    "json": """mutation($text: JSON!, $game: ID!, $id: ID!) {
      submit(game: $game, commandId: $id, commandJson: {type: $text, seat: 0}) { __typename } }""",
    "after": "query($text: Cursor!) { games(after: $text) { totalCount } }",
}


@pytest.mark.parametrize("operation", TEXTS)
@pytest.mark.parametrize("text", [NUL, "\x01\x7f\u202e\ufffe", "\U0010ffff" * 500], ids=["NUL", "control", "long"])
def test_no_text_breaks_the_service(open_game: OpenGame, operation: str, text: str) -> None:
    """NUL, which Postgres cannot hold; characters of no language; and more of them than any text may have."""
    answer = open_game.caller.post(TEXTS[operation], text=text, game=open_game.game, id=str(uuid.uuid4()))
    codes = [error["extensions"]["code"] for error in answer.get("errors", ())]
    assert all(STATUS[code] < 500 for code in codes), answer
