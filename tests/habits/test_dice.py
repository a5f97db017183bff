"""The tests' own dice: what they throw can be thrown again, and differs from test to test."""

from dataclasses import replace

from domain.engine.codec import state_hash
from tests import dice
from tests.api.memory import memory_world
from tests.services.clock import Clock
from tests.services.game_driver import seated_game


def thrown() -> tuple[str, str, bytes]:
    return dice.new_id(), dice.new_id(), dice.new_secret()


def test_a_name_repeats_its_throws_and_another_name_throws_something_else() -> None:
    dice.throw_anew("one")
    first = thrown()
    dice.throw_anew("another")
    assert not set(thrown()) & set(first)
    dice.throw_anew("one")
    assert thrown() == first
    assert not set(thrown()) & set(first), "two of one test differ"


def test_the_seed_of_the_run_varies_every_name(monkeypatch) -> None:
    dice.throw_anew("one")
    first = thrown()
    monkeypatch.setenv(dice.SEED, f"not {dice.seed()}")
    dice.throw_anew("one")
    assert not set(thrown()) & set(first)


def test_what_tests_share_does_not_move_their_own_chance() -> None:
    dice.throw_anew("one")
    alone = thrown()
    dice.throw_anew("one")
    with dice.thrown_apart("shared"):
        assert not set(thrown()) & set(alone)
    assert thrown() == alone


async def test_the_same_throws_are_the_same_game_to_its_last_hash() -> None:
    played = []
    for name in ("one", "one", "another"):
        dice.throw_anew(name)
        driver = await seated_game(replace(memory_world(), now_us=Clock()))
        for _ in range(9):
            await driver.play_any()
        played.append((driver.game_id, state_hash(driver.state)))
    assert played[0] == played[1]
    assert not set(played[0]) & set(played[2])
