"""The caches of Apollo, Relay and urql, configured as docs/client-developers.md says, give back what the service answered."""

import json
import re
import subprocess
import time
from pathlib import Path
from typing import Any, Final

import pytest

from tests.clients.running import Caller, Running
from tests.docs.pages import ROOT
from tests.machine import NODE_FOLDER, NODE_PACKAGES, needs_node, node_flags

pytestmark = [needs_node, pytest.mark.xdist_group("clients"), pytest.mark.campaign]

PAGE: Final = "docs/client-developers.md"
CLIENTS: Final = {"apollo": "new InMemoryCache(", "relay": "new Environment(", "urql": "cacheExchange("}
SECONDS_MAX: Final = 120

AREAS: Final = "... on GreatFireView { areas { id houses cones burning } }"
OPERATIONS: Final = {
    "cachesGameQuery": "($game: ID!) { game(id: $game) { id version phase title ruleset "
    "seats { id seat name } result { ending places { seat } rules { id text } } } }",
    "cachesListQuery": "{ games(first: 5) { edges { node { id version title phase ruleset } } } }",
    "cachesFirstQuery": "($game: ID!) { game(id: $game) { id step(version: 3) { id version line { text rules { id } } } } }",
    "cachesOwnQuery": "($game: ID!) { game(id: $game) { id step(version: 3, as: {seat: 0}) { id version line { text } } } }",
    "cachesStepsQuery": "($game: ID!) { game(id: $game) { id steps(first: 40) { edges { node { id version patch } } } } }",
    "cachesNodeQuery": "($game: ID!) { node(id: $game) { id ... on Game { version toAct } } }",
    "cachesRulesQuery": "{ rulesets { id version title rules(first: 30) { edges { node { id text } } } } }",
    "cachesAreasQuery": "($game: ID!, $other: ID!) { game(id: $game) { id view { phase position { " + AREAS + " } } } "
    "other: game(id: $other) { id view { phase position { " + AREAS + " } } } }",
}


def configuration(client: str) -> str:
    """What the page says for a client: an expression, after the constants it needs."""
    blocks = re.findall(r"```typescript\n(.*?)```", (ROOT / PAGE).read_text(encoding="utf-8"), re.DOTALL)
    [snippet] = [block for block in blocks if CLIENTS[client] in block]
    return str(snippet)


def until_over(caller: Caller, game: str) -> None:
    """The bots play on."""
    for _ in range(SECONDS_MAX * 5):
        if caller.ask("query($game: ID!) { game(id: $game) { phase } }", game=game)["game"]["phase"] == "OVER":
            return
        time.sleep(0.2)
    raise AssertionError("the bots do not come to an end")


@pytest.fixture(scope="module")
def games(service: Running) -> tuple[str, list[str]]:
    """A player's token, and two finished games of Great Fire with other boards."""
    with Caller(service.url, "Cache") as caller:
        made = [caller.sandbox("great_fire", 3, bots=2, seed=seed) for seed in ("one", "two")]
        for game in made:
            caller.order("takeSeat", "$game: ID!, $seat: Int!", game=game, seat=0)
            caller.begin(game)
            caller.order("resign", "$game: ID!", game=game)
            until_over(caller, game)
        return caller.token, made


def artifacts_of(folder: Path) -> Path:
    """What Relay's compiler makes of the operations."""
    graphql = "\n".join(f"graphql`query {name}{text}`;" for name, text in OPERATIONS.items())
    (folder / "src").mkdir()
    (folder / "src" / "caches.js").write_text(f"import {{ graphql }} from 'relay-runtime';\n{graphql}\n")
    (folder / "package.json").write_text('{"type": "module"}')
    config = {
        "src": "src",
        "schema": str(ROOT / "docs/schema.graphql"),
        "language": "javascript",
        "eagerEsModules": True,
    }
    (folder / "relay.config.json").write_text(json.dumps(config))
    program = [str(NODE_PACKAGES / ".bin" / "relay-compiler"), "relay.config.json"]
    done = subprocess.run(program, cwd=folder, capture_output=True, text=True, timeout=SECONDS_MAX, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder / "src" / "__generated__"


@pytest.mark.parametrize("client", CLIENTS)
def test_a_cache_configured_as_documented_gives_back_every_answer(
    client: str, service: Running, games: tuple[str, list[str]], tmp_path: Path
) -> None:
    token, (game, other) = games
    variables = {"game": game, "other": other}
    operations = [
        {
            "name": name,
            "document": f"query {name}{text}",
            "variables": {each: value for each, value in variables.items() if f"${each}:" in text},
        }
        for name, text in OPERATIONS.items()
    ]
    request: dict[str, Any] = {"client": client, "url": service.url, "token": token, "operations": operations}
    request["configuration"] = configuration(client)
    request["artifacts"] = str(artifacts_of(tmp_path)) if client == "relay" else ""
    done = subprocess.run(
        ["node", *node_flags(), "caches.mjs"],
        cwd=NODE_FOLDER,
        input=json.dumps(request),
        capture_output=True,
        text=True,
        timeout=SECONDS_MAX,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    with Caller(service.url, "Plain") as caller:
        caller._http.headers["authorization"] = f"Bearer {token}"
        answers = {each["name"]: caller.ask(each["document"], **each["variables"]) for each in operations}
    boards = [answers["cachesAreasQuery"][each]["view"]["position"]["areas"] for each in ("game", "other")]
    assert boards[0] != boards[1], "the areas of the two boards have the same ids and other contents"
    assert result["read"] == answers
    if client != "urql":  # its cache shows no keys
        assert {f"Game:{game}", f"Game:{other}", f"ListedGame:{game}"} <= set(result["games"])
    assert not result["warnings"]
