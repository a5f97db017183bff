"""Events of earlier schemas, brought into today's shape."""

from collections.abc import Mapping
from typing import Any, Final

from domain.engine.ruleset import Upcast

SCHEMAS: Final[Mapping[str, int]] = {"brigade.SeatDeserted": 2}


def _without_turns(data: dict[str, Any]) -> dict[str, Any]:
    """Schema 1 had no `turns`. None keeps the count out of the states that follow, so that their hashes stay the
    same."""
    return {**data, "turns": None}


UPCASTS: Final[Mapping[tuple[str, int], Upcast]] = {("brigade.SeatDeserted", 1): _without_turns}
