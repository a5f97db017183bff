"""The figures of re-adjudication compare the same decisions of the same game."""

from domain.rulesets import RULESETS
from tests.bench.proof.readjudicated import games_per_second, stored_games


def test_a_game_is_decided_and_played_out_to_the_same_end() -> None:
    first, second = RULESETS["brigade", 1], RULESETS["brigade", 2]
    judged, played = games_per_second(first, second, stored_games(first, 1), 1)
    assert judged > 0 and played > 0
