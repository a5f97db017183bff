"""Records the one ending of London that chance hardly finds: too many idle turns (LON-RULING-45). Checks nothing itself.

`python -m tests.rulesets.london.record_idle_game` records domain/rulesets/london/golden/<newest version>/2-seats-idle.jsonl.xz. Run it after
`python -m tests.rulesets.golden record london`, which empties the folder; tests/rulesets/test_golden.py checks it like the others.
"""

import random
from typing import Any, Final

from domain.engine.chance import Chance
from domain.rulesets.london import RULESET
from domain.rulesets.london.commands import DrawFromDeck, GiveUp, TakeFromDisplay, TakeThree
from domain.rulesets.london.components import NUMBERS
from domain.rulesets.london.options import Options
from domain.rulesets.london.state import on_display
from tests.rulesets.games import play
from tests.rulesets.golden import folder_of, lines_of, save

PATH: Final = folder_of(RULESET) / "2-seats-idle.jsonl.xz"


def tarry(state: Any, _seat: int, legal: tuple[Any, ...], dice: random.Random, _chance: Chance) -> Any:
    """Take three, always; from the display once a whole turn can be fed from it, and give the cards up again."""
    owed = (
        state.turn.draw_max - state.turn.drawn + NUMBERS.take_three if state.phase == "start_draw" else state.turn.owed
    )
    fed = len(on_display(state)) >= owed
    for kind in (TakeFromDisplay if fed else DrawFromDeck, TakeThree, GiveUp):
        found = [command for command in legal if isinstance(command, kind)]
        if found:
            return dice.choice(found)
    return legal[0]


def main() -> None:
    game = play(RULESET, RULESET.seats_min, Options(idle_turns_per_player=4), "london idle", tarry)
    outcome = RULESET.outcome(game.steps[-1].after)
    assert outcome is not None and outcome.ending == "idle_turns"
    save(PATH, lines_of(game, ("tarry", "tarry")))
    print(f"{PATH.name}: {len(game.steps)} commands, {game.steps[-1].after.turn_number} turns")


if __name__ == "__main__":
    main()
