"""Puts a ruleset into the registry for the time of one test."""

from collections.abc import MutableMapping
from typing import cast

import pytest

from domain.engine.ruleset import AnyRuleset, RulesetKey
from domain.rulesets import CURRENT, RULESETS


def register(monkeypatch: pytest.MonkeyPatch, ruleset: AnyRuleset) -> None:
    """Adds one version of a ruleset, which is the newest from now on."""
    monkeypatch.setitem(cast(MutableMapping[str, AnyRuleset], CURRENT), ruleset.id, ruleset)
    monkeypatch.setitem(cast(MutableMapping[RulesetKey, AnyRuleset], RULESETS), ruleset.key, ruleset)


def withdraw(monkeypatch: pytest.MonkeyPatch, ruleset: AnyRuleset) -> None:
    """Removes one version, as if this build were older than the game."""
    monkeypatch.delitem(cast(MutableMapping[RulesetKey, AnyRuleset], RULESETS), ruleset.key)
