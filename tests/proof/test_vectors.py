"""The published vectors: what other people's verifiers are tried on stays as it is.

`python -m tests.proof.test_vectors` writes them anew, which a change of the format alone calls for.
"""

import json
from dataclasses import replace
from pathlib import Path

from domain.proof.log_depth import Trusted, check
from domain.proof.note import Key
from tests.habits.sources import ROOT
from tests.proof.evidence import made

FOLDER = ROOT / "docs/vectors"


def test_the_published_vectors_hold() -> None:
    keys = json.loads((FOLDER / "keys.json").read_text())
    known = Trusted(Key.parse(keys["log"]), (Key.parse(keys["witness"]),))
    checked = check(read("game.emberlog"), replace(known, part=read("part.emberlog")))
    assert (checked.refused, checked.notes) == (1, 2)
    assert check(read("public.emberlog"), known).notes == 0
    assert check(read("part.emberlog"), Trusted(known.key, known.witnesses)).is_part
    check(read("continued.emberlog"), Trusted(known.key, known.witnesses, read("earlier.note")))


def read(name: str) -> bytes:
    return (FOLDER / name).read_bytes()


def write(folder: Path = FOLDER) -> None:
    """Write a game, the same for everybody, with a continuation, the earlier note, a part of it, and the keys."""
    folder.mkdir(exist_ok=True)
    (folder / "game.emberlog").write_bytes(made().bundle)
    (folder / "public.emberlog").write_bytes(made().public)
    (folder / "part.emberlog").write_bytes(made().part)
    (folder / "continued.emberlog").write_bytes(made().continued)
    (folder / "earlier.note").write_bytes(made().earlier)
    keys = {"log": str(made().key), "witness": str(made().witness)}
    (folder / "keys.json").write_text(json.dumps(keys, indent=2) + "\n")


if __name__ == "__main__":
    write()
