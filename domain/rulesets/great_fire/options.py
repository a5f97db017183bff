"""The options of a game, fixed before set-up and known to all (GF-OPT-07)."""

from typing import Annotated, Literal

import msgspec

from domain.engine.options import describe


class Options(msgspec.Struct, frozen=True, gc=False):
    """What `components.toml` lists under `option`, with the printed defaults.

    The editions of the rulebook differ in three of them.
    """

    hidden_colours: Annotated[
        bool,
        describe(
            "Hidden colours",
            "Colour cards are dealt face down. Each player sees only their own, and their landowner may have another "
            "colour. The colours are revealed at scoring.",
            "GF-OPT-01",
        ),
    ] = False
    more_destruction: Annotated[
        bool,
        describe(
            "More destruction",
            "After the last intensification every player has two more turns instead of one, and ends with three cards.",
            "GF-OPT-02",
        ),
    ] = False
    fire_cones: Annotated[
        Literal[65, 100],
        describe(
            "Fire cones",
            "The number of cones. With 65, as in the English and the German box, the stock nearly always runs out. "
            "With 100, as in the French one, it does not.",
            "GF-OPT-03",
            "GF-ED-01",
        ),
    ] = 65
    reburn_cones: Annotated[
        Literal["size", "one"],
        describe(
            "Fire in a burnt district",
            "What an empty district gets when fire enters it again: as many cones as its size, or only the one that "
            "entered.",
            "GF-OPT-04",
            "GF-ENTER-05",
            values={"size": "As many as its size", "one": "Only the one that entered"},
        ),
    ] = "size"
    stock_exhaustion: Annotated[
        Literal["refill", "stop"],
        describe(
            "When the cones run out",
            "Cones come from Pudding Lane, and from the players when it has none, or no more cones are added anywhere.",
            "GF-OPT-05",
            "GF-SUPPLY-02",
            "GF-SUPPLY-03",
            values={"refill": "Taken from Pudding Lane and the players", "stop": "No more are added"},
        ),
    ] = "refill"
    fire_card_mix: Annotated[
        Literal["even", "easterly_wind"],
        describe(
            "Wind in the fire cards",
            "Whether all directions are equally frequent among the fire cards, or an easterly wind drives the fire "
            "west more often.",
            "GF-OPT-06",
            values={"even": "All directions equal", "easterly_wind": "Easterly wind"},
        ),
    ] = "even"
