"""Places in the order of all games: told of a step and of a command once a signed note covers them, and never before."""

from pathlib import Path

import httpx
import pytest

from domain.game.terms import Delay, Terms
from domain.proof.note import parse_checkpoint
from infra.signer.cosigned import CosignedNotes
from infra.signer.folder import SignerFolder
from services.audit.ledger import LedgerEntry, read_ledger
from services.ports import Principal
from tests.api.conftest import asking, services_over, serving
from tests.api.follow import follow_events
from tests.proof.evidence import WITNESS, Signed, finished_game, signed_log
from tests.services.audit.desks import everything, visible_to
from tests.services.game_driver import BEN, JUDGE, GameDriver, seated_game

STEPS = "query($g: ID!) { game(id: $g) { steps(first: 300) { edges { node { version place } } } } }"
FOLLOW = "subscription($g: ID!) { gameSteps(game: $g) { version place } }"


async def ledger(log: Signed, driver: GameDriver, by: Principal) -> list[LedgerEntry]:
    visible = await visible_to(driver, by)
    return list((await read_ledger(log.world, log.tree, by, visible, everything(visible), after=0, size=200)).entries)


@pytest.mark.rules("GAME-PROOF-04", "GAME-PROOF-01")
async def test_who_reads_the_ledger_gets_the_places_that_are_signed(tmp_path: Path) -> None:
    log = signed_log(tmp_path)
    driver = await seated_game(log.world, "great_fire", terms=Terms(delay=Delay(seconds=60)))
    await driver.play_on(6)
    assert {each.place for by in (JUDGE, BEN) for each in await ledger(log, driver, by)} == {None}, "nobody signs"
    log.sign()
    size = len(log.log.order)
    await driver.play_on(6)
    for by in (JUDGE, BEN):
        of_reader = await ledger(log, driver, by)
        expected = {each.number: each.pos for each in log.log.order[:size] if each.kind == "command"}
        assert [each.place for each in of_reader] == [expected.get(each.stored.ordinal) for each in of_reader]
        assert of_reader[-1].place is None and of_reader[0].place is not None


@pytest.mark.rules("GAME-PROOF-04", "GAME-PROOF-01")
async def test_a_step_has_its_place_once_a_note_covers_it_and_none_on_a_stream(tmp_path: Path) -> None:
    log = signed_log(tmp_path)
    driver = await finished_game(log.world, 60)
    expected = {each.number: each.pos for each in log.log.order if each.kind == "step"}
    log.signing.notice([each.leaf for each in log.log.order])
    cut = parse_checkpoint(log.signing.publish(len(log.log.order) - 5).note()).checkpoint.size  # type: ignore[union-attr]
    services = services_over(log.world, tree=log.tree)
    async with serving(services) as served, httpx.AsyncClient(timeout=30, verify=False, trust_env=False) as http:
        edges = (await asking(served, http)(STEPS, g=driver.game_id))["game"]["steps"]["edges"]
        sent = {each["node"]["version"]: each["node"]["place"] for each in edges}
        assert sent == {version: place if place <= cut else None for version, place in expected.items()}
        assert None in sent.values() and len(sent) > 100, "some are signed and some not, in several stretches"
        by_key = "{ checkpoint { size cosigned } witnesses { name key size cosignedAt } }"
        CosignedNotes(SignerFolder(tmp_path), [WITNESS.public]).published(
            parse_checkpoint(log.tree.checkpoint() or b"")
        )
        answer = await asking(served, http)(by_key)
        witness = {
            "name": WITNESS.name,
            "key": str(WITNESS.public),
            "size": cut,
            "cosignedAt": "2023-11-14T22:13:20+00:00",
        }
        assert answer == {"checkpoint": {"size": cut, "cosigned": [WITNESS.name]}, "witnesses": [witness]}
        followed = [step["place"] async for step in follow_events(served, http, FOLLOW, g=driver.game_id)]
    assert followed == [None] * len(sent), "a stream sends a step once, and before it is signed"
