"""A whole game through the public API, and what it looks like afterwards."""

import pytest

from tests.api.conftest import Ask, Served
from tests.api.game_client import open_game


@pytest.mark.campaign
async def test_a_whole_game_is_played_at_random(served: Served, ask: Ask) -> None:
    client = await open_game(served, ask)
    await client.play()
    answer = (
        await ask(
            "query($g: ID!) { game(id: $g) { phase version secret result { ending places { seat place points } } } }",
            g=client.game,
        )
    )["game"]
    assert answer["phase"] == "OVER" and answer["secret"] and answer["result"]["places"]
    steps = await client.steps()
    assert [step["version"] for step in steps] == list(range(1, answer["version"] + 1))
