"""The shelf: one line per ruleset. Holds no rule."""

from collections.abc import Mapping
from typing import Any, Final

from domain.engine.ruleset import Ruleset
from domain.rulesets import brigade, great_fire, london

SHELF: Final[Mapping[str, Ruleset[Any, Any, Any, Any, Any]]] = {
    great_fire.RULESET.id: great_fire.RULESET,
    london.RULESET.id: london.RULESET,
    brigade.RULESET.id: brigade.RULESET,
}
