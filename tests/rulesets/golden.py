"""Golden games: recorded games that show every change of rules, chance or bytes.

`python -m tests.rulesets.golden record great_fire` records the newest version's games from nothing, as
domain/rulesets/great_fire/golden/<version>/*.jsonl.xz. There are games with every number of seats and many options, by
random and good bots, and games with rare events. The games of a released version never change.

A file is compressed JSON lines, each canonical. The first line is the header: ruleset, version, seed, seats, options, and who
chose in each seat. Then follow the set-up and every command: the command (null at set-up), the draws as [bound,
outcome], the events, and the state hash after them. The draws of a line are those of the step that equals the number
of events before it.
"""

import argparse
import lzma
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
from domain.engine.viewer import Seat
from domain.rulesets import CURRENT, RULESETS
from tests.rulesets.games import AnyRuleset, Choose, Game, Setting, by_kind, choices, option_sets, play

FOLDER: Final = Path(__file__).resolve().parents[2] / "domain" / "rulesets"
GAMES: Final = 30
"""Games in all kinds of settings. Games with rare events come on top."""
SEARCHED: Final = 2000
"""Games played in the search for rare events, including the first `GAMES`."""
MIXES_MAX: Final = 20
"""Mixes of options to try until the ruleset allows one."""


class Header(msgspec.Struct, frozen=True):
    """What decides a whole game."""

    ruleset: str
    ruleset_version: int
    seed: str
    seats: int
    options: dict[str, Any]
    bots: tuple[str, ...]


class Line(msgspec.Struct, frozen=True):
    """One command with its draws and events."""

    command: dict[str, Any] | None
    draws: tuple[tuple[int, int], ...]
    events: tuple[dict[str, Any], ...]
    hash: str


def folder_of(box: AnyRuleset) -> Path:
    """Returns where the golden games of this version are."""
    return FOLDER / box.id / "golden" / str(box.version)


def files(box: AnyRuleset) -> list[Path]:
    """Returns the golden games of one version of a ruleset."""
    return sorted(folder_of(box).glob("*.jsonl.xz"))


def rows_of(path: Path) -> list[bytes]:
    """Returns the lines of a golden game: the header, then the set-up and every command."""
    return lzma.decompress(path.read_bytes()).splitlines()


def save(path: Path, rows: Iterator[bytes]) -> int:
    """Writes a golden game. Returns its size in bytes."""
    packed = lzma.compress(b"\n".join(rows) + b"\n", preset=9 | lzma.PRESET_EXTREME)
    return path.write_bytes(packed)


# ---- writing


def by_bots(box: AnyRuleset, bots: tuple[str, ...]) -> Choose:
    """Returns a choice by the bot of each seat. A good bot chooses at random sometimes, so that games vary more."""

    def choose(state: Any, seat: Seat, legal: tuple[Any, ...], dice: random.Random, chance: Chance) -> Any:
        if bots[seat] == "random" or dice.random() < 0.1:
            return by_kind(state, seat, legal, dice, chance)
        return box.bots[bots[seat]](box.view(state, seat), legal, chance)

    return choose


def words_of(command: Any) -> tuple[str, ...]:
    """Returns the name of a command and the words in it, without its numbers."""
    values = (getattr(command, name) for name in command.__struct_fields__)
    return (type(command).__name__, *(value for value in values if isinstance(value, str)))


def curious() -> Choose:
    """Returns a choice that prefers the rarest command of all its games, which leads to rare cards and events."""
    chosen = Counter[tuple[str, ...]]()

    def choose(state: Any, seat: Seat, legal: tuple[Any, ...], dice: random.Random, chance: Chance) -> Any:
        command = by_kind(state, seat, legal, dice, chance)
        if dice.random() < 0.7:
            least = min(chosen[words_of(each)] for each in legal)
            command = dice.choice([each for each in legal if chosen[words_of(each)] == least])
        chosen[words_of(command)] += 1
        return command

    return choose


def allowed(box: AnyRuleset, seats: int, options: Any) -> bool:
    """Returns whether the ruleset allows these options."""
    try:
        box.initial(seats, options)
    except Refused:
        return False
    return True


def setting_of(box: AnyRuleset, number: int) -> tuple[Setting, tuple[str, ...]]:
    """Returns the setting and the bots of a game: every number of seats in turn, options and bots by chance."""
    dice = random.Random(f"golden {box.id} {number}")
    span = box.seats_max - box.seats_min + 1
    seats = box.seats_min + number % span
    options = option_sets(box.id)[0]
    mixes = ({name: dice.choice(values) for name, values in choices(box.options).items()} for _ in range(MIXES_MAX))
    if number // span % 2:
        options = next((mix for mix in (box.options(**words) for words in mixes) if allowed(box, seats, mix)), options)
    best = tuple(box.bots)[-1]
    bots = tuple(dice.choice(("random", best, best, best)) for _ in range(seats))
    return Setting(box.id, seats, options), bots


def lines_of(game: Game, bots: tuple[str, ...]) -> Iterator[bytes]:
    """Yields the lines of a game."""
    box = game.ruleset
    options = msgspec.to_builtins(game.options)
    yield canonical(Header(box.id, box.version, game.seed.hex(), game.seats, options, bots))
    for step in (game.set_up, *game.steps):
        yield canonical(
            {
                "command": step.command,
                "draws": [(draw.bound, draw.outcome) for draw in step.draws],
                "events": step.events,
                "hash": state_hash(box.hashed(step.after)),
            }
        )


def features(game: Game) -> set[str]:
    """Returns the kinds of events of a game, with their empty fields, its ending, and the rules that decided it."""
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
    """Replaces every golden game of a ruleset."""
    box = CURRENT[ruleset]
    folder = folder_of(box)
    folder.mkdir(parents=True, exist_ok=True)
    for old in files(box):
        old.unlink()
    covered: set[str] = set()
    size = 0
    searching = curious()
    for number in range(SEARCHED):
        (_, seats, options), bots = setting_of(box, number)
        if number >= GAMES:
            bots = ("curious",) * seats
        game = play(
            box, seats, options, f"golden {ruleset} {number}", searching if number >= GAMES else by_bots(box, bots)
        )
        new = features(game) - covered
        if number >= GAMES and not new:
            continue
        covered |= new
        size += save(folder / f"{seats}-seats-{number:04}.jsonl.xz", lines_of(game, bots))
        if number >= GAMES:
            print(f"game {number}: {', '.join(sorted(new))}")
    missing = {kind.__name__ for kind in box.events} - covered
    print(f"{len(files(box))} games, {size / 1e6:.1f} MB; never happened: {sorted(missing) or 'nothing'}")


# ---- reading


def check(path: Path) -> None:
    """Decides every recorded command and compares events, draws and hashes to the byte."""
    rows = rows_of(path)
    header = msgspec.json.decode(rows[0], type=Header)
    box = RULESETS[header.ruleset, header.ruleset_version]
    assert path.parent == folder_of(box), "a golden game lies with those of its version"
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
        repeated = canonical(
            {
                "command": line.command,
                "draws": [(draw.bound, draw.outcome) for draw in chance.draws],
                "events": events,
                "hash": state_hash(box.hashed(state)),
            }
        )
        assert repeated == row, f"{path.name} line {number}"
        version += len(events)
    assert box.outcome(state) is not None, f"{path.name} ends before the game does"


def main() -> int:
    """`record <ruleset>` or `check <ruleset>`."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("act", choices=("record", "check"))
    parser.add_argument("ruleset", choices=tuple(CURRENT))
    arguments = parser.parse_args()
    if arguments.act == "record":
        record(arguments.ruleset)
    else:
        for path in (path for box in RULESETS.values() if box.id == arguments.ruleset for path in files(box)):
            check(path)
            print(f"{path.parent.name}/{path.name}: as recorded")
    return 0


if __name__ == "__main__":
    sys.exit(main())
