"""Whose evidence has what: notes, names, and of a game that is not over the hashes and what the viewer may know."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from domain.engine.viewer import ARBITER, SPECTATOR, Viewer
from domain.game.terms import Delay, Terms
from domain.proof.beside import NAMES, NOTES, rules_file
from domain.proof.bundle import COMMANDS, HASHES, LINES, MANIFEST, STEPS
from domain.proof.faults import Fault
from domain.proof.log_depth import Trusted, check
from domain.proof.packed import unpacked
from infra.signer.folder import PublicFolder, SignerFolder
from infra.signer.signing import Signing
from services.ports import Principal
from services.reads.bundle import NoEvidence
from tests.proof.evidence import LOG, RULESET, Signed, begun_game, call_and_rule, finish, made, signed_log
from tests.proof.superuser import rewrite
from tests.services.game_driver import EVE, JUDGE, GameDriver, seated_game
from verifier.__main__ import main


def words_in(bundle: bytes) -> set[str]:
    return {json.loads(line)["words"] for line in unpacked(bundle).get(NOTES, b"").splitlines()}


async def called_game(log: Signed) -> tuple[GameDriver, Principal, Principal]:
    """A finished game in which a seat called: the game, who called, and who did not."""
    driver = await begun_game(log.world)
    caller = driver.principal(driver.to_act())
    await call_and_rule(driver, "He took two cones.", "As printed.")
    await finish(driver, 4)
    log.sign()
    return driver, caller, driver.principal(next(seat for seat in (0, 1) if driver.principal(seat) != caller))


@pytest.mark.rules("GAME-PROOF-02", "GAME-PERSON-02")
async def test_notes_are_for_who_may_read_them_and_who_is_erased_has_neither_name_nor_words(tmp_path: Path) -> None:
    log = signed_log(tmp_path)
    driver, caller, other = await called_game(log)
    both = {"He took two cones.", "As printed."}
    bundles = {who: await log.bundle(driver.game_id, reader=who) for who in (JUDGE, caller, other, EVE, None)}
    assert {who: words_in(bundle) for who, bundle in bundles.items()} == {
        JUDGE: both, caller: both, other: {"As printed."}, EVE: set(), None: set()
    }  # fmt: skip
    for who, bundle in bundles.items():
        check(bundle, Trusted(LOG.public))
        assert await log.bundle(driver.game_id, reader=who) == bundle, "twice the same bytes"
    names = json.loads(unpacked(bundles[None])[NAMES])
    assert names["persons"][caller.id] == caller.name and "judge" not in names["persons"]
    assert b"**GAME-RULING-01**" in unpacked(bundles[None])[rules_file("game")]
    log.world.principals.principals[caller.id] = caller  # type: ignore[attr-defined]
    assert await log.world.names.erase(caller.id) is not None
    after = {who: await log.bundle(driver.game_id, reader=who) for who in (JUDGE, None)}
    assert words_in(after[JUDGE]) == {"As printed."}
    for bundle in after.values():
        check(bundle, Trusted(LOG.public))
        assert unpacked(bundle)[STEPS] == unpacked(bundles[None])[STEPS]
        left = json.loads(unpacked(bundle)[NAMES])
        assert caller.id not in left["persons"] and caller.name not in json.dumps(left)


def part_of(data: bytes, viewer: str) -> tuple[list[str | None], int]:
    """The sentences of a part, and how many steps it has. It holds, and nothing in it gives the record away."""
    checked, files = check(data, Trusted(LOG.public)), unpacked(data)
    assert checked.is_part and checked.manifest["viewer"] == viewer
    assert not {STEPS, COMMANDS} & set(files) and b'persons":{}' in files[NAMES]
    lines = [json.loads(line)["text"] for line in files[LINES].splitlines()]
    return lines, len(files[HASHES].splitlines())


@pytest.mark.rules("GAME-PROOF-02", "GAME-DELAY-01")
async def test_of_a_running_game_there_are_hashes_and_what_the_viewer_may_know(tmp_path: Path) -> None:
    log = signed_log(tmp_path)
    driver = await begun_game(log.world)
    with pytest.raises(NoEvidence, match="No step of this game is signed yet"):
        await log.part(driver.game_id, SPECTATOR)
    log.sign()
    signed = driver.state.version
    await driver.play_on(3)
    viewers: dict[str, tuple[Viewer, Principal | None]] = {
        "spectator": (SPECTATOR, None), "seat 0": (0, driver.principal(0)), "arbiter": (ARBITER, JUDGE),
    }  # fmt: skip
    lines = {}
    for name, (viewer, reader) in viewers.items():
        data = await log.part(driver.game_id, viewer, reader)
        lines[name], steps = part_of(data, name)
        assert steps == signed, "what no note covers is not in it"
        assert driver.state.secret.encode() not in data
        assert data == await log.part(driver.game_id, viewer, reader)
    assert lines["spectator"] != lines["arbiter"] != lines["seat 0"] != lines["spectator"]


@pytest.mark.rules("GAME-DELAY-01")
async def test_a_part_for_who_is_behind_a_delay_ends_where_they_see(tmp_path: Path) -> None:
    log = signed_log(tmp_path)
    driver = await seated_game(log.world, RULESET, terms=Terms(delay=Delay(steps=10)))
    await driver.play_on(8)
    log.sign()
    begun = 5
    assert driver.state.version > begun + 10
    for reader, behind in ((None, 10), (EVE, 10), (driver.principal(0), 0)):
        viewer = 0 if behind == 0 else SPECTATOR
        data = await log.part(driver.game_id, viewer, reader)
        assert json.loads(unpacked(data)[MANIFEST])["steps"] == driver.state.version - behind


def test_the_whole_game_goes_on_from_the_part_of_it_or_somebody_is_convicted(tmp_path: Path) -> None:
    path, part, printed = tmp_path / "whole", tmp_path / "part", list[str]()
    path.write_bytes(made().bundle)
    part.write_bytes(made().part)
    named = ["--key", str(made().key), "--part", str(part)]
    assert main([str(path), *named], printed.append) == 0 and any("goes on from the part" in each for each in printed)
    assert main([str(part), "--key", str(made().key)], printed.append) == 0
    assert main([str(part), "--key", str(made().key), "--depth", "rules"], printed.append) == 3, printed[-1]
    assert (
        main([str(path), *named[:2], "--part", str(path)], printed.append) == 45 and "has a whole game" in printed[-2]
    )
    part.write_bytes(made().part[:-1])
    assert main([str(path), *named], printed.append) == 10


@pytest.mark.rules("GAME-PROOF-03")
async def test_a_game_that_was_rewritten_while_it_ran_does_not_go_on_from_an_earlier_part(tmp_path: Path) -> None:
    """The operator holds the key, signs another tree, and shows it to somebody without any older checkpoint."""
    log = signed_log(tmp_path / "first")
    driver = await begun_game(log.world)
    log.sign()
    part = await log.part(driver.game_id, SPECTATOR)
    await finish(driver, 3)
    rewrite(log.log, driver.game, driver.game_id)
    second = SignerFolder(tmp_path / "second")
    second.write_secret("key", f"{LOG.text()}\n".encode())
    other = replace(log, signing=Signing(second, LOG.name), tree=PublicFolder(tmp_path / "second/public"))
    other.sign()
    bundle = await other.bundle(driver.game_id)
    check(bundle, Trusted(LOG.public))
    with pytest.raises(Fault, match="step 1 is not the one in the part that you have") as fault:
        check(bundle, Trusted(LOG.public, part=part))
    assert fault.value.kind == "part"
