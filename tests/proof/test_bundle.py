"""Evidence bundles: the same bytes each time, verified by Python alone, and refused where anything is not as it was."""

import base64
import dataclasses
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from domain.engine.step import Step
from domain.proof import records
from domain.proof.bundle import CHECKPOINT, COMMANDS, INCLUSION, KEY, STEPS
from domain.proof.canonical import objects, texts
from domain.proof.faults import EXIT_CODES, Fault
from domain.proof.log_depth import Trusted, check
from domain.proof.note import ED25519, SecretKey, parse_checkpoint, signed
from domain.proof.packed import packed, unpacked
from domain.proof.rows import command_rows, step_rows
from domain.proof.tree import root_by_inclusion
from services.audit.reports.cases import report_of
from services.audit.reports.report import Desk, ReportRequest
from services.log.findings import Broken
from services.reads.bundle import NoEvidence
from services.reads.proofs import StepProof, proof_of_step
from tests.proof.evidence import LOG, finished_game, made, signed_log
from tests.proof.forged import closed, unlawful
from tests.proof.superuser import rewrite
from tests.services.audit.desks import RULEBOOK, visible_to
from tests.services.game_driver import seated_game
from tools.verifier import zipapp
from verifier.__main__ import main


def known() -> Trusted:
    return Trusted(made().key, (made().witness,))


def test_a_bundle_holds_and_is_the_same_each_time() -> None:
    checked = check(made().bundle, known())
    assert checked.game == made().game and checked.refused == 1
    assert len(checked.hashes) == checked.manifest["steps"] > 20
    assert packed(list(unpacked(made().bundle).items())) == made().bundle
    first = made().bundle
    made.cache_clear()
    assert made().bundle == first


def test_a_bundle_proves_that_the_log_continues_an_earlier_checkpoint() -> None:
    trusted = dataclasses.replace(known(), earlier=made().earlier)
    check(made().continued, trusted)
    with pytest.raises(Fault, match="no proof from your checkpoint"):
        check(made().bundle, trusted)
    other = parse_checkpoint(made().earlier).checkpoint
    forged = signed(dataclasses.replace(other, root=bytes(32)), LOG).note()
    with pytest.raises(Fault, match="another checkpoint than yours"):
        check(made().continued, dataclasses.replace(trusted, earlier=forged))
    fork = dict(unpacked(made().continued)) | {"log/earlier": forged}
    with pytest.raises(Fault) as fault:
        check(closed(fork), known())
    assert fault.value.kind == "consistency"


def test_a_bundle_by_another_key_is_refused() -> None:
    other = SecretKey(LOG.name, ED25519, bytes(32))
    files = dict(unpacked(made().bundle))
    note = signed(parse_checkpoint(files[CHECKPOINT]).checkpoint, other).note()
    forged = closed(files | {KEY: f"{other.public}\n".encode(), CHECKPOINT: note})
    with pytest.raises(Fault, match="a key that you do not know") as fault:
        check(forged, Trusted(LOG.public))
    assert fault.value.exit_code == 33
    check(forged, Trusted(other.public))
    with pytest.raises(Fault, match="has not cosigned"):
        check(forged, Trusted(other.public, (made().witness,)))


async def test_the_report_on_a_shuffle_says_whether_the_commitment_is_the_one_that_was_signed(tmp_path: Path) -> None:
    async def reported() -> str:
        desk = Desk(log.world, log.tree, RULEBOOK, None, await visible_to(driver, None))
        return (await report_of(desk, ReportRequest(case="shuffle"))).decode()

    log = signed_log(tmp_path)
    driver = await finished_game(log.world)
    report = await reported()
    assert "No signed tree shows that the steps are as old" in report
    assert '"place",""' in report and '"place of the first seat\'s step",""' in report, "no place before it is signed"
    log.sign()
    report = await reported()
    assert "Every step and command of this game is in the signed order" in report
    assert '"place","1"' in report and '"place of the first seat\'s step","3"' in report
    rewrite(log.log, driver.game, driver.game_id, first=2)
    report = await reported()
    assert "THE SIGNED TREE HAS ANOTHER ENTRY" in report and "nobody can have chosen" not in report
    assert "another entry at position 3: the checkpoint of size" in report, "the shares come after the first step"
    rewrite(log.log, driver.game, driver.game_id)
    report = await reported()
    assert "THE SIGNED TREE HAS ANOTHER ENTRY" in report and "nobody can have chosen" not in report
    assert "It does NOT hold: the signed tree has another entry at position 1" in report and '"path"' not in report


@pytest.mark.rules("GAME-PROOF-01", "GAME-PROOF-04")
async def test_a_step_is_proven_as_others_read_it_and_has_a_place_once_it_is_signed(tmp_path: Path) -> None:
    async def proof() -> StepProof:
        return await proof_of_step(log.world, log.tree, await visible_to(driver, None), Step(5))

    log = signed_log(tmp_path)
    driver = await finished_game(log.world)
    before = await proof()
    assert (before.place, before.text) == (None, None) and "nobody signs here, or not yet" in before.why
    log.sign()
    signed = await proof()
    assert signed.text is not None and signed.place is not None
    head, _, note = signed.text.partition("\n\n")
    form, index, *path = head.split("\n")
    checkpoint = parse_checkpoint(note.encode()).checkpoint
    leaf = log.log.order[signed.place - 1].leaf
    assert (form, index) == ("c2sp.org/tlog-proof@v1", f"index {signed.place - 1}")
    hashes = [base64.b64decode(each) for each in path]
    assert root_by_inclusion(leaf, signed.place - 1, checkpoint.size, hashes) == checkpoint.root
    rewrite(log.log, driver.game, driver.game_id)
    after = await proof()
    assert after.text is None and "another entry at position" in after.why and "convicts" in after.why


async def test_nobody_is_given_a_bundle_that_does_not_hold(tmp_path: Path) -> None:
    log = signed_log(tmp_path)
    driver = await finished_game(log.world)
    with pytest.raises(NoEvidence, match="Nobody signs"):
        await log.bundle(driver.game_id)
    log.signing.notice([place.leaf for place in log.log.order])
    log.signing.publish(3)
    with pytest.raises(NoEvidence, match="not signed yet"):
        await log.bundle(driver.game_id)
    log.sign()
    check(await log.bundle(driver.game_id), Trusted(LOG.public))
    rewrite(log.log, driver.game, driver.game_id)
    with pytest.raises(Broken, match=r"the signed tree has another entry at position 1: .* convicts") as broken:
        await log.bundle(driver.game_id)
    assert broken.value.finding.check == "tree"
    await seated_game(log.world)


@pytest.fixture(scope="session")
def pyz(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("verifier") / "emberlog-verify.pyz"
    path.write_bytes(zipapp())
    assert zipapp() == path.read_bytes(), "the same sources, the same bytes"
    return path


def run(pyz: Path, *arguments: str | Path, bare: bool = True) -> tuple[int, str]:
    flags = ["-I", "-S"] if bare else ["-I"]
    done = subprocess.run(
        [sys.executable, *flags, pyz, *arguments], capture_output=True, text=True, check=False, cwd=pyz.parent
    )
    assert not done.stderr, done.stderr
    return done.returncode, done.stdout


@pytest.mark.rules("GAME-PROOF-02")
def test_the_zipapp_verifies_on_a_bare_python(pyz: Path, tmp_path: Path) -> None:
    path, earlier = tmp_path / "game.emberlog", tmp_path / "note"
    path.write_bytes(made().continued)
    earlier.write_bytes(made().earlier)
    named = ("--key", str(made().key), "--witness", str(made().witness), "--earlier", earlier)
    code, text = run(pyz, path, *named)
    assert code == 0 and "Verified: signed by the key that you named." in text, text
    assert "continues the checkpoint that you have" in text
    code, text = run(pyz, path)
    assert code == 1 and str(made().key) in text and "checkpoint" not in text
    code, text = run(pyz, path, "--depth", "rules", "--key", str(made().key))
    assert code == 3 and "msgspec" in text
    path.write_bytes(made().bundle[:-1])
    code, text = run(pyz, path, *named)
    assert code == 10 and text.startswith("NOT verified (zip): "), text
    assert run(pyz, tmp_path / "none", *named)[0] == 2


def test_the_zipapp_decides_every_command_once_more(pyz: Path, tmp_path: Path) -> None:
    path = tmp_path / "game.emberlog"
    path.write_bytes(made().bundle)
    code, text = run(pyz, path, "--depth", "rules", "--key", str(made().key), bare=False)
    assert code == 0 and "commands were decided once more" in text, text


def test_rules_of_another_version_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, lines = tmp_path / "game.emberlog", list[str]()
    path.write_bytes(made().bundle)
    monkeypatch.setattr("domain.proof.rules_depth.RULESETS", {})
    code = main([str(path), "--depth", "rules", "--key", str(made().key)], lines.append)
    assert code == EXIT_CODES["version"] and "lacks version" in lines[-2]


def test_a_verifier_that_fails_does_not_end_as_one_that_holds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, lines = tmp_path / "game.emberlog", list[str]()
    path.write_bytes(made().bundle)
    monkeypatch.setattr("verifier.__main__.check", lambda data, trusted: 1 // 0)
    assert main([str(path)], lines.append) == 70 and lines[0].startswith("NOT verified: this verifier failed"), lines


def test_a_game_that_breaks_the_rules_is_convicted_by_them(tmp_path: Path) -> None:
    """A log that signs anything: the chains and the tree hold, the rules do not."""
    path, lines = tmp_path / "game.emberlog", list[str]()
    path.write_bytes(unlawful(made().bundle))
    arguments = [str(path), "--key", str(made().key)]
    assert main(arguments, lines.append) == 0, lines
    assert main([*arguments, "--depth", "rules"], lines.append) == EXIT_CODES["rules"], lines
    assert "decided once more" in lines[-2]


@pytest.mark.parametrize("name", [STEPS, INCLUSION])
def test_every_byte_counts(name: str) -> None:
    data = made().bundle
    at = data.index(unpacked(data)[name]) + 40
    with pytest.raises(Fault):
        check(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :], known())


def one_step(line: bytes) -> records.StepLine | None:
    """A step as the quick way reads it."""
    rows = step_rows([line])
    if rows is None:
        return None
    (cause,), (data,), (salt,), (stream,), (type,), (version,), (ends,) = rows
    return records.StepLine(cause, data, salt, stream, type, int(version), ends)


def one_command(line: bytes) -> records.CommandLine | None:
    """A command as the quick way reads it."""
    return next(iter(command_rows([line], f',"game":"{made().game}"') or ()), None)


def test_many_lines_are_read_as_each_by_itself_and_none_hides_behind_another() -> None:
    """An object that is open in one line and closed in the next is not taken, though both together would be one."""
    steps = unpacked(made().bundle)[STEPS].splitlines()
    rows = step_rows(steps)
    assert rows is not None
    assert list(map(list, rows)) == [list(column) for column in zip(*map(read_as_row, steps), strict=True)]
    assert objects(['{"a":1}', '{"b":[]}']) == [{"a": 1}, {"b": []}]
    for torn in (['{"a":[{}', '{}],"b":{}}', "{},{}"], ['{"a":1}{', "}"], ['{"a":1},{}'], ["{}", '{"b":1,"a":2}']):
        assert objects(torn) is None
    assert texts(['"a"', r'"\"\\"']) == ["a", '"\\']
    for torn in ([r'"a\"', '","b"'], ['"a"b"'], ['"a', 'b"'], [r'"\u0061"'], [r'"\ud800"']):
        assert texts(torn) is None


def read_as_row(line: bytes) -> tuple[object, ...]:
    step = records.read_step(line, 1)
    return step.cause, step.data, step.salt, step.stream, step.type, str(step.version), step.ends


def test_the_quick_way_reads_only_what_the_careful_one_reads() -> None:
    """Lines with other bytes: whatever the quick way takes, the careful one takes, with the same content."""
    files, chance = unpacked(made().bundle), random.Random(17)
    taken, refused = 0, 0
    quick_and_careful: dict[str, tuple[Callable[[bytes], object], Callable[[bytes], object]]] = {
        STEPS: (one_step, lambda line: records.read_step(line, 1)),
        COMMANDS: (one_command, lambda line: records.read_command(line, 1, made().game)),
    }
    for name, (quick, careful) in quick_and_careful.items():
        for line in files[name].splitlines() * 25:
            at, other = chance.randrange(len(line)), chance.choice(b'"\\{}[]:, 0179-.enu\x01\x7f\xe9')
            changed = line[:at] + bytes([other]) + line[at + chance.randrange(2) :]
            assert quick(line) == careful(line), "as it was recorded"
            if (read := quick(changed)) is not None:
                taken += 1
                assert read == careful(changed), changed
            else:
                refused += 1
    assert taken > 500 < refused


def test_numbers_and_depths_at_their_bounds() -> None:
    line = unpacked(made().bundle)[STEPS].splitlines()[5]
    start = line.index(b'"time_us":') + 10
    for number, is_read in ((b"9007199254740991", True), (b"9007199254740992", False), (b"8999999999999999", True)):
        changed = line[:start] + number + line[line.index(b",", start) :]
        if is_read:
            assert records.read_step(changed, 6).cause[3] == number.decode()
            continue
        with pytest.raises(Fault, match="step 6 cannot be read"):
            records.read_step(changed, 6)
    for depth, is_read in ((98, True), (99, False)):
        deep = line.replace(b'"data":{', b'"data":{"a":' + b"[" * depth + b"]" * depth + b",", 1)
        if is_read:
            assert records.read_step(deep, 6).version == 6
            continue
        with pytest.raises(Fault, match="not canonical"):
            records.read_step(deep, 6)
