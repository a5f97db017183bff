"""One playout: a world that fits what a viewer knows, played to its end by bots. Pure: the same key, the same outcome.

The randomness of a playout follows from public data alone: game, step, viewer and the playout's number. So anybody can
compute it again, and two games that differ only in what the viewer cannot know have the same playouts. The secret of
the game is never part of it.
"""

import hashlib
from dataclasses import dataclass
from typing import Any, Final

from domain.engine.chance import Chance
from domain.engine.fold import advanced
from domain.engine.ruleset import AnyRuleset, Bot
from domain.engine.score import Outcome
from domain.engine.step import Step
from domain.engine.viewer import Viewer

DECISIONS_MAX: Final = 5_000
"""Decisions in one playout. A whole game has some hundreds, so one that reaches this has no end."""
_PLAYOUT: Final = "emberlog.playout"


@dataclass(frozen=True, slots=True)
class PlayoutKey:
    """What the randomness of the playouts of one step follows from. `viewer`: whose knowledge the worlds fit."""

    game_id: str
    version: Step
    viewer: Viewer

    def seed(self, number: int) -> bytes:
        """The 32 bytes behind every draw of playout `number`, from 0 on."""
        text = f"{_PLAYOUT}/{self.game_id}/{self.version}/{self.viewer}/{number}"
        return hashlib.sha256(text.encode()).digest()


def play_out(ruleset: AnyRuleset, position: Any, key: PlayoutKey, number: int, bot: Bot[Any, Any]) -> Outcome | None:  # noqa: ANN401
    """Deals anew what the viewer cannot know, and lets `bot` play every seat to the end of the game.

    None: the game had no outcome within `DECISIONS_MAX`. Each decision has draws of its own: an odd number for the
    bot's choice, the even one after it for the rules.
    """
    seed = key.seed(number)
    position = ruleset.redeal(position, key.viewer, Chance(seed, 0))
    for decision in range(1, 2 * DECISIONS_MAX, 2):
        acting = ruleset.to_act(position)
        if not acting:
            return ruleset.outcome(position)
        seat = acting[0]
        legal = ruleset.legal(position, seat)
        command = legal[0] if len(legal) == 1 else bot(ruleset.view(position, seat), legal, Chance(seed, decision))
        _, position = advanced(ruleset, position, command, Chance(seed, decision + 1))
    return None
