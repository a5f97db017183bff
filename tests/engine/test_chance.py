"""Chance: draws that anybody can derive again, each outcome exactly as likely."""

import hashlib
import hmac
from collections import Counter
from itertools import permutations

import pytest

from domain.engine import chance as chances
from domain.engine.bots import random_bot
from domain.engine.chance import Chance, Draw, bot_seed, commitment, draw, play_seed, salt

SEED = bytes(range(32))
KNOWN_DICE = [1, 1, 2, 2, 2, 4, 2, 0, 2, 3, 4, 2]
KNOWN_BILLION = 923407963
KNOWN_WORD = 7287797258388645488


def words(seed: bytes, step: int, index: int, block: int) -> list[int]:
    """The four words of a block, by the general HMAC construction: written from the description, not from the code."""
    key = seed.ljust(64, b"\0")
    text = b"emberlog.draw" + step.to_bytes(8, "big") + index.to_bytes(4, "big") + block.to_bytes(4, "big")
    inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in key) + text).digest()
    outer = hashlib.sha256(bytes(byte ^ 0x5C for byte in key) + inner).digest()
    return [int.from_bytes(outer[at : at + 8], "big") for at in range(0, 32, 8)]


@pytest.mark.parametrize("bound", [1, 2, 6, 60, 1000, 2**32 + 1, 2**63])
@pytest.mark.parametrize(("step", "index"), [(0, 0), (1, 0), (0, 1), (2**40, 2**31)])
def test_a_draw_is_the_first_word_that_is_not_rejected(step: int, index: int, bound: int) -> None:
    limit = 2**64 // bound * bound
    fair = [word for block in range(4) for word in words(SEED, step, index, block) if word < limit]
    assert draw(SEED, step, index, bound) == fair[0] % bound


def test_known_draws_never_change() -> None:
    """Recorded games rest on these; computed with OpenSSL's HMAC."""
    assert [draw(SEED, 0, index, 6) for index in range(12)] == KNOWN_DICE
    assert draw(SEED, 17, 3, 10**9) == KNOWN_BILLION
    assert draw(bytes(32), 0, 0, 2**64) == KNOWN_WORD


def test_words_above_the_largest_multiple_are_rejected() -> None:
    """With a bound of three quarters of all words, about one in four is thrown away, also past the first block."""
    bound = 3 << 62
    skipped = Counter[int]()
    for index in range(400):
        row = [word for block in range(8) for word in words(SEED, 5, index, block)]
        first = next(at for at, word in enumerate(row) if word < bound)
        skipped[first] += 1
        assert draw(SEED, 5, index, bound) == row[first]
    assert skipped[0] < 340 and skipped[1] > 40 and sum(count for at, count in skipped.items() if at >= 4) > 0


def test_a_draw_gives_up_when_nothing_is_fair(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chances, "_WORD", 1 << 20)
    with pytest.raises(AssertionError, match="no outcome"):
        draw(SEED, 0, 0, 1 << 20)


@pytest.mark.parametrize("bound", [0, -3])
def test_a_draw_needs_an_outcome(bound: int) -> None:
    with pytest.raises(AssertionError):
        draw(SEED, 0, 0, bound)


@pytest.mark.parametrize("bound", [2, 3, 7, 60])
def test_outcomes_are_evenly_spread(bound: int) -> None:
    """Chi-squared stays within four deviations of its mean, plus a margin. The seed is fixed, so this never varies."""
    expected = 200
    counts = Counter(draw(SEED, step, 0, bound) for step in range(expected * bound))
    assert set(counts) == set(range(bound))
    chi_squared = sum((counts[outcome] - expected) ** 2 / expected for outcome in range(bound))
    assert chi_squared < bound - 1 + 4 * (2 * (bound - 1)) ** 0.5 + 8


def test_step_and_index_make_a_draw_and_seeds_differ() -> None:
    rows = {
        tuple(draw(seed, step, index, 2**60) for _ in range(2))
        for seed in (SEED, bytes(32))
        for step in range(5)
        for index in range(5)
    }
    assert len(rows) == 50
    assert all(one == other for one, other in rows)


def test_chance_numbers_its_draws_and_remembers_them() -> None:
    chance = Chance(SEED, 7)
    outcomes = [chance.below(bound) for bound in (6, 1, 60)]
    assert chance.draws == [
        Draw(7, at, bound, outcome) for at, (bound, outcome) in enumerate(zip((6, 1, 60), outcomes, strict=True))
    ]
    assert outcomes == [draw(SEED, 7, at, bound) for at, bound in enumerate((6, 1, 60))]
    repeat = Chance(SEED, 7)
    assert [repeat.below(bound) for bound in (6, 1, 60)] == outcomes, (
        "a command decided a second time gets the same draws"
    )


def test_the_seed_is_not_in_the_repr() -> None:
    chance = Chance(SEED, 7)
    chance.below(9)
    assert repr(chance) == "Chance(step=7, draws=1)"
    assert SEED.hex() not in repr(vars(type(chance)))


def test_pick_and_shuffle_follow_the_draws() -> None:
    chance = Chance(SEED, 1)
    assert chance.pick("abcdef") == "abcdef"[draw(SEED, 1, 0, 6)]
    row = list("abcde")
    order = Chance(SEED, 2).shuffled(row)
    for index, place in enumerate((4, 3, 2, 1)):
        other = draw(SEED, 2, index, place + 1)
        row[place], row[other] = row[other], row[place]
    assert order == tuple(row)
    assert Chance(SEED, 3).shuffled([]) == () and Chance(SEED, 3).shuffled(["one"]) == ("one",)


def test_every_order_of_a_shuffle_is_as_likely() -> None:
    counts = Counter(Chance(SEED, step).shuffled("abc") for step in range(3000))
    assert set(counts) == set(permutations("abc"))
    assert all(400 < count < 600 for count in counts.values()), counts


def test_a_shuffle_does_not_touch_what_it_was_given() -> None:
    row = ["a", "b", "c", "d"]
    Chance(SEED, 0).shuffled(row)
    assert row == ["a", "b", "c", "d"]


def test_the_random_bot_gives_every_command_the_same_chance() -> None:
    commands = ("x", "y", "z")
    counts = Counter(random_bot(None, commands, Chance(SEED, step)) for step in range(1500))  # type: ignore[type-var]
    assert all(400 < counts[command] < 600 for command in commands)


def test_a_commitment_is_a_hash_in_its_own_domain() -> None:
    assert commitment(SEED) == hashlib.sha256(b"emberlog.commitment" + SEED).hexdigest()
    assert commitment(SEED) != hashlib.sha256(SEED).hexdigest()


def test_every_share_changes_the_play_seed_and_none_runs_into_the_next() -> None:
    seeds = {
        play_seed(SEED, shares)
        for shares in (
            [],
            [""],
            ["", ""],
            ["ab", "c"],
            ["a", "bc"],
            ["abc"],
            ["abc", ""],
            ["", "abc"],
            ["é"],
            ["e\u0301"],
        )
    }
    assert len(seeds) == 10 and {len(seed) for seed in seeds} == {32}
    message = b"emberlog.play" + b"\0\0\0\2ab" + b"\0\0\0\1c"
    assert play_seed(SEED, ["ab", "c"]) == hmac.new(SEED, message, "sha256").digest()
    assert play_seed(bytes(32), ["ab", "c"]) != play_seed(SEED, ["ab", "c"])


def test_salts_and_bot_seeds_are_apart_from_the_draws_and_from_each_other() -> None:
    salts = [salt(SEED, version) for version in range(50)]
    seeds = [bot_seed(SEED, seat) for seat in range(6)]
    assert len(set(salts)) == 50 and {len(bytes.fromhex(each)) for each in salts} == {16}
    assert len(set(seeds)) == 6 and SEED not in seeds
    assert salt(SEED, 3) == hmac.new(SEED, b"emberlog.salt" + (3).to_bytes(8, "big"), "sha256").hexdigest()[:32]
    assert bot_seed(SEED, 2) == hmac.new(SEED, b"emberlog.bot" + (2).to_bytes(4, "big"), "sha256").digest()
