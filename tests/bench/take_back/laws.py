"""The laws of `informs` and of deals for all seats over many games, in parts that add up:

    python -m tests.bench.take_back.laws run FILE --ruleset london --games 10000 [--minutes M]
    python -m tests.bench.take_back.laws sum FILE ...

A run plays the games 0 to N-1 of the newest version, appends what each part of them came to to FILE, and goes on where
FILE ends, so it may be stopped and started. Runs over other games (`--first N`) may go into other files, on other machines.
`sum` adds up: a game counts once. A game that breaks a law is a miss; the run goes on. Exit code 1: there are misses, or,
for `run`, games are left.
"""

import argparse
import os
import sys
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

import msgspec
from rich.console import Console

from domain.engine.ruleset import AnyRuleset
from domain.rulesets import CURRENT
from infra.cli.render.progress import progress_bar
from tests.rulesets.taking_back import Figures, InformsMiss, check_game

TRIES: Final = 12
"""Commands of a game that are tried."""
PART_GAMES: Final = 20
"""Games between two lines of the file."""


class Part(msgspec.Struct, frozen=True):
    """What the games `first` to `last` of one version came to. `named`, `borne_out`: as `named` and `marks` in
    `Figures`."""

    ruleset: str
    version: int
    first: int
    last: int
    commands: int
    worlds: int
    deals: int
    named: dict[str, int]
    borne_out: dict[str, int]
    misses: list[str]


def read(paths: Iterable[Path]) -> list[Part]:
    """The parts in files, one a line. The last line of a run that was killed may be torn; it is left out."""
    parts: list[Part] = []
    for path in paths:
        for line in path.read_bytes().splitlines(keepends=True):
            if line.endswith(b"\n"):
                parts.append(msgspec.json.decode(line, type=Part))
    return parts


def played(box: AnyRuleset, first: int, last: int) -> Part:
    """Plays the games `first` to `last`."""
    figures, misses = Figures(), list[str]()
    for number in range(first, last + 1):
        try:
            check_game(box, f"laws {box.id} {box.version} {number}", TRIES, figures)
        except InformsMiss as miss:
            misses.append(f"game {number}: {miss}")
    return Part(
        box.id, box.version, first, last, figures.commands, figures.worlds, figures.deals,
        dict(figures.named), dict(figures.marks), misses,
    )  # fmt: skip


def run(path: Path, box: AnyRuleset, first: int, games: int, minutes: float) -> int:
    """Plays what FILE lacks, until the time is over. Returns how many games are left."""
    own = [each for each in read([path] if path.exists() else []) if (each.ruleset, each.version) == box.key]
    done = max((each.last + 1 for each in own if each.first >= first), default=first)
    end, until = first + games, time.monotonic() + minutes * 60
    with progress_bar(Console(stderr=True)) as bar, path.open("ab") as file:
        _cut_torn_line(path)
        task = bar.add_task(f"{box.id} version {box.version}", total=games, completed=done - first)
        while done < end and time.monotonic() < until:
            part = played(box, done, min(done + PART_GAMES, end) - 1)
            file.write(msgspec.json.encode(part) + b"\n")
            file.flush()
            done = part.last + 1
            bar.update(task, completed=done - first)
    return end - done


def _cut_torn_line(path: Path) -> None:
    written = path.read_bytes()
    if not written.endswith(b"\n"):
        os.truncate(path, written.rfind(b"\n") + 1)


def summed(parts: Sequence[Part]) -> str:
    """One line for each version of a ruleset, and every miss."""
    lines = []
    for key in sorted({(each.ruleset, each.version) for each in parts}):
        once = {each.first: each for each in parts if (each.ruleset, each.version) == key}
        own = [once[first] for first in sorted(once)]
        games = len({number for each in own for number in range(each.first, each.last + 1)})
        misses = [miss for each in own for miss in each.misses]
        named, borne_out = Counter[str](), Counter[str]()
        for each in own:
            named.update(each.named)
            borne_out.update(each.borne_out)
        lines.append(
            f"{key[0]} version {key[1]}: {games:,} games, {sum(each.commands for each in own):,} commands, "
            f"{sum(each.worlds for each in own):,} worlds, {sum(each.deals for each in own):,} deals for all seats, "
            f"{len(misses)} misses, marks never borne out: {', '.join(sorted(set(named) - set(borne_out))) or 'none'}"
        )
        lines += misses
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs or adds up."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    acts = parser.add_subparsers(dest="act", required=True)
    running = acts.add_parser("run", help="play games")
    running.add_argument("file", type=Path)
    running.add_argument("--ruleset", choices=sorted(CURRENT), required=True)
    running.add_argument("--first", type=int, default=0, help="the number of the first game")
    running.add_argument("--games", type=int, default=10_000)
    running.add_argument("--minutes", type=float, default=60 * 24, help="stop after this time")
    summing = acts.add_parser("sum", help="add up what runs wrote")
    summing.add_argument("files", type=Path, nargs="+")
    given = parser.parse_args(arguments)
    files = [given.file] if given.act == "run" else given.files
    left = run(given.file, CURRENT[given.ruleset], given.first, given.games, given.minutes) if given.act == "run" else 0
    parts = read(files)
    print(summed(parts))
    return 1 if left or any(each.misses for each in parts) else 0


if __name__ == "__main__":
    sys.exit(main())
