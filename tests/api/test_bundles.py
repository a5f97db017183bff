"""`/bundle/game/ID`: the evidence of a game, as its reader may have it."""

import json
from pathlib import Path

import httpx
import pytest

from domain.proof.beside import NOTES
from domain.proof.bundle import MANIFEST
from domain.proof.log_depth import Trusted, check
from domain.proof.note import ED25519, SecretKey, signed
from domain.proof.packed import unpacked
from tests.api.conftest import services_over, serving
from tests.proof.evidence import LOG, begun_game, call_and_rule, finish, signed_log


@pytest.mark.rules("GAME-PROOF-02", "GAME-ROLE-05")
async def test_everybody_gets_what_they_may_know_and_nobody_more(tmp_path: Path, http: httpx.AsyncClient) -> None:
    log = signed_log(tmp_path)
    driver = await begun_game(log.world)
    await call_and_rule(driver, "He took two cones.", "As printed.")
    async with serving(services_over(log.world, tree=log.tree)) as served:
        await served.principal("judge", "arbiter")
        address = f"{served.url}/bundle/game/{driver.game_id}"

        async def answer_to(by: str | None = None, viewer: str = "", **headers: str) -> httpx.Response:
            more = {"viewer": viewer} if viewer else {}
            return await http.get(address, params=more, headers={**served.headers(by), **headers})

        assert (await answer_to()).status_code == 404, "nothing is signed yet"
        log.sign()
        for by, viewer in ((None, "arbiter"), (None, "0"), (None, "9"), ("judge", "99999")):
            refused = await answer_to(by, viewer)
            assert refused.status_code == 404 and "You may not see" in refused.text, (by, viewer)
        assert (await answer_to(viewer="king")).status_code == 400
        assert (await http.get(address, headers={"authorization": "Bearer emb_wrong"})).status_code == 401
        spectators, judges = await answer_to(), await answer_to("judge", "arbiter")
        assert viewer_in(spectators) == "spectator" and viewer_in(judges) == "arbiter"
        assert NOTES not in unpacked(spectators.content) and NOTES in unpacked(judges.content)
        (sighting,) = await log.world.sightings.of_game(driver.game_id, limit=9)
        assert sighting.last_version == driver.state.version, "an arbiter's look is written down"
        await finish(driver, 3)
        log.sign()
        whole = await answer_to()
        assert check(whole.content, Trusted(LOG.public, part=spectators.content)).notes == 0
        assert check((await answer_to("judge")).content, Trusted(LOG.public)).notes == 2
        assert whole.headers["cache-control"] == "private, no-cache", "a person in it may be erased"
        unchanged = await answer_to(**{"if-none-match": whole.headers["etag"]})
        assert (unchanged.status_code, unchanged.content) == (304, b"")
        assert (await http.get(f"{served.url}/bundle/game/none")).status_code == 404


@pytest.mark.rules("GAME-PROOF-02")
async def test_who_has_an_earlier_note_gets_the_proof_that_the_log_continues_it(
    tmp_path: Path, http: httpx.AsyncClient
) -> None:
    log = signed_log(tmp_path)
    driver = await begun_game(log.world)
    earlier = log.sign()
    assert earlier is not None
    note = earlier.note()
    await finish(driver, 3)
    log.sign()
    forged = signed(earlier.checkpoint, SecretKey(LOG.name, ED25519, bytes(32))).note()
    async with serving(services_over(log.world, tree=log.tree)) as served:

        async def got(**parameters: str) -> httpx.Response:
            return await http.get(f"{served.url}/bundle/game/{driver.game_id}", params=parameters)

        async def since(text: str) -> httpx.Response:
            return await got(since=text)

        answer = await since(note.decode())
        check(answer.content, Trusted(LOG.public, earlier=note))
        assert unpacked(answer.content)["log/earlier"] == note and "log/earlier" not in unpacked((await got()).content)
        broken = await since("no note")
        assert broken.status_code == 400 and "it has not three lines" in broken.text
        assert "longer than a note may be" in (await since("x" * 20_000)).text
        refused = await since(forged.decode())
        assert refused.status_code == 404 and "not one of this log" in refused.text


def viewer_in(answer: httpx.Response) -> str:
    assert answer.status_code == 200, answer.text
    check(answer.content, Trusted(LOG.public))
    return str(json.loads(unpacked(answer.content)[MANIFEST])["viewer"])
