"""Canonical bytes: RFC 8785 for the values the domain has, and hashes over them."""

import hashlib
import json

import msgspec
import pytest

from domain.engine.codec import SAFE_INT, canonical, digest, is_canonical, plain, state_hash, without


class Pair(msgspec.Struct, frozen=True):
    zebra: int
    apple: tuple[str, ...]
    raw: bytes = b""


class Tagged(msgspec.Struct, frozen=True, tag_field="type", tag="toy.Tagged"):
    seat: int


@pytest.mark.parametrize(
    ("value", "body"),
    [
        ({"b": 1, "a": [True, False, None]}, b'{"a":[true,false,null],"b":1}'),
        ({"a": {"z": {}, "b": []}}, b'{"a":{"b":[],"z":{}}}'),
        (
            {"10": 0, "9": 0, "A": 0, "a": 0, "_": 0},
            b'{"10":0,"9":0,"A":0,"_":0,"a":0}',
        ),  # by code point, not by number
        ({"aa": 0, "a": 0, "": 0}, b'{"":0,"a":0,"aa":0}'),
        ([0, -1, SAFE_INT, -SAFE_INT], b"[0,-1,9007199254740991,-9007199254740991]"),
        ("", b'""'),
        ('"\\/', b'"\\"\\\\/"'),  # the solidus is not escaped
        ("\b\t\n\f\r", b'"\\b\\t\\n\\f\\r"'),
        ("\x00\x1f", b'"\\u0000\\u001f"'),
        ("\x7f\u0080\u2028", '"\x7f\u0080\u2028"'.encode()),
        ("é€😀«1»", '"é€😀«1»"'.encode()),  # neither escaped nor normalised
        ("e\u0301", '"e\u0301"'.encode()),
        (Pair(2, ("x", "y"), b"\x00\xff"), b'{"apple":["x","y"],"raw":"AP8=","zebra":2}'),
        (Tagged(3), b'{"seat":3,"type":"toy.Tagged"}'),
        ({"n": Tagged(3)}, b'{"n":{"seat":3,"type":"toy.Tagged"}}'),
    ],
)
def test_canonical_bytes(value: object, body: bytes) -> None:
    assert canonical(value) == body
    assert is_canonical(body)
    assert msgspec.json.decode(body) == json.loads(body)


def test_the_order_of_a_mapping_does_not_matter() -> None:
    assert canonical({"a": 1, "b": 2}) == canonical({"b": 2, "a": 1})


@pytest.mark.parametrize(
    "body",
    [
        b'{"b":1,"a":2}',
        b'{"a": 1}',
        b' {"a":1}',
        b'{"a":1}\n',
        b'{"a":1,"a":1}',
        b'{"a":1.0}',
        b'{"a":1e2}',
        b'{"a":0.5}',
        b'{"a":-0}',
        b'["\\u0041"]',
        b'["\\/"]',
        b'["\\u000A"]',
        b"[9007199254740992]",
        b"[-9007199254740992]",
        b"[NaN]",
        b"{",
        b"",
        b"\xff",
        b'["\xff"]',
        b"[" * 100_000,
        b'["\\ud800"]',
    ],
)
def test_bytes_that_are_not_canonical_are_recognised(body: bytes) -> None:
    assert not is_canonical(body)


@pytest.mark.parametrize("value", [1.5, [1.0], {"a": [{"b": 0.1}]}, SAFE_INT + 1, -SAFE_INT - 1, [2**60], (1,)])
def test_floats_and_large_numbers_are_not_plain(value: object) -> None:
    assert not plain(value)


@pytest.mark.parametrize("value", [True, None, "1.5", SAFE_INT, -SAFE_INT, [], {}, {"a": [1, "x", None, False]}])
def test_values_that_every_json_reader_preserves_are_plain(value: object) -> None:
    assert plain(value)


def test_a_hash_is_sha_256_of_the_canonical_bytes() -> None:
    assert digest(b"abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    assert state_hash(Pair(1, ())) == hashlib.sha256(b'{"apple":[],"raw":"","zebra":1}').hexdigest()
    assert state_hash(Pair(1, ())) != state_hash(Pair(2, ()))


def test_a_struct_survives_its_bytes() -> None:
    value = Pair(2, ("x",), bytes(range(256)))
    assert msgspec.json.decode(canonical(value), type=Pair) == value


class Grown(msgspec.Struct, frozen=True, tag_field="type", tag="toy.Tagged"):
    seat: int
    later: int = 0
    never: int | msgspec.UnsetType = msgspec.UNSET


def test_a_struct_without_a_field_has_the_bytes_of_before() -> None:
    assert canonical(without(Grown(3, later=5), "later")) == canonical(Tagged(3))
    assert canonical({**without(Pair(2, ("x",)), "raw"), "zebra": without(Grown(3), "later")}) == (
        b'{"apple":["x"],"zebra":{"seat":3,"type":"toy.Tagged"}}'
    )
    with pytest.raises(AssertionError, match="that is there"):
        without(Tagged(3), "later")
