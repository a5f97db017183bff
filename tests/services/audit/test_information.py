"""Whether somebody knew more than their view: who looks at every card is found, who does not is not."""

import random
from typing import Any

from domain.engine.chance import Chance
from domain.engine.fold import fold
from domain.game import Game
from domain.rulesets import CURRENT
from services.audit.information import (
    ALARM,
    DECISIONS_MIN,
    RANK_MAX,
    Effort,
    Ranked,
    bot_decisions,
    finding_of,
    ranked_of,
    ranks_of,
)
from services.world import World
from tests.services.game_driver import seated_game

SMALL = Effort(worlds=2, commands=2, playouts=1, ahead=2)


def test_a_decision_without_a_choice_or_without_a_secret_has_no_ranks() -> None:
    ruleset = CURRENT["brigade"]
    position = ruleset.initial(2, ruleset.options())
    position = fold(ruleset.evolve, position, ruleset.set_up(position, Chance(bytes(32), 0)))
    command = ruleset.legal(position, ruleset.to_act(position)[0])[0]
    ranks = ranks_of(ruleset, position, command, bytes(32), SMALL)
    assert ranks is not None and len(ranks) == 3 and all(0 <= each <= RANK_MAX for each in ranks)
    assert ranks == ranks_of(ruleset, position, command, bytes(32), SMALL), "all follows from the seed"


def test_higher_ranks_in_the_true_world_raise_an_alarm_and_equal_ones_do_not() -> None:
    dice = random.Random(5)
    fair = [Ranked("p", tuple(dice.randrange(RANK_MAX) for _ in range(6))) for _ in range(DECISIONS_MIN)]
    knowing = [Ranked("p", (min(RANK_MAX, each.ranks[0] + 150), *each.ranks[1:])) for each in fair]
    assert finding_of("p", fair).p_value > ALARM > finding_of("p", knowing).p_value
    finding = finding_of("p", knowing)
    assert finding.truth > finding.redealt and finding.decisions == DECISIONS_MIN


async def test_decisions_of_persons_count_and_those_of_bots_do_not(memory: World, toy: str) -> None:
    driver = await seated_game(memory, "brigade")
    await driver.play_on(12)
    rows, stored = await memory.log.read(driver.game_id), await memory.log.commands(driver.game_id)
    game = Game(CURRENT["brigade"])
    assert list(ranked_of(game, rows, stored, SMALL)) == [], "they came by no token"


def test_a_bot_is_tested_over_games_that_follow_from_a_number(monkeypatch: Any) -> None:
    monkeypatch.setattr("services.audit.information.DECISIONS_MIN", 6)
    first, second = (bot_decisions(CURRENT["brigade"], 1, SMALL) for _ in range(2))
    assert len(first) == 6 and first == second != bot_decisions(CURRENT["brigade"], 2, SMALL)
