"""Non-interference over many random games: what a viewer cannot know changes no byte on any channel (GAME-HID-01).

`EMBERLOG_INTERFERENCE_GAMES` is the number of games of each version of each ruleset. `EMBERLOG_SIM_SEED` repeats a run.
"""

import json
import os
import random
import time
from dataclasses import replace
from typing import Any, Final

import httpx
import pytest

from domain.engine.ruleset import AnyRuleset
from domain.engine.viewer import ARBITER
from domain.rulesets import CURRENT, RULESETS
from tests.api.conftest import Ask, Served
from tests.api.game_client import game_in_the_middle
from tests.api.test_twins import ALL, fork, plain
from tests.interference.twins import Figures, Trial, TwinsDiffer

pytestmark = pytest.mark.campaign

GAMES_DEFAULT: Final = 24
GAMES: Final = int(os.environ.get("EMBERLOG_INTERFERENCE_GAMES") or GAMES_DEFAULT)
SEED: Final = os.environ.get("EMBERLOG_SIM_SEED") or str(random.SystemRandom().randrange(10**9))
PARTS: Final = 2
"""Each version's games are dealt to so many tests, for the cores."""
PROGRESS_SECONDS: Final = 30.0
API_PAIRS: Final = 4


@pytest.mark.rules("GAME-HID-01", "GAME-FORK-02", "GAME-WHATIF-01", "GAME-WHATIF-02")
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("box", RULESETS.values(), ids=lambda box: f"{box.id}-{box.version}")
def test_no_channel_tells_twins_apart(box: AnyRuleset, part: int) -> None:
    figures, printed = Figures(), time.monotonic()
    for number in range(part, GAMES, PARTS):
        Trial(box, f"{SEED} {box.id} {box.version} {number}", figures).run()
        if time.monotonic() - printed > PROGRESS_SECONDS:
            printed = time.monotonic()
            print(f"{box.id} version {box.version}, part {part}: {figures}", flush=True)
    print(f"EMBERLOG_SIM_SEED={SEED} {box.id} version {box.version}, part {part}: {figures}", flush=True)
    assert figures.differing > figures.twins / 2, "twins that are the same test nothing"


async def _raw(http: httpx.AsyncClient, served: Served, by: str | None, game: str, tried: Any) -> tuple[int, str]:
    """The size of an answer, and what is in it without what differs between any two games, and without what the caller
    may still spend: that changes with each request of theirs."""
    variables = {"g": game, "try": tried, "other": tried, "seated": tried is not None}
    answer = await http.post(
        f"{served.url}/graphql", json={"query": ALL, "variables": variables}, headers=served.headers(by)
    )
    response = answer.json()
    changing = len(json.dumps(response.pop("extensions")))
    return len(answer.content) - changing, json.dumps(plain(response), sort_keys=True)


@pytest.mark.rules("GAME-HID-01", "GAME-FORK-02")
@pytest.mark.parametrize("number", range(API_PAIRS))
@pytest.mark.parametrize("ruleset", tuple(CURRENT))
async def test_no_answer_of_the_api_tells_twins_apart_by_its_bytes_or_its_size(
    served: Served, http: httpx.AsyncClient, ask: Ask, ruleset: str, number: int
) -> None:
    dice = random.Random(f"{SEED} {ruleset} {number}")
    client = await game_in_the_middle(served, ask, ruleset, dice.randint(5, 45), seed=dice.randrange(10**6))
    await served.principal("Stranger")
    by = await client.acting()
    seat = client.players.index(by)
    for forker in (by, "Stranger"):
        twins = [await fork(ask, client, forker, seat) for _ in range(2)]
        legal = (await client.mine(by))["legal"]
        tried = dice.choice(legal)["json"]
        for reader in (by, None) if forker == by else (None,):  # who forks sits down, with a hand of the new deal
            one, two = [await _raw(http, served, reader, game, tried if reader == by else None) for game in twins]
            where = f"EMBERLOG_SIM_SEED={SEED} {ruleset} {number}: a fork by {forker}, read by {reader}"
            assert one[1] == two[1], where
            assert one[0] == two[0], f"{where}: {one[0]} and {two[0]} bytes"


def test_a_channel_that_tells_is_named_with_its_place() -> None:
    """A view that shows everything is caught at once, and the message has all that a reader needs."""
    box = next(iter(CURRENT.values()))
    leaking = replace(box, view=lambda state, viewer: box.view(state, ARBITER))
    with pytest.raises(TwinsDiffer) as caught:
        Trial(leaking, "a leak", Figures()).run()
    assert all(word in str(caught.value) for word in (box.id, "version", "a leak", "step", "viewer", "channel"))
