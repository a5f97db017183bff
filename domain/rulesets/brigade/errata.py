"""The errata of The Brigade: what was corrected, and since which version."""

from typing import Final

from domain.engine.errata import Erratum

BRI_E01: Final = Erratum(
    id="BRI-E01",
    since=2,
    rule="BRI-RULING-89",
    before=(
        "The open decisions of a player who leaves get their default before the pawns leave the board and the "
        "abilities end, and what follows from a default is carried out to its end: it may win a tile or the game."
    ),
    after=(
        "First the pawns are taken off the board and the abilities end, so that nothing more comes of them; then the "
        "open decisions get their default. Nothing that follows from a default lets that player win, steal or gain a "
        "tile."
    ),
)
BRI_E02: Final = Erratum(
    id="BRI-E02",
    since=2,
    rule="BRI-RULING-89",
    before="A theft that is under way goes on when the thief has left: the water goes to the brigade that is gone.",
    after="A player who has left steals nothing, and nobody is asked what such a thief takes.",
)
BRI_E03: Final = Erratum(
    id="BRI-E03",
    since=2,
    rule="BRI-RULING-89",
    before=(
        "A choice that another seat has open stays as it was listed before a player left, and an ability that could "
        "still replace the fire it is about may be passed over."
    ),
    after=(
        "The choices that other seats have open are listed anew when a player has left, and no ability that could "
        "replace the fire they are about is passed over."
    ),
)
BRI_E04: Final = Erratum(
    id="BRI-E04",
    since=2,
    rule="BRI-RECOG-03",
    before=(
        "When Selina Blackflow's second cube wins the tile on which several cubes are being placed, the other cubes "
        "of that command are laid on it all the same."
    ),
    after=(
        "When the tile on which several cubes are being placed is won meanwhile, the other cubes of that command "
        "stay to be placed, whichever cube won it."
    ),
)
BRI_E05: Final = Erratum(
    id="BRI-E05",
    since=2,
    rule="BRI-ACT-MOVE-07",
    before=(
        "With exactly one action left a paid move from a destroyed or doomed tile may end on the destroyed Aviary "
        "if it gains an action on the way."
    ),
    after=(
        "With exactly one action left every move from a destroyed or doomed tile must end on a tile that is neither; "
        "a move that gains an action on the way is no exception."
    ),
)
BRI_E06: Final = Erratum(
    id="BRI-E06",
    since=2,
    rule="BRI-RULING-16",
    before=(
        "The event deck is reconstructed as 16 firestorms (6 of them starting), 8 winds (2 per direction) and 6 "
        "specials (one of each listed)."
    ),
    after=(
        "The event deck is reconstructed as 16 firestorms (6 of them starting), 7 winds (2 per direction, to the west "
        "1) and 7 specials (one of each listed and a second Recruit)."
    ),
)
BRI_E07: Final = Erratum(
    id="BRI-E07",
    since=2,
    rule="BRI-HIDDEN-03",
    before=(
        "The log does not record what raised a fire, nor which crew card or firehouse was at work in a move, an "
        "Extinguish, a cube of recognition, a free Upgrade or a take-over."
    ),
    after=(
        "The log records what raised a fire, and which crew card or firehouse was at work in a move, an Extinguish, a "
        "cube of recognition, a free Upgrade or a take-over."
    ),
)

ERRATA: Final = (BRI_E01, BRI_E02, BRI_E03, BRI_E04, BRI_E05, BRI_E06, BRI_E07)
"""All of them, in the order of their numbers."""
