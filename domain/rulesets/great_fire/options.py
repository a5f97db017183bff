"""The options of a game, fixed before set-up and known to all (GF-OPT-07). Holds no rule."""

from typing import Literal

import msgspec


class Options(msgspec.Struct, frozen=True, gc=False):
    """What `components.toml` lists under `option`, with the printed defaults.

    `hidden_colours`: option A (GF-OPT-01). `more_destruction`: option B (GF-OPT-02). `fire_cones`: the cones in the game
    (GF-OPT-03). `reburn_cones`: what an empty district gets when fire enters it again (GF-OPT-04). `stock_exhaustion`: what
    happens when the stock of cones is empty (GF-OPT-05). `fire_card_mix`: how many fire cards of each direction (GF-OPT-06).
    """

    hidden_colours: bool = False
    more_destruction: bool = False
    fire_cones: Literal[65, 100] = 65
    reburn_cones: Literal["size", "one"] = "size"
    stock_exhaustion: Literal["en", "stop"] = "en"
    fire_card_mix: Literal["even", "easterly_wind"] = "even"
