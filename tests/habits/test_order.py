"""The order in which test files begin."""

from tests.habits.sources import ROOT
from tests.order import LONGEST, longest_first


def test_the_files_that_take_longest_are_there() -> None:
    assert [name for name in LONGEST if not (ROOT / name).is_file()] == []


def test_the_longest_begin_first_and_files_stay_whole() -> None:
    files = ["few", "many", LONGEST[1], "many", LONGEST[0], "few", "many"]
    assert [files[at] for at in longest_first(files)] == [LONGEST[0], LONGEST[1], *["many"] * 3, *["few"] * 2]
    assert longest_first(files)[2:5] == [1, 3, 6], "the tests of a file keep their order"
