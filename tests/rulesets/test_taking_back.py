"""What events teach, and what is dealt again for all seats: laws over a few games here, over many in the campaign.

`EMBERLOG_TAKE_BACK_GAMES` is the number of games of each version of each ruleset in the campaign, `EMBERLOG_SIM_SEED`
repeats a run.
"""

import os
import random
import time
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest

from domain.engine.ruleset import NOTHING_LEARNED, AnyRuleset, Informed
from domain.engine.viewer import SPECTATOR, seat_of
from domain.rulesets import CURRENT, RULESETS
from tests.bench.take_back import laws
from tests.game.toy import TOY
from tests.rulesets.taking_back import Figures, InformsMiss, check_game, check_redo_in_worlds

GAMES_DEFAULT: Final = 8
GAMES: Final = int(os.environ.get("EMBERLOG_TAKE_BACK_GAMES") or GAMES_DEFAULT)
SEED: Final = os.environ.get("EMBERLOG_SIM_SEED") or str(random.SystemRandom().randrange(10**9))
TRIES: Final = 12
"""Commands of a game that are tried."""
PROGRESS_SECONDS: Final = 30.0


@pytest.mark.rules("GAME-BACK-02", "GAME-BACK-06")
@pytest.mark.parametrize("box", CURRENT.values(), ids=lambda box: box.id)
def test_who_learns_nothing_sees_the_same_in_every_world(box: AnyRuleset) -> None:
    figures = Figures()
    check_game(box, f"fast {box.id}", TRIES, figures)
    assert figures.commands and figures.deals


@pytest.mark.rules("GAME-BACK-02")
@pytest.mark.parametrize("box", CURRENT.values(), ids=lambda box: box.id)
def test_after_a_free_take_back_every_world_that_was_possible_still_is(box: AnyRuleset) -> None:
    assert check_redo_in_worlds(box, f"fast {box.id}", commands=120, worlds=2) > 0


def test_a_missing_mark_is_found() -> None:
    silent = replace(CURRENT["london"], informs=lambda event: NOTHING_LEARNED)
    with pytest.raises(InformsMiss, match="learns something"):
        check_game(silent, "a silent ruleset", 200, Figures())


def test_a_seat_that_shows_something_does_not_learn_it() -> None:
    shows = Informed((SPECTATOR,), seat_of(1))
    assert [shows.teaches(viewer) for viewer in (seat_of(0), seat_of(1), SPECTATOR)] == [True, False, True]
    both = Informed((SPECTATOR, seat_of(1)), seat_of(1))
    assert both.teaches(seat_of(1)) and not NOTHING_LEARNED.teaches(SPECTATOR)
    assert TOY.informs


def test_long_runs_of_the_laws_go_on_where_they_ended_and_add_up(tmp_path: Path) -> None:
    box, path = CURRENT["brigade"], tmp_path / "laws"
    assert laws.run(path, box, first=0, games=1, minutes=0) == 1, "no time, no game"
    assert laws.run(path, box, first=0, games=1, minutes=9) == 0
    path.write_bytes(path.read_bytes() + b'{"ruleset":"bri')  # it was killed while it wrote
    assert len(laws.read([path])) == 1
    assert laws.run(path, box, first=0, games=2, minutes=9) == 0
    assert "brigade version 2: 2 games, 24 commands" in laws.summed(laws.read([path, path]))
    wrong = replace(box, informs=lambda event: NOTHING_LEARNED)
    missed = laws.played(wrong, 0, 1)
    assert missed.misses and "learns something" in laws.summed([missed])


@pytest.mark.campaign
@pytest.mark.rules("GAME-BACK-02", "GAME-BACK-06")
@pytest.mark.parametrize("box", RULESETS.values(), ids=lambda box: f"{box.id}-{box.version}")
def test_many_games_teach_nobody_more_than_they_say(box: AnyRuleset) -> None:
    figures, printed = Figures(), time.monotonic()
    for number in range(GAMES):
        check_game(box, f"{SEED} {box.id} {box.version} {number}", TRIES, figures)
        if time.monotonic() - printed > PROGRESS_SECONDS:
            printed = time.monotonic()
            print(f"{box.id} version {box.version}: {figures}", flush=True)
    print(f"EMBERLOG_SIM_SEED={SEED} {box.id} version {box.version}: {figures}; never borne out: {figures.needless}")
    assert figures.games == GAMES
    assert not figures.needless or GAMES < 100, "events that are said to teach something never did"
