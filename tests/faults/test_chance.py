"""Fault 17: whoever shuffles cheats, and the verifier notices. Fault 19: other machines come to the same states."""

import os
import subprocess
import sys
from collections import Counter
from itertools import permutations

import pytest

from domain.engine.chance import Chance, commitment
from infra.wiring import wired
from services.log.verify import Verdict, verify_game
from tests.continuity.players import LiveGame
from tests.faults.client import Bots, PatientClient
from tests.faults.forge import Body, rewrite
from tests.faults.scale import SEED, Figures, count, luck
from tests.faults.stage import Stage, staged

pytestmark = pytest.mark.campaign

CHI_SQUARE_MAX = 78.0
"""Of 23 degrees of freedom; a fair shuffle exceeds it once in five million runs."""
OTHER_SECRET = "ab" * 32


def with_data(**fields: object) -> "object":
    """Changes fields of a step's event."""
    return lambda body: {**body, "data": {**body["data"], **fields}}


CHEATS = {
    "another secret, the old commitment": ("GameOpened", with_data(secret=OTHER_SECRET), "commitment"),
    "another secret and its commitment": (
        "GameOpened",
        with_data(secret=OTHER_SECRET, commitment=commitment(bytes.fromhex(OTHER_SECRET))),
        "salt",
    ),
    "another secret revealed": ("SeedRevealed", with_data(secret=OTHER_SECRET), "seed"),
    "a player's share changed": ("SeatTaken", with_data(share="cd" * 32), "command"),
}
"""Name -> the event that is changed, how, and the check that notices."""


async def test_who_changes_the_secret_or_a_share_is_named(figures: Figures) -> None:
    dice = luck(17)
    async with staged() as stage, PatientClient([stage.url], dice) as client:
        bots = Bots(client, dice)
        game = await bots.open("great_fire", players=3)
        await game.play()
        async with stage.owner() as owner:
            await owner.execute("SET session_replication_role = replica")
            rows = await owner.fetch("SELECT version, type, body FROM event WHERE game_id = $1", game.game)
            steps = {row["type"].removeprefix("game."): row["version"] for row in reversed(rows)}
            for name, (event, change, check) in CHEATS.items():
                await rewrite(owner, game.game, steps[event], change)  # type: ignore[arg-type]
                check_failed = await finding(stage, game)
                assert check_failed == check, f"{name}: {check_failed}"
                original = {row["version"]: row["body"] for row in rows}
                await rewrite(owner, game.game, steps[event], _back_to(original[steps[event]]))
            await owner.execute(
                "DELETE FROM event WHERE game_id = $1 AND version = $2", game.game, steps["SeedRevealed"]
            )
            assert await finding(stage, game) is not None, "a secret was withheld, and nobody noticed"
    figures(17, cheats=len(CHEATS) + 1, noticed=len(CHEATS) + 1)


def _back_to(body: bytes) -> "object":
    import msgspec

    original: Body = msgspec.json.decode(body)
    return lambda changed: original


async def finding(stage: Stage, game: LiveGame) -> str | None:
    """The check of `verify` that fails; None if the game holds."""
    async with wired(stage.postgres.url, stage.redis.url, connections_max=2) as use_cases:
        verdict = await verify_game(use_cases.world, game.game)
    assert isinstance(verdict, Verdict)
    return None if verdict.finding is None else verdict.finding.check


def test_every_order_is_as_likely(figures: Figures) -> None:
    shuffles, seed = count(1_000_000, 100_000), SEED.to_bytes(32, "big")
    orders = Counter(Chance(seed, step).shuffled(range(4)) for step in range(shuffles))
    expected = shuffles / 24
    chi_square = sum((orders[order] - expected) ** 2 / expected for order in permutations(range(4)))
    figures(17, shuffles=shuffles, chi_square=f"{chi_square:.1f} of {CHI_SQUARE_MAX}")
    assert chi_square < CHI_SQUARE_MAX


def test_hash_seeds_locales_and_time_zones_change_no_state(figures: Figures) -> None:
    """The corpus has a hash of every state; a run that comes to another one fails."""
    dice, runs = luck(19), count(20, 2)
    zones, locales = ("UTC", "Pacific/Apia", "Asia/Kathmandu"), ("C", "C.UTF-8", "tr_TR.UTF-8")
    for _ in range(runs):
        environment = {
            **os.environ, "PYTHONHASHSEED": str(dice.randrange(2**32)), "TZ": dice.choice(zones),
            "LC_ALL": dice.choice(locales),
        }  # fmt: skip
        done = subprocess.run(
            [sys.executable, "-m", "tests.corpus", "check"],
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout[-2_000:] + done.stderr[-2_000:]
    figures(19, runs=runs, python=f"{sys.version_info.major}.{sys.version_info.minor}", machine=os.uname().machine)
