"""The registry: one line per ruleset."""

from collections.abc import Mapping
from typing import Final

from domain.engine.ruleset import AnyRuleset
from domain.rulesets import brigade, great_fire, london

RULESETS: Final[Mapping[str, AnyRuleset]] = {
    great_fire.RULESET.id: great_fire.RULESET,
    london.RULESET.id: london.RULESET,
    brigade.RULESET.id: brigade.RULESET,
}
