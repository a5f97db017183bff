"""`/log`: what the signer has published, and nothing beyond its newest checkpoint."""

import hashlib
from pathlib import Path

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from api.delivery.log_files import log_routes
from infra.signer.folder import PublicFolder, SignerFolder
from infra.signer.signing import Signing
from services.log.signed_tree import NoTree

LEAVES = [hashlib.sha256(bytes([at % 256, at // 256])).digest() for at in range(600)]


@pytest.fixture
def signing(tmp_path: Path) -> Signing:
    return Signing(SignerFolder(tmp_path), "log.example")


@pytest.fixture
def client(tmp_path: Path, signing: Signing):
    with TestClient(Litestar(log_routes(PublicFolder(tmp_path / "public")), openapi_config=None)) as running:
        yield running


def test_notes_are_read_anew_and_tiles_stay(client, signing: Signing) -> None:
    assert client.get("/log/checkpoint").status_code == 404
    assert client.get("/log/key").text == f"{signing.key.public}\n"
    assert client.get("/log/key-ml-dsa-44").status_code == 404
    signing.notice(LEAVES)
    first, second = signing.publish(300), signing.publish(600)
    newest = client.get("/log/checkpoint")
    assert newest.content == second.note() and newest.headers["cache-control"] == "public, no-cache"
    known = client.get("/log/checkpoint", headers={"if-none-match": newest.headers["etag"]})
    assert (known.status_code, known.content) == (304, b"")
    assert client.get("/log/checkpoint/1").content == client.get("/log/checkpoint/300").content == first.note()
    assert client.get("/log/checkpoint/301").content == second.note()
    assert client.get("/log/checkpoint/601").status_code == 404
    for name, leaves in (("0/000", LEAVES[:256]), ("0/002.p/88", LEAVES[512:]), ("0/001.p/44", LEAVES[256:300])):
        tile = client.get(f"/log/tile/{name}")
        assert tile.content == b"".join(leaves) and "immutable" in tile.headers["cache-control"]


def test_a_second_key_has_an_address_of_its_own(client, tmp_path: Path) -> None:
    second = Signing(SignerFolder(tmp_path), "log.example", ml_dsa=lambda: 1).second_key
    assert second is not None and client.get("/log/key-ml-dsa-44").text == f"{second.public}\n"
    assert "log.example" in client.get("/log/key").text, "that of Ed25519 stays one line"
    assert client.get("/log/key").text.count("\n") == 1


@pytest.mark.rules("GAME-PROOF-04")
def test_what_is_not_published_is_not_there(client, signing: Signing) -> None:
    signing.notice(LEAVES)
    signing.publish(300)
    assert client.get("/log/tile/0/001.p/44").status_code == 200
    wrong = ("0/001", "0/001.p/45", "0/002.p/1", "1/000.p/2", "0/000.p/0", "0/0", "../private/key", "0/000.p/256", "x")
    assert {client.get(f"/log/tile/{name}").status_code for name in wrong} == {404}


def test_a_service_without_a_signer_has_no_log() -> None:
    with TestClient(Litestar(log_routes(NoTree()), openapi_config=None)) as client:
        names = ("checkpoint", "checkpoint/1", "key", "key-ml-dsa-44", "tile/0/000")
        assert {client.get(f"/log/{name}").status_code for name in names} == {404}
