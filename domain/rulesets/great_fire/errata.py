"""The errata of The Great Fire of London 1666: what was corrected, and since which version."""

from typing import Final

from domain.engine.errata import Erratum

GF_E01: Final = Erratum(
    id="GF-E01",
    since=2,
    rule="GF-RULING-54",
    before="When time is called on a player, the bot that substitutes for players makes the decision that is due.",
    after="When time is called on a player, the decision that is due gets its default: the hand is kept, no more "
    "actions are taken, and everything else is drawn by chance among what the rules allow.",
)
GF_E02: Final = Erratum(
    id="GF-E02",
    since=2,
    rule="GF-HID-01",
    before="An event records what changed, which is not always enough to name the rule behind it.",
    after="An event also records the public circumstances that decide which rule its line cites.",
)

ERRATA: Final = (GF_E01, GF_E02)
"""All of them, in the order of their numbers."""
