"""Statistics over a dump, by the SQL files in `stats`. Each says its question and its method in its first lines."""

import hashlib
import json
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from infra.data.dump import MANIFEST, NDJSON, PARQUET, sha256_of
from services.audit.dump import PARTS

QUESTIONS: Final = ("seats", "seat_test", "length", "bots", "bot_pairs", "refusals", "take_backs", "think_time")


class BadDump(Exception):
    """A folder does not hold a dump, or its files are not those of its manifest. The text is a sentence."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What one SQL file returns. `sha256`: of the file, so that a figure can be repeated."""

    name: str
    question: str
    sha256: str
    sql: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]


def check_dump(folder: Path) -> str:
    """SHA-256 of the manifest, in hex, after every file was compared with it. Raises BadDump."""
    path = folder / MANIFEST
    try:
        manifest = json.loads(path.read_text(encoding="utf-8"))
        listed = manifest["files"]
    except (OSError, ValueError, KeyError):
        raise BadDump(f"{folder} is no dump: it has no {MANIFEST} that can be read.") from None
    for name, each in listed.items():
        if ".." in Path(name).parts or Path(name).is_absolute():
            raise BadDump(f"The manifest names {name}, which is outside of the dump.")
        file = folder / name
        if not file.is_file() or sha256_of(file) != each["sha256"]:
            raise BadDump(f"{name} is not the file that the manifest names.")
    return sha256_of(path)


def answers(folder: Path) -> list[Answer]:
    """The answers to all questions."""
    import duckdb

    connection = duckdb.connect(":memory:")
    for part in PARTS:
        connection.execute(f"CREATE VIEW {part} AS SELECT * FROM {_source(folder, part)}")
    made: list[Answer] = []
    for name in QUESTIONS:
        text = (files("infra.data") / "stats" / f"{name}.sql").read_text(encoding="utf-8")
        result = connection.execute(text)
        columns = tuple(str(each[0]) for each in result.description)
        question = text.splitlines()[0].removeprefix("-- ")
        rows = tuple(tuple(row) for row in result.fetchall())
        made.append(Answer(name, question, hashlib.sha256(text.encode()).hexdigest(), text, columns, rows))
    connection.close()
    return made


def _source(folder: Path, part: str) -> str:
    """What DuckDB reads a part from. The path is quoted: it comes from the command line."""
    quoted = str(folder).replace("'", "''")
    if any(folder.glob(f"*/*/{part}{PARQUET}")):
        return f"read_parquet('{quoted}/*/*/{part}{PARQUET}')"
    if any(folder.glob(f"*/*/{part}{NDJSON}")):
        return f"read_json('{quoted}/*/*/{part}{NDJSON}', format = 'newline_delimited')"
    raise BadDump("The dump has no games.")
