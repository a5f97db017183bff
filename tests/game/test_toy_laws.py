"""The toy obeys the laws of all rulesets, so that who copies it begins with a ruleset that passes them."""

from collections.abc import Callable
from inspect import signature
from typing import Any

import pytest

from domain.rulesets import CURRENT
from tests.game.toy import TOY, Options
from tests.registry import register
from tests.rules_report import RuleIds
from tests.rulesets import games, test_contract, test_laws

RULES = ("TOY-01", "TOY-02", "TOY-03")
LAWS = [
    law
    for module in (test_laws, test_contract)
    for name, law in vars(module).items()
    if name.startswith("test_") and [*signature(law).parameters] == ["ruleset", "seats", "options"]
]


def test_every_ruleset_that_is_shipped_has_the_material_of_every_law() -> None:
    assert games.SMALL.isdisjoint(CURRENT) and {TOY.id} == games.SMALL


@pytest.mark.parametrize(
    "options", [Options(), Options(best="low"), Options(together=True)], ids=["high", "low", "together"]
)
@pytest.mark.parametrize("seats", range(TOY.seats_min, TOY.seats_max + 1))
@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_the_toy_obeys_the_laws_of_all_rulesets(
    monkeypatch: pytest.MonkeyPatch, law: Callable[[str, int, Any], None], seats: int, options: Options
) -> None:
    register(monkeypatch, TOY)
    monkeypatch.setattr(games, "rulebooks", lambda: {TOY.id: RuleIds(RULES, frozenset(RULES))})
    law(TOY.id, seats, options)


def test_the_laws_are_all_tried() -> None:
    assert len(LAWS) > 15
