"""The options of a game: which modules are on the table. Holds no rule but which of them cannot be had."""

from collections.abc import Mapping
from typing import Any, Final, Literal, TypeAlias

import msgspec

from domain.engine.refusal import Refused
from domain.rulesets.brigade.components import PRINTED

Unplayable: TypeAlias = Literal["special_events", "three_versus_one", "rise_of_the_phoenix", "cooperative_and_solo"]
"""What the rulebook names without its rules (section 12.3)."""


class Options(msgspec.Struct, frozen=True, gc=False):
    """Each module is switched on by itself; the base game alone is the default (BRI-SETUP-14).

    `advanced`: chief actions and firehouse abilities. `extra_chiefs` needs `advanced`. `deal_chiefs`: chiefs and
    firehouses are dealt at random instead of being picked (BRI-ADV-04). `expansions`: further ones by name, all of which
    are refused (BRI-EXP-NONE-05).
    """

    advanced: bool = False
    extra_chiefs: bool = False
    extra_crew: bool = False
    big_buildings: bool = False
    fire_festival: bool = False
    deal_chiefs: bool = False
    expansions: tuple[Unplayable, ...] = ()


NOT_AVAILABLE: Final[Mapping[Unplayable, str]] = {
    "special_events": "BRI-EXP-NONE-01",
    "three_versus_one": "BRI-EXP-NONE-02",
    "rise_of_the_phoenix": "BRI-EXP-NONE-03",
    "cooperative_and_solo": "BRI-EXP-NONE-04",
}
_EXPANSIONS: Final[Mapping[str, Mapping[str, Any]]] = {entry["id"]: entry for entry in PRINTED["expansion"]}


def why_not_options(options: Options) -> Refused | None:
    """BRI-EXP-NONE-05 and BRI-SETUP-14."""
    for name in options.expansions:
        entry = _EXPANSIONS[name]
        missing = tuple(entry["missing"])
        return Refused(
            "expansion_not_available",
            f"{entry['name']} cannot be played: its printed rules are not known ({'; '.join(missing)}).",
            rules=("BRI-EXP-NONE-05", NOT_AVAILABLE[name]),
            expansion=name,
            missing=missing,
        )
    if options.extra_chiefs and not options.advanced:
        return Refused(
            "needs_advanced_rules",
            "The extra chiefs are played with the advanced rules.",
            rules=("BRI-SETUP-14", "BRI-ADV-05"),
            expansion="extra_chiefs",
        )
    return None
