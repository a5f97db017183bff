"""What a run of the benchmark prints is read back, and figures are compared by their names."""

from tests.bench.beside import Compared, compared, figures_in

PRINTED = """
  python-chess, random playouts: 45,200 plies/s  
  great_fire, 4 seats: random playouts: 51,722 decisions/s  1.14 of python-chess; 228 games/s
  GraphQL command over loopback: p50 2.3 ms, p99 4.1 ms  248 samples
╭─ a frame ─╮
"""


def test_figures_are_read_by_name() -> None:
    assert figures_in(PRINTED) == {
        "python-chess, random playouts": 45_200,
        "great_fire, 4 seats: random playouts": 51_722,
        "GraphQL command over loopback p50": 2.3,
        "GraphQL command over loopback p99": 4.1,
    }


def test_only_what_every_run_has_is_compared_by_its_median() -> None:
    here = [{"a": 1.0, "b": 1.0}, {"a": 3.0, "b": 1.0}, {"a": 2.0}]
    assert list(compared(here, [{"a": 4.0, "b": 2.0}])) == [Compared("a", 2.0, 4.0)]
    assert Compared("a", 2.0, 4.0).ratio == 0.5
