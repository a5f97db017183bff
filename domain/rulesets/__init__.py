"""The registry: one line per ruleset."""

from collections.abc import Mapping
from typing import Final

from domain.engine.ruleset import AnyRuleset, RulesetKey
from domain.rulesets import brigade, great_fire, london

_VERSIONS: Final[tuple[tuple[AnyRuleset, ...], ...]] = (
    great_fire.VERSIONS,
    london.VERSIONS,
    brigade.VERSIONS,
)

RULESETS: Final[Mapping[RulesetKey, AnyRuleset]] = {each.key: each for versions in _VERSIONS for each in versions}
"""Every version of every ruleset that this build can play, replay and verify."""

CURRENT: Final[Mapping[str, AnyRuleset]] = {versions[-1].id: versions[-1] for versions in _VERSIONS}
"""Id -> the newest version: games are opened with it unless their host chooses another."""


def versions_of(id: str) -> tuple[int, ...]:
    """The versions of a ruleset that this build has, oldest first; none for an unknown id."""
    return tuple(version for each, version in RULESETS if each == id)
