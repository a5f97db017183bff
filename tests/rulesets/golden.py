"""Golden games: whole games written down, so that a change of rules, chance or bytes cannot pass unseen.

`python -m tests.rulesets.golden record great_fire` writes domain/rulesets/great_fire/golden/*.jsonl anew: games with every
number of seats and many options, by random and good bots, and games found by their rare events. A recorded game is
replaced only when the ruleset's version goes up; what has changed is then read in the diff.

A file is JSON lines, each canonical. First the header: ruleset, version, seed, seats, options, and who chose in each seat.
Then the set-up and every command: the command (null at set-up), the draws as [bound, outcome], the events, and the state
hash after them. The draws of a line are those of the step that equals the number of events before it.
"""

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import msgspec

from domain.engine.chance import Chance
from domain.engine.codec import canonical, state_hash
from domain.engine.refusal import Refused
from domain.rulesets import RULESETS
from tests.rulesets.games import AnyRuleset, Choose, Game, by_kind, choices, option_sets, play

ROOMS: Final = Path(__file__).resolve().parents[2] / "domain" / "rulesets"
GAMES: Final = 104
"""Games of all kinds of tables; those with rare events come on top."""
SEARCHED: Final = 2000
"""Games looked through for rare events, the golden ones included."""
MIXES_MAX: Final = 20
"""Mixes of options tried until the ruleset allows one."""


class Header(msgspec.Struct, frozen=True):
    """What a game follows from."""

    ruleset: str
    ruleset_version: int
    seed: str
    seats: int
    options: dict[str, Any]
    bots: tuple[str, ...]


class Line(msgspec.Struct, frozen=True):
    """One command and what came of it."""

    command: dict[str, Any] | None
    draws: tuple[tuple[int, int], ...]
    events: tuple[dict[str, Any], ...]
    hash: str


def files(ruleset: str) -> list[Path]:
    """The golden games of a ruleset."""
    return sorted((ROOMS / ruleset / "golden").glob("*.jsonl"))


# ---- writing


def seated(box: AnyRuleset, bots: tuple[str, ...]) -> Choose:
    """Each seat by its bot. A good bot follows another's choice now and then, so that more of the game is seen."""

    def choose(state: Any, seat: int, legal: tuple[Any, ...], dice: random.Random, chance: Chance) -> Any:
        if bots[seat] == "random" or dice.random() < 0.1:
            return by_kind(state, seat, legal, dice, chance)
        return box.bots[bots[seat]](box.view(state, seat), legal, chance)

    return choose


def words_of(command: Any) -> tuple[str, ...]:
    """A command by its name and the words in it, without its numbers: what a curious player tells apart."""
    values = (getattr(command, name) for name in command.__struct_fields__)
    return (type(command).__name__, *(value for value in values if isinstance(value, str)))


def curious() -> Choose:
    """Prefers what was chosen least so far in all its games, and so comes to rare cards and corners."""
    chosen = Counter[tuple[str, ...]]()

    def choose(state: Any, seat: int, legal: tuple[Any, ...], dice: random.Random, chance: Chance) -> Any:
        command = by_kind(state, seat, legal, dice, chance)
        if dice.random() < 0.7:
            least = min(chosen[words_of(each)] for each in legal)
            command = dice.choice([each for each in legal if chosen[words_of(each)] == least])
        chosen[words_of(command)] += 1
        return command

    return choose


def allowed(box: AnyRuleset, seats: int, options: Any) -> bool:
    """Whether the ruleset takes these options."""
    try:
        box.initial(seats, options)
    except Refused:
        return False
    return True


def table(box: AnyRuleset, number: int) -> tuple[int, Any, tuple[str, ...]]:
    """Seats, options and bots of the game with this number: every number of seats in turn, options and bots by chance."""
    dice = random.Random(f"golden {box.id} {number}")
    span = box.seats_max - box.seats_min + 1
    seats = box.seats_min + number % span
    options = option_sets(box.id)[0]
    mixes = ({name: dice.choice(values) for name, values in choices(box.options).items()} for _ in range(MIXES_MAX))
    if number // span % 2:
        options = next((mix for mix in (box.options(**words) for words in mixes) if allowed(box, seats, mix)), options)
    best = tuple(box.bots)[-1]
    bots = tuple(dice.choice(("random", best)) for _ in range(seats))
    return seats, options, bots


def recorded(game: Game, bots: tuple[str, ...]) -> Iterator[bytes]:
    """The lines of a game."""
    box = game.ruleset
    options = msgspec.to_builtins(game.options)
    yield canonical(Header(box.id, box.version, game.seed.hex(), game.seats, options, bots))
    for step in (game.set_up, *game.steps):
        yield canonical(
            {
                "command": step.command,
                "draws": [(draw.bound, draw.outcome) for draw in step.draws],
                "events": step.events,
                "hash": state_hash(step.after),
            }
        )


def features(game: Game) -> set[str]:
    """What a game has to show: its kinds of events, with which fields empty, its ending, the rules that decided it."""
    outcome = game.ruleset.outcome(game.steps[-1].after)
    assert outcome is not None
    kinds = {type(event).__name__ for event in game.events}
    for event in game.events:
        for name in event.__struct_fields__:
            if not getattr(event, name) and name not in ("seat", "start"):
                kinds.add(f"{type(event).__name__} without {name}")
    winners = {0: "nobody wins", 1: "one wins"}.get(len(outcome.winners), "shared victory")
    return kinds | {outcome.ending, winners, *outcome.rules}


def record(ruleset: str) -> None:
    """Write every golden game of a ruleset anew."""
    box = RULESETS[ruleset]
    folder = ROOMS / ruleset / "golden"
    folder.mkdir(exist_ok=True)
    for old in files(ruleset):
        old.unlink()
    shown: set[str] = set()
    size = 0
    searching = curious()
    for number in range(SEARCHED):
        seats, options, bots = table(box, number)
        if number >= GAMES:
            bots = ("curious",) * seats
        game = play(
            box, seats, options, f"golden {ruleset} {number}", searching if number >= GAMES else seated(box, bots)
        )
        new = features(game) - shown
        if number >= GAMES and not new:
            continue
        shown |= new
        text = b"\n".join(recorded(game, bots)) + b"\n"
        (folder / f"{seats}-seats-{number:04}.jsonl").write_bytes(text)
        size += len(text)
        if number >= GAMES:
            print(f"game {number}: {', '.join(sorted(new))}")
    missing = {kind.__name__ for kind in box.events} - shown
    print(f"{len(files(ruleset))} games, {size / 1e6:.1f} MB; never seen: {sorted(missing) or 'nothing'}")


# ---- reading


def check(path: Path) -> None:
    """Decide every recorded command again and compare events, draws and hashes to the byte."""
    rows = path.read_bytes().splitlines()
    header = msgspec.json.decode(rows[0], type=Header)
    box = RULESETS[header.ruleset]
    assert header.ruleset_version == box.version, f"recorded with version {header.ruleset_version}: record anew"
    state = box.initial(header.seats, msgspec.convert(header.options, box.options))
    seed, version = bytes.fromhex(header.seed), 0
    commands = {kind.__struct_config__.tag: kind for kind in box.commands}
    for number, row in enumerate(rows[1:], start=2):
        line = msgspec.json.decode(row, type=Line)
        chance = Chance(seed, version)
        if line.command is None:
            events = box.set_up(state, chance)
        else:
            command = msgspec.convert(line.command, commands[line.command["type"]])
            events = box.decide(state, command, chance)
        for event in events:
            state = box.evolve(state, event)
        again = canonical(
            {
                "command": line.command,
                "draws": [(draw.bound, draw.outcome) for draw in chance.draws],
                "events": events,
                "hash": state_hash(state),
            }
        )
        assert again == row, f"{path.name} line {number}"
        version += len(events)
    assert box.outcome(state) is not None, f"{path.name} ends before the game does"


def main() -> int:
    """`record <ruleset>` or `check <ruleset>`."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("act", choices=("record", "check"))
    parser.add_argument("ruleset", choices=tuple(RULESETS))
    asked = parser.parse_args()
    if asked.act == "record":
        record(asked.ruleset)
    else:
        for path in files(asked.ruleset):
            check(path)
            print(f"{path.name}: as recorded")
    return 0


if __name__ == "__main__":
    sys.exit(main())
