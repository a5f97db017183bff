"""What a move weighs for a client without rules, and a whole game for one who follows it: answers, choices, patches."""

import gzip
import statistics
from typing import Final

import httpx
import pytest

from domain.engine.viewer import seat_of
from domain.rulesets import CURRENT
from services.commands.choices import choices_of
from tests.api.conftest import Ask, Served
from tests.api.game_client import open_game
from tests.dice import new_id

MOVE: Final = """mutation($g: ID!, $id: ID!, $choice: ID!) { submit(game: $g, commandId: $id, choice: $choice) {
  __typename ... on CommandAccepted { version steps { version line { text } } game { toAct legal { choice text } } } } }"""
FOLLOW: Final = 'subscription($g: ID!) { gameSteps(game: $g, after: "0") { version patch } }'
BYTES_MAX: Final = 2_048
FOLLOWED_BYTES_MAX: Final = 110 * 1_024
LEVEL: Final = 6
COMMANDS_MAX: Final = 4_000


@pytest.mark.campaign
@pytest.mark.parametrize("ruleset", tuple(CURRENT))
async def test_a_move_is_answered_in_two_kilobytes(
    served: Served, http: httpx.AsyncClient, ask: Ask, ruleset: str
) -> None:
    client = await open_game(served, ask, ruleset=ruleset, seats=min(3, CURRENT[ruleset].seats_max))
    sizes: list[int] = []
    for _ in range(COMMANDS_MAX):
        history = await served.services.look.history(client.game)
        assert history is not None and history.head is not None
        game, state = history.game, history.head
        if state.over:
            break
        seat = seat_of(game.to_act(state)[0])
        bot = tuple(game.ruleset.bots.values())[-1]
        legal = game.legal(state, seat)
        command = bot(game.view(state, seat).position, legal, game.bot_chance(state, seat))
        variables = {"g": client.game, "id": new_id(), "choice": choices_of(legal)[legal.index(command)]}
        answer = await http.post(
            f"{served.url}/graphql",
            json={"query": MOVE, "variables": variables},
            headers=served.headers(client.players[seat]) | {"accept-encoding": "identity"},
        )
        assert answer.json()["data"]["submit"]["__typename"] == "CommandAccepted", answer.text
        sizes.append(len(gzip.compress(answer.content, LEVEL)))
    figures = f"{ruleset}: {len(sizes)} moves, p50 {statistics.median(sizes):.0f}, most {max(sizes)} bytes"
    print(figures)
    assert max(sizes) <= BYTES_MAX, figures
    followed = await followed_bytes(served, http, client.game)
    print(f"{ruleset}: followed by patches in {followed:,} bytes")
    assert followed <= FOLLOWED_BYTES_MAX


async def followed_bytes(served: Served, http: httpx.AsyncClient, game: str) -> int:
    """What comes over the wire to a spectator who follows a whole game, in gzip."""
    body = {"query": FOLLOW, "variables": {"g": game}}
    headers = {"accept": "text/event-stream", "accept-encoding": "gzip"}
    async with http.stream("POST", f"{served.url}/graphql", json=body, headers=headers) as answer:
        assert answer.headers["content-encoding"] == "gzip"
        return sum([len(piece) async for piece in answer.aiter_raw()])
