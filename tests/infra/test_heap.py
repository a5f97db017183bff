"""What survives a long collection is not walked again, unless there is much more of it than before."""

import gc
import weakref
from collections.abc import Iterator

import pytest

from infra import heap
from infra.heap import Heap


class Cycle:
    """An object that only a collection can free."""

    def __init__(self) -> None:
        self.own = self


class Plain:
    """An object that nothing but this test refers to."""


@pytest.fixture
def settled() -> Iterator[Heap]:
    """The heap of this process; nothing stays of it."""
    thresholds, callbacks, aside = gc.get_threshold(), list(gc.callbacks), gc.get_freeze_count()
    one = Heap()
    one.settle()
    yield one
    gc.callbacks[:] = callbacks
    gc.set_threshold(*thresholds)
    gc.unfreeze()
    if aside:  # as `tests/conftest.py` has left it
        gc.freeze()


def left_cycle() -> "weakref.ref[Cycle]":
    """A cycle that was set aside and that nothing refers to any more."""
    cycle = Cycle()
    gc.collect()
    assert not any(each is cycle for each in gc.get_objects())
    return weakref.ref(cycle)


def test_what_was_loaded_is_not_walked(settled: Heap) -> None:
    assert gc.get_freeze_count() > 10_000
    assert len(gc.get_objects()) < 1_000


def test_what_survives_a_long_collection_is_set_aside(settled: Heap, monkeypatch: pytest.MonkeyPatch) -> None:
    short = Cycle()
    gc.collect()
    assert any(each is short for each in gc.get_objects())
    monkeypatch.setattr(heap, "LONG_SECONDS", 0.0)
    gone = left_cycle()
    gc.collect()
    assert gone() is not None  # it waits until all are walked


def test_all_are_walked_once_there_are_many_more(settled: Heap, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heap, "LONG_SECONDS", 0.0)
    gone = left_cycle()
    monkeypatch.setattr(heap, "MORE", 1_000)
    monkeypatch.setattr(heap, "COUNTED_EACH", 1)
    many = [Cycle() for _ in range(1_001)]
    gc.collect()  # now there are more
    assert gone() is not None
    gc.collect()
    assert gone() is None
    assert many[0].own is many[0]
    assert len(gc.get_objects()) < 1_000  # and what is left is set aside


def test_what_was_set_aside_is_freed_when_nothing_refers_to_it(settled: Heap, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heap, "LONG_SECONDS", 0.0)
    plain = Plain()
    gone = weakref.ref(plain)
    gc.collect()
    number = gc.get_freeze_count()
    del plain
    assert gone() is None
    assert gc.get_freeze_count() < number
