"""Notes, keys and signatures: the vectors of RFC 8032, another library's verdict, and everything that is no note."""

import json
import shutil
import subprocess

import pytest

from domain.proof import ed25519
from domain.proof.note import (
    COSIGNATURE,
    ED25519,
    BadNote,
    Checkpoint,
    Key,
    SecretKey,
    cosignature,
    parse_checkpoint,
    signed,
    with_cosignatures,
)

RFC_8032 = (
    ("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
     "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "",
     "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"),
    ("c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
     "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", "af82",
     "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"),
)  # fmt: skip
LOG = SecretKey("log.example/test", ED25519, bytes(range(32)))
WITNESS = SecretKey("witness.example", COSIGNATURE, bytes(range(32, 64)))
CHECKPOINT = Checkpoint(LOG.name, 7, bytes(range(100, 132)))


@pytest.mark.parametrize(("seed", "key", "message", "signature"), RFC_8032)
def test_signatures_are_those_of_the_standard(seed: str, key: str, message: str, signature: str) -> None:
    assert ed25519.public_key(bytes.fromhex(seed)).hex() == key
    assert ed25519.sign(bytes.fromhex(seed), bytes.fromhex(message)).hex() == signature
    assert ed25519.verify(bytes.fromhex(key), bytes.fromhex(message), bytes.fromhex(signature))


def test_a_changed_signature_key_or_message_is_not_good() -> None:
    seed, message = bytes(32), b"a message"
    key, good = ed25519.public_key(seed), ed25519.sign(seed, message)
    order = 2**252 + 27742317777372353535851937790883648493
    above = good[:32] + (int.from_bytes(good[32:], "little") + order).to_bytes(32, "little")
    for signature in (good[:-1], bytes(64), bytes([good[0] ^ 1]) + good[1:], good[:63] + bytes([good[63] ^ 1]), above):
        assert not ed25519.verify(key, message, signature)
    assert not ed25519.verify(key, message + b"!", good)
    assert not ed25519.verify(bytes([255] * 32), message, good)
    assert not ed25519.verify(bytes(31), message, good)


@pytest.mark.skipif(shutil.which("node") is None, reason="Node judges the signatures")
def test_another_library_verifies_what_is_signed() -> None:
    made = []
    for at in range(8):
        seed, message = bytes([at]) * 32, bytes([at]) * at * 50
        made.append([ed25519.public_key(seed).hex(), message.hex(), ed25519.sign(seed, message).hex()])
    script = """
      const { createPublicKey, verify } = require('node:crypto');
      const made = JSON.parse(require('node:fs').readFileSync(0, 'utf8'));
      const head = Buffer.from('302a300506032b6570032100', 'hex');
      console.log(made.every(([key, message, signature]) => verify(null, Buffer.from(message, 'hex'),
        createPublicKey({ key: Buffer.concat([head, Buffer.from(key, 'hex')]), format: 'der', type: 'spki' }),
        Buffer.from(signature, 'hex'))));"""
    done = subprocess.run(["node", "-e", script], input=json.dumps(made), capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "true"


def test_a_checkpoint_is_read_as_it_was_signed() -> None:
    note = signed(CHECKPOINT, LOG).note()
    read = parse_checkpoint(note)
    assert read.checkpoint == CHECKPOINT and read.note() == note
    assert read.is_signed_by(LOG.public)
    other = SecretKey(LOG.name, ED25519, bytes(32))
    assert not read.is_signed_by(other.public)
    forged = parse_checkpoint(note.replace(b"\n7\n", b"\n8\n"))
    assert not forged.is_signed_by(LOG.public)


def test_a_witness_says_when_it_signed() -> None:
    line = cosignature(CHECKPOINT, WITNESS, 1_700_000_000)
    note = with_cosignatures(signed(CHECKPOINT, LOG), [line])
    read = parse_checkpoint(note.note())
    assert read.is_signed_by(LOG.public) and read.cosigned_at(WITNESS.public) == 1_700_000_000
    assert read.cosigned_at(SecretKey("other.example", COSIGNATURE, bytes(32)).public) is None
    assert signed(CHECKPOINT, LOG).cosigned_at(WITNESS.public) is None


def test_keys_are_read_as_they_were_written() -> None:
    for secret in (LOG, WITNESS):
        assert SecretKey.parse(secret.text()) == secret
        assert Key.parse(str(secret.public)) == secret.public
        assert secret.seed.hex() not in repr(secret)
    text = str(LOG.public)
    for wrong in ("", text[:-1], text.replace("log.", "lag."), "a b+00000000+AAAA", text.replace("+", "-")):
        with pytest.raises(BadNote):
            Key.parse(wrong)
    with pytest.raises(BadNote):
        SecretKey.parse(text)


@pytest.mark.parametrize("old, new", [
    (b"\n\n", b"\n"), (b"\n7\n", b"\n07\n"), (b"\n7\n", b"\n0\n"), (b"\n7\n", b"\n-7\n"), (b"\n7\n", b"\n7\nmore\n"),
    (b"\xe2\x80\x94 ", b"- "), (b"log.example/test\n7", b"log example\n7"), (b"ZGVm", b"ZG*m"), (b"=\n\n", b"\n\n"),
])  # fmt: skip
def test_what_is_no_note_is_refused(old: bytes, new: bytes) -> None:
    note = signed(CHECKPOINT, LOG).note()
    assert old in note, "the case is about something that is there"
    with pytest.raises(BadNote):
        parse_checkpoint(note.replace(old, new, 1))


@pytest.mark.parametrize("note", [b"", b"\xff", b"a\n" * 20_000])
def test_other_bytes_are_no_note(note: bytes) -> None:
    with pytest.raises(BadNote):
        parse_checkpoint(note)
