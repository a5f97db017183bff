"""Golden games for what hardly ever happens: `python -m tests.rulesets.brigade.rare_games`, after
`tests.rulesets.golden record`.

Captains who follow a whim: they recruit, upgrade and copy for the rare abilities, and use them when they can. The
first game that shows an event or an ending that no golden game has yet is written beside the others, in the same
form.
"""

import random
from typing import Any

import msgspec

from domain.engine.chance import Chance
from domain.rulesets.brigade import RULESET
from domain.rulesets.brigade import commands as c
from domain.rulesets.brigade.events import SeatDeserted
from domain.rulesets.brigade.score import ENDINGS
from domain.rulesets.brigade.state import State
from tests.rulesets.brigade.position import ALL, BASE
from tests.rulesets.games import play
from tests.rulesets.golden import Line, files, folder_of, lines_of, rows_of, save

WANTED = ("ali-ahmar", "brother-ben", "mog-the-heavy")
GAMES_MAX = 3_000


def whim(state: State, command: c.Command) -> int:
    """How much a captain with a whim wants a command; 0: no more than the plan does."""
    b = state.brigades[command.seat]
    match command:
        case c.ChooseCube() if state.pending is not None and state.pending.kind == "merchant_choice":
            return 9
        case c.MoveBrigade(to=to, via=via, pushes=pushes):
            return 8 if pushes or (b.roast and state.aviary in (to, *via)) else 0
        case c.PlaceMimic(card=card) | c.ChooseRecruit(card=card):
            return 7 if card in WANTED and b.mimic not in WANTED else 0
        case c.Upgrade(track="crew") | c.ChooseTrack(track="crew"):
            return 6
        case c.Upgrade() | c.ChooseTrack():
            return 5
        case c.Recruit():
            return 4 if not any(m.id in WANTED for m in b.crew) else 0
        case _:
            return 0


def choose(state: State, seat: int, legal: tuple[Any, ...], dice: random.Random, chance: Chance) -> Any:
    """The strongest whim, else the captain's plan. In the base game the plan alone: four captains put all fires
    out."""
    best = max(legal, key=lambda command: whim(state, command))
    if state.options != BASE and whim(state, best) and dice.random() < 0.8:
        return best
    return RULESET.bots["captain"](RULESET.view(state, seat), legal, chance)


def features() -> set[str]:
    """The kinds of events, and the endings, that golden games show."""
    kinds: set[str] = set()
    for path in files(RULESET):
        for row in rows_of(path)[1:]:
            for event in msgspec.json.decode(row, type=Line).events:
                kinds |= {event["type"], event.get("ending", event["type"])}
    return kinds


def wanted() -> set[str]:
    """What golden games have to show: every kind of event that a seat's command can bring, and every way a game can
    end.

    A golden game is a list of seats' commands. `SeatDeserted` comes from the game's `Resign` and is tested there
    (tests/services/test_time_and_leaving.py).
    """
    brought = {str(event.__struct_config__.tag) for event in RULESET.events if event is not SeatDeserted}
    return brought | set(ENDINGS)


def main() -> None:
    """Write what is missing; say what stays missing."""
    folder = folder_of(RULESET)
    for old in folder.glob("rare-*"):
        old.unlink()
    missing = wanted() - features()
    for number in range(GAMES_MAX):
        if not missing:
            break
        seats = 2 + number % 3
        game = play(RULESET, seats, ALL if number % 2 else BASE, f"rare brigade {number}", choose)
        ending = game.steps[-1].after.ending
        new = missing & {ending, *(str(event.__struct_config__.tag) for event in game.events)}
        if new:
            missing -= new
            save(folder / f"rare-{seats}-seats-{number:04}.jsonl.xz", lines_of(game, ("captain",) * seats))
            print(f"game {number}: {', '.join(sorted(new))}")
    print(f"not shown: {sorted(missing) or 'nothing'}")


if __name__ == "__main__":
    main()
