"""The options of a game: which modules are played."""

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal, TypeAlias

import msgspec

from domain.engine.options import describe
from domain.engine.refusal import Refused
from domain.rulesets.brigade.components import PRINTED

Unplayable: TypeAlias = Literal["special_events", "three_versus_one", "rise_of_the_phoenix", "cooperative_and_solo"]
"""Expansions that the rulebook names without their rules (section 12.3)."""
NOT_AVAILABLE: Final[Mapping[Unplayable, str]] = {
    "special_events": "BRI-EXP-NONE-01",
    "three_versus_one": "BRI-EXP-NONE-02",
    "rise_of_the_phoenix": "BRI-EXP-NONE-03",
    "cooperative_and_solo": "BRI-EXP-NONE-04",
}
_EXPANSIONS: Final[Mapping[str, Mapping[str, Any]]] = {entry["id"]: entry for entry in PRINTED["expansion"]}


class Options(msgspec.Struct, frozen=True, gc=False):
    """Each module is switched on separately. The default is the base game alone (BRI-SETUP-14)."""

    advanced: Annotated[
        bool,
        describe(
            "Advanced rules",
            "Every player has the ability of their firehouse and the special action of their chief.",
            "BRI-ADV-01",
            "BRI-ADV-03",
        ),
    ] = False
    extra_chiefs: Annotated[
        bool,
        describe(
            "Extra chiefs",
            "Six further chiefs to choose from. Needs the advanced rules.",
            "BRI-SETUP-14",
            "BRI-ADV-05",
        ),
    ] = False
    extra_crew: Annotated[
        bool, describe("Extra crew", "Six further crew cards are shuffled into the crew deck.", "BRI-SETUP-14")
    ] = False
    big_buildings: Annotated[
        bool,
        describe(
            "Big buildings",
            "Each replaces one city tile of value 4 of its guild, and something happens when it is destroyed.",
            "BRI-EXP-BIG-01",
            "BRI-EXP-BIG-02",
        ),
    ] = False
    fire_festival: Annotated[
        bool,
        describe(
            "Fire festival",
            "Four special events are shuffled into the event deck.",
            "BRI-EXP-FESTIVAL-01",
            "BRI-SETUP-12",
        ),
    ] = False
    deal_chiefs: Annotated[
        bool,
        describe(
            "Chiefs by chance",
            "Chiefs and firehouses are dealt at random instead of being picked in reverse turn order.",
            "BRI-ADV-04",
        ),
    ] = False
    expansions: Annotated[
        tuple[Unplayable, ...],
        describe(
            "Further expansions",
            "The rulebook names them without their rules: a game with one of them is refused.",
            "BRI-EXP-NONE-05",
            *NOT_AVAILABLE.values(),
            values={name: _EXPANSIONS[name]["name"] for name in NOT_AVAILABLE},
        ),
    ] = ()


def why_not_options(options: Options) -> Refused | None:
    """Why a game with these options cannot be played (BRI-EXP-NONE-05, BRI-SETUP-14)."""
    for name in options.expansions:
        missing = tuple(_EXPANSIONS[name]["missing"])
        return Refused(
            "expansion_not_available",
            rules=("BRI-EXP-NONE-05", NOT_AVAILABLE[name]),
            expansion=name,
            missing=missing,
        )
    if options.extra_chiefs and not options.advanced:
        return Refused(
            "needs_advanced_rules",
            rules=("BRI-SETUP-14", "BRI-ADV-05"),
            expansion="extra_chiefs",
        )
    return None
