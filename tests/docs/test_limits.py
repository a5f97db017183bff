"""The table of limits says what the limits are: every one, with its default."""

import dataclasses
import re

from api.limits import ApiLimits
from api.problems import STATUS
from tests.docs.pages import ROOT

PAGE = (ROOT / "docs" / "client-developers.md").read_text()
ROW = re.compile(r"^\| [^|]+ \| `(\w+)` \| ([\d,.]+) \| ([^|]+) \|$", re.MULTILINE)


def test_the_documented_limits_are_the_limits() -> None:
    documented = {name: float(default.replace(",", "")) for name, default, _ in ROW.findall(PAGE)}
    assert documented == {name: float(default) for name, default in dataclasses.asdict(ApiLimits()).items()}


def test_every_code_of_an_error_is_explained() -> None:
    assert {code for code in STATUS if f"`{code}`" not in PAGE} == set()
    for _, _, beyond in ROW.findall(PAGE):
        assert set(re.findall(r"`([A-Z_]+)`", beyond)) <= set(STATUS)
