"""What is erased with a person is the same on one server and on Citus, where several statements take the place of one."""

import re

import pytest

from infra.postgres import names
from tests.docs.pages import ROOT

CHANGED = re.compile(r"(?:DELETE FROM|UPDATE) (\w+)")


@pytest.mark.rules("GAME-PERSON-02")
def test_both_clear_the_same() -> None:
    text = (ROOT / "infra/postgres/citus/beside.sql").read_text(encoding="utf-8")
    on_citus = text.partition("FUNCTION erase_words")[2].partition("END $$")[0]
    assert set(CHANGED.findall(names._ERASE)) == set(CHANGED.findall(on_citus)) >= {"person", "token", "visit"}
