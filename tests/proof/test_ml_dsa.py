"""The line by ML-DSA-44: what is refused, known answers of others, the signer's second key, and who checks the line."""

import base64
import dataclasses
import io
import json
import logging
import os
import shutil
import struct
import subprocess
from pathlib import Path

import pytest
from rich.console import Console

import infra.signer.ml_dsa
import infra.signer.second_line
import verifier.ml_dsa
from domain.proof.bundle import CHECKPOINT
from domain.proof.log_depth import Trusted, check
from domain.proof.ml_dsa import Required, line_by, message, parse_key
from domain.proof.note import (
    ED25519,
    ML_DSA_44,
    BadNote,
    Checkpoint,
    Key,
    SecretKey,
    Signature,
    SignedCheckpoint,
    parse_checkpoint,
    signed,
    to_base64,
    with_cosignatures,
)
from infra.cli.commands import proof
from infra.cli.problems import ExitCode, Problem
from infra.settings import Settings
from infra.signer.folder import ML_DSA_KEY, SignerFolder
from infra.signer.ml_dsa import MISSING, MlDsaKey, verify
from infra.signer.run import check_ml_dsa
from infra.signer.second_line import second_line
from infra.signer.signing import DiskDamaged, Signing
from services.log.signed_tree import NoTree, TreeDamaged
from tests.proof import ml_dsa_answers as answers
from tests.proof.evidence import LOG as VECTORS
from tests.proof.evidence import WITNESS
from tests.proof.forged import closed, opened
from tests.proof.test_vectors import read as vector
from verifier.__main__ import main

NOW = 1_700_000_000
LOG = SecretKey("log.example/test", ED25519, bytes(range(32)))
KEY = MlDsaKey(LOG.name, bytes(range(32)))
OTHER = MlDsaKey(LOG.name, bytes(32))
CHECKPOINT_7 = Checkpoint(LOG.name, 7, bytes(range(100, 132)))
LEAVES = [bytes([at]) * 32 for at in range(20)]


def note_with(*lines: Signature) -> SignedCheckpoint:
    return with_cosignatures(signed(CHECKPOINT_7, LOG), lines)


def required(key: MlDsaKey = KEY) -> Required:
    return Required(key.public, verify)


# ---------------------------------------------------------------- the line


def test_a_line_that_the_key_did_not_make_is_wrong() -> None:
    good = KEY.line(CHECKPOINT_7, NOW)
    signature = good.data[8:]
    forged = {
        "a byte": good.data[:-1] + bytes([good.data[-1] ^ 1]),
        "another time": struct.pack(">Q", NOW + 1) + signature,
        "no time": signature,
        "short": good.data[:-1],
        "long": good.data + b"\0",
        "the body as Ed25519 signs it": struct.pack(">Q", NOW) + KEY._sign(CHECKPOINT_7.body()),
        "another key": OTHER.line(CHECKPOINT_7, NOW).data,
        "another tree": KEY.line(dataclasses.replace(CHECKPOINT_7, size=8), NOW).data,
        "another root": KEY.line(dataclasses.replace(CHECKPOINT_7, root=bytes(32)), NOW).data,
        "another log": KEY.line(dataclasses.replace(CHECKPOINT_7, origin="other.example"), NOW).data,
        "another name": MlDsaKey("other.example", KEY.seed).line(CHECKPOINT_7, NOW).data,
        "a time past all times": struct.pack(">Q", 2**63) + KEY._sign(message(CHECKPOINT_7, LOG.name, 2**63)),
    }
    for name, data in forged.items():
        line = dataclasses.replace(good, data=data)
        assert line_by(note_with(line), required()) == "wrong", name
        assert line_by(note_with(good, line), required()) == "wrong", f"{name}, below a good one"
    assert line_by(note_with(good), Required(Key(LOG.name, ML_DSA_44, bytes(1_312)), verify)) == "none"


def test_a_key_of_the_wrong_length_is_refused() -> None:
    public = KEY.public.public
    for wrong in (public[:-1], public + b"\0", LOG.public.public, b""):
        with pytest.raises(BadNote, match=rf"a key of its kind has 1312 bytes, and it has {len(wrong)}$"):
            parse_key(str(Key(LOG.name, ML_DSA_44, wrong)))
        assert not verify(wrong, b"message", bytes(2_420))
    with pytest.raises(BadNote, match=r"not a key of ML-DSA-44"):
        parse_key(str(LOG.public))
    with pytest.raises(BadNote, match="id"):
        parse_key(str(KEY.public).replace("log.", "lag."))
    with pytest.raises(BadNote, match="the key of a log or of a witness"):
        Key.parse(str(KEY.public))
    for seed in (bytes(31), bytes(33)):
        with pytest.raises(BadNote, match="not a secret key"):
            MlDsaKey.parse(f"PRIVATE+KEY+{LOG.name}+00000000+{to_base64(bytes([ML_DSA_44]) + seed)}")


def test_a_note_with_the_line_is_read_as_before() -> None:
    note = note_with(KEY.line(CHECKPOINT_7, NOW))
    read = parse_checkpoint(note.note())
    assert read == note and len(note.note()) < 4_000
    assert read.is_signed_by(LOG.public), "a key that one does not know is passed over"
    assert line_by(read, required()) == "good"
    assert line_by(signed(CHECKPOINT_7, LOG), required()) == line_by(read, required(OTHER)) == "none"
    assert (parse_key(str(KEY.public)), MlDsaKey.parse(KEY.text())) == (KEY.public, KEY)
    assert KEY.seed.hex() not in repr(KEY) and repr(KEY.seed) not in repr(KEY)


def test_what_is_signed_has_the_form_of_the_specification() -> None:
    name = LOG.name.encode()
    lengths = struct.pack(">B16sQB16sQQ", 16, name, NOW, 16, name, 0, 7)
    assert message(CHECKPOINT_7, LOG.name, NOW) == b"subtree/v1\n\0" + lengths + CHECKPOINT_7.root


def test_known_answers_of_others() -> None:
    public = MlDsaKey("x", answers.NIST_SEED).public.public
    assert public.startswith(answers.NIST_KEY_BEGINS) and public.endswith(answers.NIST_KEY_ENDS)
    key = Key(answers.LOG_NAME, ML_DSA_44, answers.LOG_PUBLIC)
    assert key.id == answers.LOG_KEY_ID
    line = Signature(key.name, key.id, bytes(8) + answers.LOG_SIGNATURE)
    checkpoint = Checkpoint(key.name, answers.LOG_SIZE, answers.LOG_ROOT)
    for by in (verify, verifier.ml_dsa.verify):
        assert line_by(SignedCheckpoint(checkpoint, (line,)), Required(key, by)) == "good"
        other = dataclasses.replace(checkpoint, size=2)
        assert line_by(SignedCheckpoint(other, (line,)), Required(key, by)) == "wrong"


# ---------------------------------------------------------------- the signer


def signer(folder: Path, on: bool = True) -> Signing:
    """A signer that starts, and signs what is new."""
    signing = Signing(SignerFolder(folder), LOG.name, ml_dsa=(lambda: NOW) if on else None)
    signing.compare(LEAVES[: signing.noticed])
    signing.compared()
    signing.notice(LEAVES[signing.noticed : signing.noticed + 2])
    signing.publish(signing.noticed)
    return signing


def newest(folder: Path) -> SignedCheckpoint:
    return parse_checkpoint((folder / "public/checkpoint").read_bytes())


@pytest.mark.rules("GAME-PROOF-03")
@pytest.mark.parametrize("fault", ["gone", "damaged", "short", "of another log", "public", "line"])
def test_a_lost_or_damaged_second_key_stops_it(tmp_path: Path, fault: str) -> None:
    signer(tmp_path)
    private, public = tmp_path / "private" / ML_DSA_KEY, tmp_path / "public" / ML_DSA_KEY
    match fault:
        case "gone":
            private.unlink()
            why = "has an ML-DSA-44 key, but it is missing in its private folder"
        case "damaged":
            private.write_text(private.read_text().replace("log.", "lag."))
            why = "ML-DSA-44 key in the private folder of the signer cannot be read"
        case "short":
            private.write_bytes(private.read_bytes()[:40])
            why = "ML-DSA-44 key in the private folder of the signer cannot be read"
        case "of another log":
            private.write_text(MlDsaKey("other.example", bytes(32)).text())
            why = "private folder is that of other.example, not of log.example/test"
        case "public":
            public.write_text(f"{OTHER.public}\n")
            why = "public ML-DSA-44 key on the disk of the signer is not that of its secret key"
        case _:
            path, wrong = tmp_path / "public/checkpoint", newest(tmp_path)
            lines = (wrong.signatures[0], dataclasses.replace(wrong.signatures[1], data=bytes(2_428)))
            path.write_bytes(dataclasses.replace(wrong, signatures=lines).note())
            why = "has an ML-DSA-44 line that its key did not make"
    with pytest.raises(DiskDamaged, match=why):
        signer(tmp_path)
    if fault != "line":
        signer(tmp_path, on=False)
        private.unlink(missing_ok=True)
        public.unlink()
        renewed = signer(tmp_path).second_key
        assert renewed is not None and line_by(newest(tmp_path), required(renewed)) == "good", (
            "with another key it goes on"
        )


def test_it_may_be_switched_on_off_and_on(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    assert signer(tmp_path, on=False).second_key is None and len(newest(tmp_path).signatures) == 1
    assert not (tmp_path / "private" / ML_DSA_KEY).exists() and second_line(SignerFolder(tmp_path)) is None
    first = signer(tmp_path).second_key
    assert first is not None and line_by(newest(tmp_path), required(first)) == "good"
    assert (tmp_path / "private" / ML_DSA_KEY).stat().st_mode & 0o777 == 0o600
    assert (tmp_path / "public" / ML_DSA_KEY).read_text() == f"{first.public}\n"
    assert newest(tmp_path).signatures[1].name == LOG.name, "it is named as the log is"
    signer(tmp_path, on=False)
    assert line_by(newest(tmp_path), required(first)) == "none"
    assert signer(tmp_path).second_key == first and line_by(newest(tmp_path), required(first)) == "good"
    assert newest(tmp_path).checkpoint.size == 8
    published = b"".join(each.read_bytes() for each in (tmp_path / "public").rglob("*") if each.is_file())
    for secret in (first.seed, first.seed.hex().encode(), to_base64(b"\6" + first.seed).encode()):
        assert secret not in published and secret not in caplog.text.encode()


def test_without_the_library_the_setting_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    on = Settings.load({"EMBERLOG_SIGNER_ML_DSA": "YES"})
    check_ml_dsa(on)
    monkeypatch.setattr("infra.signer.run.is_possible", lambda: False)
    with pytest.raises(
        Problem, match=r"EMBERLOG_SIGNER_ML_DSA is YES\. .*pip install 'emberlog\[post-quantum\]'"
    ) as problem:
        check_ml_dsa(on)
    assert problem.value.code == ExitCode.NOT_AVAILABLE == 3
    check_ml_dsa(Settings.load({}))


def test_signer_key_prints_either_key_as_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def text(ml_dsa: bool) -> str:
        monkeypatch.setattr(proof, "out", Console(file=(file := io.StringIO()), width=80))
        proof.signer_key(ml_dsa=ml_dsa)
        return file.getvalue()

    monkeypatch.setenv("EMBERLOG_TREE", os.fspath(tmp_path))
    with pytest.raises(Problem, match="No signer has signed anything"):
        text(True)
    signer(tmp_path, on=False)
    with pytest.raises(Problem, match="EMBERLOG_SIGNER_ML_DSA=YES gives it one") as problem:
        text(True)
    assert problem.value.code == ExitCode.NOT_THERE
    second = signer(tmp_path).second_key
    assert second is not None
    assert (text(True), text(False)) == (f"{second.public}\n", (tmp_path / "public/key").read_text())


# ---------------------------------------------------------------- who checks it


def test_verify_says_what_became_of_the_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tree = SignerFolder(tmp_path)
    assert second_line(NoTree()) is None
    signer(tmp_path)
    path, good = tmp_path / "public/checkpoint", newest(tmp_path)
    wrong = dataclasses.replace(good.signatures[1], data=good.signatures[1].data[:-1] + b"\1")
    path.write_bytes(dataclasses.replace(good, signatures=(good.signatures[0], wrong)).note())
    with pytest.raises(TreeDamaged, match="has an ML-DSA-44 line that the key of log"):
        second_line(tree)
    path.write_bytes(dataclasses.replace(good, signatures=good.signatures[:1]).note())
    assert (
        second_line(tree)
        == "The checkpoint of size 2 has no ML-DSA-44 line: it was switched off, or somebody has removed the line."
    )
    path.write_bytes(good.note())
    assert second_line(tree) == "The checkpoint of size 2 was also signed with ML-DSA-44 by log.example/test."
    monkeypatch.setattr(infra.signer.second_line, "is_possible", lambda: False)
    assert second_line(tree) == f"The ML-DSA-44 line was NOT checked. {MISSING}"
    (tmp_path / "public" / ML_DSA_KEY).write_text("nonsense")
    with pytest.raises(TreeDamaged, match="ML-DSA-44 key or its newest checkpoint cannot be read"):
        second_line(tree)


BUNDLES_KEY = MlDsaKey(VECTORS.name, bytes(range(32)))


def bundle_with(line: Signature | None) -> bytes:
    files = opened(vector("game.emberlog"))
    note = parse_checkpoint(files[CHECKPOINT])
    lines = note.signatures[:1] + (() if line is None else (line,)) + note.signatures[1:]
    return closed(files | {CHECKPOINT: dataclasses.replace(note, signatures=lines).note()})


def good_line() -> Signature:
    return BUNDLES_KEY.line(parse_checkpoint(opened(vector("game.emberlog"))[CHECKPOINT]).checkpoint, NOW)


def verified(folder: Path, data: bytes, *arguments: str) -> tuple[int, str]:
    path, key, printed = folder / "game.emberlog", folder / "ml-dsa.key", list[str]()
    path.write_bytes(data)
    key.write_text(f"{BUNDLES_KEY.public}\n")
    code = main(["--ml-dsa-key", os.fspath(key), *arguments, os.fspath(path)], lambda text: printed.append(str(text)))
    return code, "\n".join(printed)


@pytest.mark.rules("GAME-PROOF-02")
def test_the_verifier_refuses_a_wrong_line_and_one_that_is_missing(tmp_path: Path, monkeypatch) -> None:
    wrong = dataclasses.replace(good_line(), data=bytes(2_428))
    code, text = verified(tmp_path, bundle_with(wrong), "--key", str(VECTORS.public))
    assert code == 32 and "the line of log.example/vectors by ML-DSA-44 was not made by the key you named" in text
    code, text = verified(tmp_path, bundle_with(None), "--key", str(VECTORS.public))
    assert code == 32 and "no line by the ML-DSA-44 key that you named" in text
    code, text = verified(tmp_path, bundle_with(good_line()), "--key", str(VECTORS.public))
    assert code == 0 and "by the ML-DSA-44 key that you named.\nVerified: signed by the key that you named." in text
    assert verified(tmp_path, bundle_with(good_line()))[0] == 0, "this key names the log as well as the other"
    monkeypatch.setattr(verifier.ml_dsa, "is_possible", lambda: False)
    code, text = verified(tmp_path, bundle_with(wrong), "--key", str(VECTORS.public))
    assert code == 3 and "The ML-DSA-44 line was NOT checked: cryptography is not installed" in text


def test_whoever_does_not_know_the_key_passes_over_the_line(tmp_path: Path) -> None:
    data = bundle_with(good_line())
    check(data, Trusted(VECTORS.public, (WITNESS.public,)))
    if shutil.which("node") is None:
        return
    listed = tmp_path / "bundles.json"
    files = [{"data": base64.b64encode(each).decode()} for each in (data, vector("game.emberlog"))]
    listed.write_text(json.dumps({"key": str(VECTORS.public), "witness": str(WITNESS.public), "files": files}))
    done = subprocess.run(
        ["node", Path(__file__).with_name("verify_all.mjs"), listed], capture_output=True, text=True, check=True
    )
    assert json.loads(done.stdout) == ["holds", "holds"]
