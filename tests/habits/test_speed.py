"""What says how slow the machine is: bounds on processor time hang on it."""

from collections.abc import Iterator

import pytest

from tests import speed


@pytest.mark.parametrize(
    ("seconds", "times"), [(0.5, 1.0), (1.0, 1.0), (1.5, 1.5), (3.0, 3.0), (90.0, speed.SLOWNESS_MAX)]
)
def test_a_machine_is_as_slow_as_its_work_says(seconds: float, times: float, monkeypatch: pytest.MonkeyPatch) -> None:
    def clock() -> Iterator[float]:
        now = 0.0
        while True:
            yield now
            now += speed.IDLE_SECONDS * seconds

    ticks = clock()
    monkeypatch.setattr(speed.time, "thread_time", lambda: next(ticks))
    assert speed.slowness() == pytest.approx(times)


def test_one_slow_round_says_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    taken = iter([0.0, 1.0, *(at * speed.IDLE_SECONDS + 1 for at in range(2 * speed.ROUNDS))])
    monkeypatch.setattr(speed.time, "thread_time", lambda: next(taken))
    assert speed.slowness() == pytest.approx(1.0)
