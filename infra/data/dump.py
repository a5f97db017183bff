"""Writes a dump: files by ruleset and month, in a stated order, and a manifest with their SHA-256."""

import gzip
import hashlib
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO, Final

import msgspec

from domain.game import Game
from domain.rulesets import RULESETS
from infra.wiring import Wired
from services.audit.dump import PARTS, Pseudonyms, Row, rows_of
from services.log.signed_tree import SignedTree

FORMAT: Final = 1
MANIFEST: Final = "manifest.json"
NDJSON: Final = ".ndjson.gz"
PARQUET: Final = ".parquet"
GROUP_ROWS: Final = 50_000
_PAGE: Final = 500
_ROWS: Final = 1_000_000
COLUMNS: Final[dict[str, dict[str, str]]] = {
    "games": {
        "game": "string", "ruleset": "string", "ruleset_version": "int32", "seats": "int32", "phase": "string",
        "opened_us": "int64", "ended_us": "int64", "steps": "int32", "turns": "int32", "commands": "int32",
        "refusals": "int32", "ending": "string", "options": "string", "head": "string",
    },
    "seats": {
        "game": "string", "seat": "int32", "person": "string", "bot": "string", "resigned": "bool", "place": "int32",
        "points": "int64",
    },
    "steps": {
        "game": "string", "version": "int32", "time_us": "int64", "hash": "string", "type": "string", "seat": "int32",
        "rules": "list", "facts": "string",
    },
    "commands": {
        "game": "string", "ordinal": "int32", "received_us": "int64", "time_us": "int64", "seat": "int32",
        "type": "string", "outcome": "string", "by_person": "bool", "code": "string", "first_version": "int32",
        "last_version": "int32",
    },
}  # fmt: skip


class _Files:
    """The open files of one ruleset, by month and table. The same rows make the same bytes."""

    def __init__(self, folder: Path, ruleset: str) -> None:
        self._folder, self._ruleset = folder, ruleset
        self._open: dict[Path, tuple[gzip.GzipFile, BinaryIO]] = {}

    def write(self, month: str, part: str, rows: Iterator[Row]) -> None:
        path = self._folder / self._ruleset / month / f"{part}{NDJSON}"
        if path not in self._open:
            path.parent.mkdir(parents=True, exist_ok=True)
            raw = path.open("wb")
            self._open[path] = gzip.GzipFile("", "wb", compresslevel=6, fileobj=raw, mtime=0), raw
        self._open[path][0].write(b"".join(msgspec.json.encode(row) + b"\n" for row in rows))

    def close(self) -> list[Path]:
        """The paths, in order."""
        for file, raw in self._open.values():
            file.close()
            raw.close()
        return sorted(self._open)


async def write_dump(
    use_cases: Wired, tree: SignedTree, folder: Path, since_us: int, parquet: bool, until_us: int | None = None
) -> dict[str, Any]:
    """Write a dump into an empty folder, and return its manifest. `since_us`: only games that ended then or later.

    `until_us`: only games that everybody could have by then; None: by now.
    """
    pseudonyms, now_us, games = Pseudonyms(os.urandom(32)), use_cases.world.now_us(), 0
    until_us = now_us if until_us is None else min(until_us, now_us)
    paths: list[Path] = []
    for ruleset in sorted({id for id, _ in RULESETS}):
        files = _Files(folder, ruleset)
        for id, version in RULESETS:
            if id == ruleset:
                games += await _version(use_cases, files, (id, version), pseudonyms, until_us, since_us)
        paths += files.close()
    if parquet:
        paths += [to_parquet(path) for path in paths]
    manifest = {
        "format": FORMAT,
        "games": games,
        "since_us": since_us,
        "until_us": until_us,
        "checkpoint": (tree.checkpoint() or b"").decode(),
        "files": {
            str(path.relative_to(folder)): {"bytes": path.stat().st_size, "sha256": sha256_of(path)}
            for path in sorted(paths)
        },
    }
    text = json.dumps(manifest, indent=1, sort_keys=True) + "\n"
    (folder / MANIFEST).write_text(text, encoding="utf-8")
    return manifest


async def _version(
    use_cases: Wired, files: _Files, key: tuple[str, int], pseudonyms: Pseudonyms, until_us: int, since_us: int
) -> int:
    game, after, games = Game(RULESETS[key]), None, 0
    log = use_cases.world.log
    while page := await use_cases.world.readjudications.games_of(*key, after=after, limit=_PAGE):
        for game_id in page:
            rows, stored = await log.read(game_id, limit=_ROWS), await log.commands(game_id, limit=_ROWS)
            made = rows_of(game, game_id, rows, stored, pseudonyms, until_us)
            if made is None or made[1]["games"][0]["ended_us"] < since_us:
                continue
            games += 1
            for part in PARTS:
                files.write(made[0], part, iter(made[1][part]))
        after = page[-1]
    return games


def sha256_of(path: Path) -> str:
    """SHA-256 of a file, in hex."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def to_parquet(path: Path) -> Path:
    """The same rows as Parquet, beside the file."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    columns = COLUMNS[path.name.removesuffix(NDJSON)]
    kinds = {"string": pa.string(), "int32": pa.int32(), "int64": pa.int64(), "bool": pa.bool_()}
    schema = pa.schema([(name, kinds.get(kind) or pa.list_(pa.string())) for name, kind in columns.items()])
    target = path.with_name(path.name.removesuffix(NDJSON) + PARQUET)
    with gzip.open(path, "rb") as file, pq.ParquetWriter(target, schema, compression="zstd") as writer:
        group: list[Any] = []
        for line in file:
            group.append(msgspec.json.decode(line))
            if len(group) == GROUP_ROWS:
                writer.write_table(pa.Table.from_pylist(group, schema))
                group = []
        if group:
            writer.write_table(pa.Table.from_pylist(group, schema))
    return target
