"""Hundreds of damaged and forged bundles: both verifiers refuse each of them, and for the same reason."""

import base64
import json
import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from domain.proof.faults import ADVICE, EXIT_CODES, Fault
from domain.proof.log_depth import Trusted, check
from domain.proof.packed import BYTES_MAX
from tests.proof.damages import damages
from tests.proof.evidence import made
from tests.proof.forged import Damage
from verifier.__main__ import main

KINDS_MIN = 500
ONLY_RULES = {"rules", "version"}
"""What a bundle that holds down to the log may break: tests/proof/test_bundle.py."""
ONLY_READERS = {"size", "earlier", "part"}
"""What depends on more than the bytes: there too, and a file of two gigabytes."""


@pytest.fixture(scope="module")
def cases() -> Sequence[Damage]:
    return damages()


def earlier_for(name: str) -> bytes | None:
    return made().earlier if name.startswith("consistency") else None


def part_for(name: str) -> bytes | None:
    return {"goes on": made().part, "goes on from the whole": made().bundle}.get(name)


def kind_by_python(data: bytes, earlier: bytes | None) -> str:
    try:
        check(data, Trusted(made().key, (made().witness,), earlier))
    except Fault as fault:
        return fault.kind
    return "holds"


def kinds_by_pages(cases: Sequence[Damage], folder: Path) -> list[str]:
    def encoded(data: bytes | None) -> str | None:
        return None if data is None else base64.b64encode(data).decode()

    listed = folder / "bundles.json"
    files = [
        {"data": encoded(data), "earlier": encoded(earlier_for(name)), "part": encoded(part_for(name))}
        for name, data in cases
    ]
    listed.write_text(json.dumps({"key": str(made().key), "witness": str(made().witness), "files": files}))
    script = Path(__file__).with_name("verify_all.mjs")
    done = subprocess.run(["node", script, listed], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    kinds: list[str] = json.loads(done.stdout)
    return kinds


@pytest.mark.rules("GAME-PROOF-02")
def test_no_damaged_bundle_is_accepted_and_every_kind_of_fault_is_met(cases: Sequence[Damage]) -> None:
    assert len(cases) >= KINDS_MIN
    kinds = {name: kind_by_python(data, earlier_for(name)) for name, data in cases}
    assert [name for name, kind in kinds.items() if kind == "holds"] == []
    assert set(kinds.values()) == set(EXIT_CODES) - ONLY_RULES - ONLY_READERS
    assert len(set(EXIT_CODES.values())) == len(EXIT_CODES)


BAD_INPUT = {
    "zip: a bomb": (10, "a file in it is compressed"),
    "names: a file named '/etc/passwd'": (12, "a name that is a path elsewhere"),
    "names: README.txt twice": (13, "README.txt is in it twice"),
    "keys: wrong key 0": (30, "the key of the log cannot be read"),
    "notes: not signed": (31, "nobody has signed it"),
    "notes: nothing under it": (31, "nobody has signed it"),
    "notes: signed by a forger": (32, "was not signed by the key of the log"),
    "by_forger: forger.example signs a game of its own 0": (33, "a key that you do not know"),
    "inclusion: one more": (41, "it has 3 hashes, and must have 2"),
    "part: one hash less": (28, "not the one that the manifest names"),
    "part: one line less": (29, "lines for"),
    "notes_beside: other words": (60, "the words of note 1 are not those"),
    "notes_beside: of another game": (60, "no step of the game refers to note"),
    "persons: no text": (61, "a name that is no text"),
    "cited: of another ruleset": (62, "the rules of another ruleset"),
    "consistency: another root, signed by the log": (43, "does not lead to the root of the earlier tree"),
}
"""What somebody may hand in, with the exit code and the words that tell it from everything else."""


def test_each_bad_input_has_a_sentence_and_an_exit_code_of_its_own(cases: Sequence[Damage], tmp_path: Path) -> None:
    path, earlier, whole = tmp_path / "game.emberlog", tmp_path / "note", dict(cases)
    earlier.write_bytes(made().earlier)
    for name, (code, words) in BAD_INPUT.items():
        lines, more = list[str](), ["--earlier", str(earlier)] if earlier_for(name) else []
        path.write_bytes(whole[name])
        named = ["--key", str(made().key), "--witness", str(made().witness), *more]
        assert main([str(path), *named], lines.append) == code and words in lines[-2], (name, lines)
        assert lines[-1] == ADVICE[next(kind for kind, each in EXIT_CODES.items() if each == code)]
    with path.open("r+b") as file:
        file.truncate(BYTES_MAX + 1)
    assert main([str(path)], lines.append) == 11 and "is larger than" in lines[-2], "it is not even read"


def test_each_kind_of_fault_says_what_to_do_and_the_documents_have_its_code() -> None:
    assert set(ADVICE) == set(EXIT_CODES) and len(set(ADVICE.values())) == len(ADVICE)
    assert [text for text in ADVICE.values() if not text.endswith(".") or "<" in text] == []
    page = Path("docs/proof.md").read_text(encoding="utf-8")
    documented: dict[str, int] = {}
    for codes, kinds in re.findall(r"^\| ([\d, ]+) \| ((?:`[a-z-]+`(?:, )?)+) \|", page, re.MULTILINE):
        documented |= dict(zip(re.findall(r"`([a-z-]+)`", kinds), map(int, codes.split(", ")), strict=True))
    assert documented == EXIT_CODES


@pytest.mark.skipif(shutil.which("node") is None, reason="Node runs the verifier of the pages")
@pytest.mark.parametrize("each", [pytest.param(1, marks=pytest.mark.campaign), 7], ids=["all", "each seventh"])
def test_the_verifier_of_the_pages_agrees(cases: Sequence[Damage], tmp_path: Path, each: int) -> None:
    cases = cases[::each]
    good = [("consistency", made().continued), ("whole", made().bundle), ("open", made().public), ("part", made().part)]
    parts = [("goes on", made().bundle), ("goes on from the whole", made().bundle)]
    kinds = kinds_by_pages([*good, *parts, *cases], tmp_path)
    assert kinds[:6] == ["holds"] * 5 + ["part"]
    pairs = [(name, kind_by_python(data, earlier_for(name))) for name, data in cases]
    assert [(*pair, other) for pair, other in zip(pairs, kinds[6:], strict=True) if pair[1] != other] == []
