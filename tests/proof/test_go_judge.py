"""Go's own checksum database reads our notes and tiles: others' code is the judge.

Debian has what it needs as golang-go and golang-golang-x-mod-dev; no module proxy is asked. Where Go is missing the
tests are not there.
"""

import hashlib
import os
import random
import shutil
import subprocess
from pathlib import Path

import pytest

from domain.proof.tiles import tile_name
from infra.signer.folder import SignerFolder
from infra.signer.signing import Signing

GOCODE = Path("/usr/share/gocode")
JUDGE = Path(__file__).parent / "judge" / "main.go"
HAS_GO = shutil.which("go") is not None and (GOCODE / "src/golang.org/x/mod/sumdb").is_dir()
SIZES = (1, 2, 255, 256, 257, 700, 65_536, 70_001)
pytestmark = [pytest.mark.campaign, pytest.mark.rules("GAME-PROOF-01")]


def leaf(index: int) -> bytes:
    return hashlib.sha256(b"\0" + hashlib.sha256(str(index).encode()).digest()).digest()


if HAS_GO:

    @pytest.fixture(scope="module")
    def judge(tmp_path_factory: pytest.TempPathFactory) -> Path:
        """The judge, built once."""
        folder = tmp_path_factory.mktemp("go")
        usual = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
        environment = {**usual, "GO111MODULE": "off", "GOPATH": str(GOCODE), "GOCACHE": str(folder), "GOPROXY": "off"}
        subprocess.run(["go", "build", "-o", folder / "judge", JUDGE], check=True, env=environment)
        return folder / "judge"

    @pytest.fixture
    def signed(tmp_path: Path) -> tuple[Path, str, list[Path]]:
        """A tree that grew in steps: its published folder, its key, and a note of each size, with a line by ML-DSA-44."""
        signing, notes = Signing(SignerFolder(tmp_path / "tree"), "log.example/go", ml_dsa=lambda: 1_700_000_000), []
        for size in SIZES:
            signing.notice([leaf(index) for index in range(signing.noticed, size)])
            made = signing.publish(size)
            assert made is not None and len(made.signatures) == 2
            notes.append(tmp_path / f"{size}.note")
            notes[-1].write_bytes((tmp_path / "tree/public/checkpoint").read_bytes())
        return tmp_path / "tree/public", (tmp_path / "tree/public/key").read_text().strip(), notes

    def verdict(judge: Path, folder: Path, key: str, notes: list[Path], leaves: dict[int, bytes]) -> str:
        lines = "".join(f"{index} {each.hex()}\n" for index, each in leaves.items())
        done = subprocess.run([judge, folder, key, *notes], input=lines, capture_output=True, text=True, check=False)
        assert (done.returncode == 0) == done.stdout.startswith("holds"), done
        return done.stdout.strip()

    def chosen() -> dict[int, bytes]:
        dice = random.Random(3)
        indexes = {0, 1, 255, 256, 65_535, 65_536, SIZES[-1] - 1, *(dice.randrange(SIZES[-1]) for _ in range(200))}
        return {index: leaf(index) for index in sorted(indexes)}

    def test_go_refuses_what_was_not_signed(judge: Path, signed: tuple[Path, str, list[Path]], tmp_path: Path) -> None:
        folder, key, notes = signed
        changed = tmp_path / "changed.note"
        changed.write_bytes(notes[-1].read_bytes().replace(b"70001", b"70002"))
        assert verdict(judge, folder, key, [changed], {}).startswith("note:")
        assert verdict(judge, folder, key, notes, {5: leaf(6)}).startswith("record 5")
        tile = folder / tile_name(0, 3, 256)
        tile.write_bytes(bytes([tile.read_bytes()[0] ^ 1]) + tile.read_bytes()[1:])
        assert "record 800" in verdict(judge, folder, key, notes[-1:], {800: leaf(800)})

    def test_go_opens_our_notes_and_reads_our_tiles(judge: Path, signed: tuple[Path, str, list[Path]]) -> None:
        leaves = chosen()
        assert verdict(judge, *signed, leaves) == f"holds: {len(SIZES)} trees, {len(leaves)} records"
