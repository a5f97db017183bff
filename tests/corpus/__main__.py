"""Records the corpus of the newest format.

`python -m tests.corpus record` records every version of every ruleset, or those that `--ruleset R` and `--version N`
name. It prints what the files show and what is missing, and writes the digests of new files beside them. A file that is
there already is recorded anew only with `--anew`: released files never change.

`python -m tests.corpus search` looks for games that show what is missing, and writes their plans into plans.json.
It takes minutes for each version. `python -m tests.corpus check` reads and verifies everything.
"""

import argparse
import asyncio
import hashlib
import sys
import time
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Final

import msgspec

from domain.engine.ruleset import RulesetKey
from domain.rulesets import RULESETS
from tests.corpus.check import check, digests
from tests.corpus.clock_scenes import play_clocks
from tests.corpus.cover import TRIES, Plan, perform
from tests.corpus.features import features, features_in, name_of
from tests.corpus.required import missing_of, missing_of_all
from tests.corpus.rows import FOLDER, SUFFIX, Stream, files, lines_of, save, streams_of
from tests.corpus.ruling_scenes import play_rulings, play_versions
from tests.corpus.scene import Scene, SceneGame
from tests.corpus.scenes import play_scenes
from tests.corpus.search import GAMES, RARE, covering
from tests.corpus.take_back_scenes import play_take_backs

PLANS: Final = Path(__file__).parent / "plans.json"


def plans_of(key: RulesetKey) -> list[Plan]:
    """Returns the plans of the games that cover a version."""
    plans = msgspec.json.decode(PLANS.read_bytes(), type=dict[str, list[Plan]]) if PLANS.exists() else {}
    return plans.get(name_of(key), [])


def save_plans(key: RulesetKey, plans: list[Plan]) -> None:
    """Replaces the plans of a version."""
    everything = {name_of(each): plans_of(each) for each in RULESETS} | {name_of(key): plans}
    PLANS.write_bytes(msgspec.json.format(msgspec.json.encode(everything, order="sorted"), indent=1) + b"\n")


async def scenes_of(key: RulesetKey) -> tuple[Stream, ...]:
    """Plays the scenes of a version, one after the other."""
    scene = Scene()
    await play_scenes(scene, key)
    return await streams_of(scene.log)


async def rulings_of(key: RulesetKey) -> tuple[Stream, ...]:
    """Plays the scenes of calls, rulings and appeals of a version."""
    scene = Scene()
    await play_rulings(scene, key)
    return await streams_of(scene.log)


async def clocks_of(key: RulesetKey) -> tuple[Stream, ...]:
    """Plays the scenes of clocks and stops of a version."""
    scene = Scene()
    await play_clocks(scene, key)
    return await streams_of(scene.log)


async def take_backs_of(key: RulesetKey) -> tuple[Stream, ...]:
    """Plays the scenes of take-backs and motions of a version."""
    scene = Scene()
    await play_take_backs(scene, key)
    return await streams_of(scene.log)


async def versions_of(key: RulesetKey) -> tuple[Stream, ...]:
    """Plays the scene of a move to a later version."""
    scene = Scene()
    await play_versions(scene, key)
    return await streams_of(scene.log)


PARTS: Final = {
    "scenes": scenes_of,
    "rulings": rulings_of,
    "clocks": clocks_of,
    "take_backs": take_backs_of,
    "versions": versions_of,
}
"""The files of a version that scenes make: their names, and what plays them."""


async def games_of(key: RulesetKey) -> tuple[Stream, ...]:
    """Plays the games that cover a version, a command of each in turn, so that they alternate in the global order."""
    scene = Scene()
    playing: list[AsyncIterator[SceneGame]] = [perform(scene, plan) for plan in plans_of(key)]
    while playing:
        playing = [game for game in playing if await anext(game, None) is not None]
    return await streams_of(scene.log)


async def record(key: RulesetKey, *, anew: bool) -> None:
    """Records the files of a version."""
    for part, play in (PARTS | {"games": games_of}).items():
        path = FOLDER / f"{name_of(key)}-{part}{SUFFIX}"
        if path.exists() and not anew:
            print(f"{path.name} is there already: it was not recorded again")
            continue
        streams = await play(key)
        size = save(path, lines_of(features(streams), streams))
        commands = sum(len(stream.commands) for stream in streams)
        steps = sum(len(stream.steps) for stream in streams)
        print(f"{path.name}: {len(streams)} streams, {commands} commands, {steps} steps, {size:,} bytes", flush=True)


async def record_all(keys: Sequence[RulesetKey], *, anew: bool) -> int:
    """Records several versions, and prints what the whole corpus shows and misses."""
    FOLDER.mkdir(exist_ok=True)
    for key in keys:
        await record(key, anew=anew)
    digests().write_text("".join(f"{digest_of(path)}  {path.name}\n" for path in files()))
    shows = features_in(files())
    for key in keys:
        own = sorted(each.removeprefix(f"{name_of(key)} ") for each in shows if each.startswith(f"{name_of(key)} "))
        print(f"{name_of(key)} shows: {', '.join(own)}")
    missing = missing_of_all(shows)
    print(f"missing: {', '.join(missing) or 'nothing'}")
    print(f"{sum(path.stat().st_size for path in files()):,} bytes in {len(files())} files")
    return 1 if missing else 0


def digest_of(path: Path) -> str:
    """The SHA-256 of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


async def search(keys: Sequence[RulesetKey], numbers: Sequence[int], tries: int) -> int:
    """Looks for games that cover what no file of another version and no scene shows, among those with these
    numbers. The newest version comes first."""
    for key in reversed(keys):
        others = [path for path in files() if not path.name.startswith(f"{name_of(key)}-")]
        shows = features_in(others).union(*[features(await play(key)) for play in PARTS.values()])
        save_plans(key, await covering(key, missing_of(key, shows), numbers, tries))
        await record(key, anew=True)
        missing = missing_of(key, features_in(files()))
        print(
            f"{name_of(key)}: {len(plans_of(key))} games; missing: {', '.join(sorted(missing)) or 'nothing'}",
            flush=True,
        )
    return 0


async def check_all() -> int:
    """Reads and verifies every file."""
    for path in files():
        began = time.perf_counter()
        corpus = await check(path.name, path.read_bytes())
        print(f"{path.name}: {len(corpus.streams)} streams hold, {time.perf_counter() - began:.1f} s")
    return 0


def main() -> int:
    """Runs one of the acts."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("act", choices=("record", "search", "check"))
    parser.add_argument("--ruleset", choices=sorted({id for id, _ in RULESETS}))
    parser.add_argument("--version", type=int)
    parser.add_argument("--games", type=int, nargs="*", default=range(GAMES + RARE), help="numbers of games to try")
    parser.add_argument("--tries", type=int, default=TRIES, help="refused commands to try at each position")
    parser.add_argument("--anew", action="store_true", help="replace files; only before their format is released")
    arguments = parser.parse_args()
    keys = [
        (id, version)
        for id, version in RULESETS
        if arguments.ruleset in (None, id) and arguments.version in (None, version)
    ]
    match arguments.act:
        case "record":
            return asyncio.run(record_all(keys, anew=arguments.anew))
        case "search":
            return asyncio.run(search(keys, arguments.games, arguments.tries))
        case _:
            return asyncio.run(check_all())


if __name__ == "__main__":
    sys.exit(main())
