"""Statistics of recorded games equal figures that are kept, and the permutation test agrees with what is known exactly."""

import gzip
import random
import uuid
from math import comb
from pathlib import Path

import msgspec
import pytest

from infra.data.dump import NDJSON
from infra.data.statistics import QUESTIONS, answers
from tests.infra.data.figures import corpus_dump, figures, golden_dump, on_record


def test_statistics_of_the_golden_games_are_those_on_record(tmp_path: Path) -> None:
    assert golden_dump(tmp_path) > 200
    made = figures(tmp_path)
    assert set(made) == set(QUESTIONS) and all(
        made[name] for name in ("seats", "seat_test", "length", "bots", "bot_pairs")
    )
    assert made == on_record()["golden"], "run: python -m tests.infra.data.figures"


@pytest.mark.campaign
async def test_statistics_of_the_recorded_logs_are_those_on_record(tmp_path: Path) -> None:
    assert await corpus_dump(tmp_path) > 50
    made = figures(tmp_path)
    assert all(made[name] for name in ("refusals", "take_backs", "think_time"))
    assert made == on_record()["corpus"], "run: python -m tests.infra.data.figures"


def dump_of(folder: Path, wins: list[int], games: int) -> None:
    """A dump of games in which each seat has won so often."""
    folder = folder / "toy" / "month"
    folder.mkdir(parents=True)
    dice = random.Random(7)
    of_game = [str(uuid.UUID(int=dice.getrandbits(128), version=4)) for _ in range(games)]
    winner = [seat for seat, count in enumerate(wins) for _ in range(count)]
    seats = [
        {"game": game, "seat": seat, "bot": "", "place": 1 if seat == won else 2}
        for game, won in zip(of_game, winner, strict=True)
        for seat in range(len(wins))
    ]
    rows = [
        {"game": game, "ruleset": "toy", "seats": len(wins), "phase": "over", "steps": 1, "turns": 1, "opened_us": 0,
         "ended_us": 1}
        for game in of_game
    ]  # fmt: skip
    step = {"game": of_game[0], "version": 1, "time_us": 1, "type": "toy.Made", "facts": "{}"}
    command = {
        "game": of_game[0], "outcome": "accepted", "code": "", "received_us": 1, "first_version": 1, "by_person": False,
        "seat": 0, "type": "toy.Make",
    }  # fmt: skip
    for name, made in (("games", rows), ("seats", seats), ("steps", [step]), ("commands", [command])):
        (folder / f"{name}{NDJSON}").write_bytes(
            gzip.compress(b"".join(msgspec.json.encode(row) + b"\n" for row in made))
        )


@pytest.mark.parametrize(("wins", "p"), [([50, 50], 1.0), ([60, 40], 0.0569), ([75, 25], 0.0), ([34, 33, 33], 0.99)])
def test_the_permutation_test_agrees_with_what_is_exact(tmp_path: Path, wins: list[int], p: float) -> None:
    """Of two seats it is the two-sided binomial test; 999 rounds are within three standard deviations of it."""
    games = sum(wins)
    if len(wins) == 2:
        assert (
            round(
                sum(comb(games, k) for k in range(games + 1) if abs(2 * k - games) >= wins[0] - wins[1]) / 2**games, 4
            )
            == p
        )
    dump_of(tmp_path, wins, games)
    (row,) = next(each.rows for each in answers(tmp_path) if each.name == "seat_test")
    assert row[:3] == ("toy", len(wins), games) and row[4] == 999
    assert row[3] == pytest.approx(sum((each - games / len(wins)) ** 2 for each in wins) * len(wins) / games, abs=1e-3)
    assert abs(row[5] - p) <= 3 * (p * (1 - p) / 999) ** 0.5 + 0.002
