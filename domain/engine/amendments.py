"""Why a ruleset turns an amendment down (GAME-RULING-05). The sentences stand in the catalogue of the game."""

from typing import Final

from domain.engine.refusal import Refused

RULE: Final = "GAME-RULING-05"


def impossible(why: str) -> Refused:
    """The position has not what the amendment names. `why`: in a few plain words."""
    return Refused("bad_amendment", rules=(RULE,), why=why)


def hidden() -> Refused:
    """The amendment touches what nobody in the game can know."""
    return Refused("hidden_from_all", rules=(RULE,))
