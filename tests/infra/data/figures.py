"""The figures of recorded games, which are kept: `python -m tests.infra.data.figures` writes them anew, to be reviewed.

`golden`: all golden games, whose rows of a dump are made out of their files. `corpus`: the recorded logs of the corpus,
which have refusals, take-backs and persons who think, through a real dump.
"""

import asyncio
import gzip
import hashlib
import tempfile
import uuid
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

import msgspec

from domain.rulesets import RULESETS
from infra.data.dump import NDJSON, write_dump
from infra.data.statistics import answers
from services.log.signed_tree import NoTree
from tests.corpus import rows as corpus
from tests.corpus.check import restored
from tests.fakes import FakeReadjudications
from tests.rulesets import golden

RECORD: Final = Path(__file__).parent / "figures.json"
Figures = dict[str, list[list[Any]]]
"""The rows of each question."""


def golden_dump(folder: Path) -> int:
    """Writes the rows of a dump for all golden games. Returns how many games there are."""
    games = 0
    for (id, version), box in RULESETS.items():
        parts: dict[str, list[dict[str, Any]]] = {"games": [], "seats": [], "steps": [], "commands": []}
        for path in golden.files(box):
            for name, made in _golden_rows(f"{id}/{version}/{path.name}", golden.rows_of(path)).items():
                parts[name] += made
        games += len(parts["games"])
        for name, made in parts.items():
            target = folder / id / str(version) / f"{name}{NDJSON}"
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(gzip.compress(b"".join(msgspec.json.encode(row) + b"\n" for row in made), 1))
    return games


def _golden_rows(name: str, lines: Sequence[bytes]) -> dict[str, list[dict[str, Any]]]:
    game = str(uuid.UUID(bytes=hashlib.md5(name.encode(), usedforsecurity=False).digest()))
    header, recorded = msgspec.json.decode(lines[0]), [msgspec.json.decode(line) for line in lines[1:]]
    events = [event for line in recorded for event in line["events"]]
    commands, version = list[dict[str, Any]](), len(recorded[0]["events"])
    for line in recorded[1:]:
        first, version = version + 1, version + len(line["events"])
        command = {"seat": line["command"]["seat"], "type": line["command"]["type"], "first_version": first}
        times = {"received_us": first * 1_000_000, "time_us": first * 1_000_000, "last_version": version}
        fixed = {"game": game, "ordinal": len(commands) + 1, "outcome": "accepted", "by_person": False, "code": ""}
        commands.append(fixed | command | times)
    return {
        "games": [
            {
                "game": game, "ruleset": header["ruleset"], "seats": header["seats"], "phase": "over", "opened_us": 0,
                "ended_us": len(events) * 1_000_000, "steps": len(events), "turns": len(commands),
            }
        ],
        "seats": [
            {"game": game, "seat": seat, "bot": bot, "place": place}
            for seat, (bot, place) in enumerate(zip(header["bots"], _places(events[-1]), strict=True))
        ],
        "steps": [
            {"game": game, "version": at, "time_us": at * 1_000_000, "type": event["type"], "facts": "{}"}
            for at, event in enumerate(events, start=1)
        ],
        "commands": commands,
    }  # fmt: skip


def _places(last: dict[str, Any]) -> list[int]:
    """The places of a game by seat, as the last event of each ruleset has them."""
    places = last["outcome"]["places"] if "outcome" in last else last["places"]
    if isinstance(places[0], int):
        return list(places)
    return [each["place"] for each in sorted(places, key=lambda each: each["seat"])]


async def corpus_dump(folder: Path) -> int:
    """Dumps all recorded logs. Returns how many games of them are over and count."""
    streams = [
        stream
        for path in corpus.files()
        for stream in corpus.parse(path.name, corpus.unpack(path.name, path.read_bytes())).streams
    ]
    openings = {stream.id: stream.head for stream in streams if stream.head.kind == "game"}
    world = replace(restored(streams), readjudications=FakeReadjudications(openings))
    manifest = await write_dump(SimpleNamespace(world=world), NoTree(), folder, 0, False)  # type: ignore[arg-type]
    return int(manifest["games"])


def figures(folder: Path) -> Figures:
    """The answers to all questions over a dump, as JSON has them."""
    return {each.name: msgspec.json.decode(msgspec.json.encode(each.rows)) for each in answers(folder)}


def on_record() -> dict[str, Figures]:
    """The figures that are kept, of `golden` and of `corpus`."""
    return msgspec.json.decode(RECORD.read_bytes(), type=dict[str, Figures])


def main() -> None:
    """Write the figures anew."""
    made = {}
    with tempfile.TemporaryDirectory() as folder:
        print(golden_dump(Path(folder)), "golden games")
        made["golden"] = figures(Path(folder))
    with tempfile.TemporaryDirectory() as folder:
        print(asyncio.run(corpus_dump(Path(folder))), "games of the corpus")
        made["corpus"] = figures(Path(folder))
    lines = [
        f'"{of}": {{\n'
        + ",\n".join(
            f'"{name}": [\n' + ",\n".join(msgspec.json.encode(row).decode() for row in rows) + "\n]"
            for name, rows in each.items()
        )
        + "\n}"
        for of, each in made.items()
    ]
    RECORD.write_text("{\n" + ",\n".join(lines) + "\n}\n")


if __name__ == "__main__":
    main()
