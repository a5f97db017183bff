"""The witness: it cosigns what continues, and nothing else; and the signer keeps only lines that are good."""

import hashlib
from pathlib import Path

import httpx
import pytest

from domain.proof.note import COSIGNATURE, ED25519, Checkpoint, Key, SecretKey, parse_checkpoint, signed, to_base64
from domain.proof.tree import consistency_path, root_of
from infra.signer import witnesses
from infra.signer.cosigned import CosignedNotes
from infra.signer.folder import WITNESSES, SignerFolder
from infra.signer.signing import Signing
from infra.signer.witness import Witness, witness_app
from infra.signer.witnesses import WitnessAddress, Witnesses, witnesses_of
from services.audit.witnesses import Cosigned, witnesses_of_signer
from services.log.signed_tree import NoTree

LOG = SecretKey("log.example", ED25519, bytes(32))
KEY = SecretKey("witness.example", COSIGNATURE, bytes([1]) * 32)
LEAVES = [hashlib.sha256(bytes([0, at])).digest() for at in range(40)]
NOW = 1_700_000_000


@pytest.fixture
def witness(tmp_path: Path) -> Witness:
    return Witness(KEY, {LOG.name: LOG.public}, tmp_path / "memory", lambda: NOW)


def request(old: int, size: int, *, leaves: list[bytes] = LEAVES, key: SecretKey = LOG, path=None) -> bytes:
    if path is None:
        path = consistency_path(old, size, lambda low, high: root_of(leaves[low:high])) if old else []
    note = signed(Checkpoint(key.name, size, root_of(leaves[:size])), key).note()
    return "\n".join([f"old {old}", *map(to_base64, path), "", ""]).encode() + note


@pytest.mark.rules("GAME-PROOF-03")
def test_it_cosigns_only_what_continues(witness: Witness) -> None:
    first = witness.add_checkpoint(request(0, 10))
    assert first.status == 200
    note = parse_checkpoint(request(0, 10).partition(b"\n\n")[2] + first.body)
    assert note.cosigned_at(KEY.public) == NOW
    assert witness.add_checkpoint(request(10, 10)).status == 200, "the same one may be cosigned twice"
    assert witness.add_checkpoint(request(10, 25)).status == 200
    other = [bytes(32), *LEAVES[1:]]
    for wrong, status in (
        (request(10, 30), 409),
        (request(0, 30), 409),
        (request(25, 30, leaves=other), 422),
        (request(25, 30, path=[]), 422),
        (request(25, 25, leaves=other), 409),
        (request(25, 20, path=[]), 400),
        (request(25, 30, key=SecretKey(LOG.name, ED25519, bytes([9]) * 32)), 403),
        (request(25, 30, key=SecretKey("other.example", ED25519, bytes(32))), 404),
        (b"old 25\n\nno note", 400),
        (b"new 25\n" + request(25, 30).partition(b"\n")[2], 400),
        (b"\xff", 400),
    ):
        assert witness.add_checkpoint(wrong).status == status
    stale = witness.add_checkpoint(request(10, 30))
    assert (stale.body, stale.media) == (b"25\n", b"text/x.tlog.size")


def test_the_signer_asks_its_witnesses(witness: Witness, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def answered(asking: httpx.Request) -> httpx.Response:
        if asking.url.host == "away.example":
            raise httpx.ConnectError("away")
        if asking.url.host == "lies.example":
            return httpx.Response(200, text="\N{EM DASH} lies.example AAAAAAAA\n")
        answer = witness.add_checkpoint(asking.content)
        return httpx.Response(answer.status, content=answer.body)

    monkeypatch.setattr(witnesses.httpx, "Client", lambda **options: _client(answered))
    lies = SecretKey("lies.example", COSIGNATURE, bytes([2]) * 32).public
    named = Witnesses([
        WitnessAddress("http://away.example", SecretKey("away.example", COSIGNATURE, bytes([3]) * 32).public),
        WitnessAddress("http://lies.example", lies),
        WitnessAddress("http://witness.example", KEY.public),
    ])  # fmt: skip
    folder, keys = SignerFolder(tmp_path / "tree"), [each.key for each in named._witnesses]
    signing, notes = Signing(folder, "log.example", named.cosign), CosignedNotes(folder, keys)
    witness._logs = {"log.example": signing.key.public}
    signing.notice(LEAVES)
    for size in (5, 17):
        made = signing.publish(size)
        notes.published(made)
        assert [each.name for each in made.signatures] == ["log.example", "witness.example"]
        assert made.cosigned_at(KEY.public) == NOW
    assert list(witnesses_of_signer(folder).values()) == [None, None, Cosigned(17, NOW)]
    assert list(witnesses_of_signer(folder)) == keys and "http" not in (folder.witnesses() or "")
    CosignedNotes(folder, [KEY.public, lies])
    assert witnesses_of_signer(folder) == {KEY.public: Cosigned(17, NOW), lies: None}, "a start forgets nothing"
    folder.write(WITNESSES, f"no line\n{KEY.public}\n{KEY.public} 5 x\n{LOG.public} 5 6\n{lies} 5 6".encode())
    assert witnesses_of_signer(folder) == {lies: Cosigned(5, 6)} and not witnesses_of_signer(NoTree())
    begun_anew = Signing(SignerFolder(tmp_path / "tree"), None, Witnesses([named._witnesses[2]]).cosign)
    begun_anew.compare(LEAVES)
    begun_anew.compared()
    assert begun_anew.publish(40).cosigned_at(KEY.public) == NOW, "the witness tells the size that it has"


_Client = httpx.Client


def _client(answered) -> httpx.Client:
    return _Client(transport=httpx.MockTransport(answered))


async def test_its_one_address_is_bounded(witness: Witness) -> None:
    async with httpx.AsyncClient(transport=httpx.ASGITransport(witness_app(witness)), base_url="http://w") as http:
        assert (await http.post("/add-checkpoint", content=request(0, 3))).status_code == 200
        assert (await http.post("/add-checkpoint", content=b"x" * 40_000)).status_code == 413
        assert (await http.get("/add-checkpoint")).status_code == 405
        assert (await http.post("/other")).status_code == 404


def test_the_setting_names_addresses_and_keys() -> None:
    text = f"https://a.example/ {KEY.public}, http://b.example {KEY.public}"
    assert [each.url for each in witnesses_of(text)] == ["https://a.example", "http://b.example"]
    assert witnesses_of("") == ()
    for wrong in ("a.example key", f"ftp://a {KEY.public}", "https://a.example key"):
        with pytest.raises(ValueError, match="witness"):
            witnesses_of(wrong)
    assert isinstance(witnesses_of(text)[0].key, Key)
