"""The shelf: one line per ruleset. Holds no rule."""

from collections.abc import Mapping
from typing import Any, Final

from domain.engine.ruleset import Ruleset

SHELF: Final[Mapping[str, Ruleset[Any, Any, Any, Any, Any]]] = {}
