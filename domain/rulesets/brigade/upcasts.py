"""Events of earlier schemas in today's shape. Reads no state."""

from collections.abc import Mapping
from typing import Any, Final

from domain.engine.ruleset import Upcast

SCHEMAS: Final[Mapping[str, int]] = {"brigade.SeatDeserted": 2}


def _uncounted(data: dict[str, Any]) -> dict[str, Any]:
    """Schema 1 had no `turns`: the states after it do not count them either, so that their hashes stay true."""
    return {**data, "turns": None}


UPCASTS: Final[Mapping[tuple[str, int], Upcast]] = {("brigade.SeatDeserted", 1): _uncounted}
