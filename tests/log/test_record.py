"""The written step: canonical, chained, salted, and read back unchanged."""

import dataclasses
import hashlib
import json

import msgspec
import pytest

from domain.engine.chance import salt
from domain.engine.codec import is_canonical, state_hash
from domain.engine.step import Moment
from domain.game import BeginGame, Game, TakeSeat
from domain.game.script import GameScript
from domain.log.chain import GENESIS, event_hash
from domain.log.record import (
    LaterSchema,
    NotThatStep,
    Recorded,
    decode_body,
    decode_command,
    is_as_written,
    read_back,
    write,
)
from tests.game.test_game import GAME, SECRET, after, begun, opened
from tests.game.toy import TOY, CardRevealed, Show

NOW = Moment(1, ends=True)


def written(state_before=None):
    state = after(opened(), TakeSeat("a", 0), TakeSeat("b", 1))
    events, new = GAME.advance(state, BeginGame("host"), GAME.chance(state), 0)
    return write(
        GameScript(TOY),
        events,
        stream="g",
        after=state.version,
        prev_hash=GENESIS,
        secret=SECRET,
        time_us=1_700_000_000_000_000,
        principal="host",
        seat=None,
        command="c",
        state=state_hash(new),
    ), events


def test_a_body_is_canonical_and_has_everything_that_one_hash_must_cover() -> None:
    steps, events = written()
    assert [step.version for step in steps] == [4, 5]
    prev = GENESIS
    for step, event in zip(steps, events, strict=True):
        assert is_canonical(step.body)
        assert step.prev_hash == prev
        assert step.hash == hashlib.sha256(b"\x01" + prev + step.body).digest() == event_hash(prev, step.body)
        fields = json.loads(step.body)
        assert sorted(fields) == [
            "command", "data", "principal", "salt", "schema", "seat", "state", "stream", "time_us", "type", "version",
        ]  # fmt: skip
        assert fields["salt"] == salt(SECRET, step.version)
        body, read = decode_body(GameScript(TOY), step.body)
        assert read == event and body.version == step.version
        prev = step.hash
    assert json.loads(steps[0].body)["state"] is None and json.loads(steps[1].body)["state"] is not None


def test_a_body_of_an_unknown_type_is_refused() -> None:
    for body in (b"", b"{}", b'{"type":"toy.Nothing"}'):
        with pytest.raises(msgspec.DecodeError):
            decode_body(GameScript(TOY), body)


def test_commands_are_read_back_as_they_were_stored() -> None:
    for command in (Show(1), BeginGame("host"), TakeSeat("a", None, "s")):
        assert decode_command(GameScript(TOY), msgspec.json.encode(command)) == command


def test_the_codec_upcasts_an_old_schema_once() -> None:
    def named_seat(data: dict) -> dict:
        return {"type": data["type"], "seat": int(data["who"]), "card": data["card"]}

    newer = dataclasses.replace(
        TOY, id="toy2", schemas={"toy.CardRevealed": 2}, upcasts={("toy.CardRevealed", 1): named_seat}
    )
    state = begun()
    events = GAME.decide(state, Show(0), GAME.chance(state), 0)
    (step,) = write(
        GameScript(TOY), events, stream="g", after=5, prev_hash=GENESIS, secret=SECRET, time_us=1, principal="a", seat=0,
        command="c", state="",
    )  # fmt: skip
    old = json.loads(step.body)
    old["data"] = {"type": "toy.CardRevealed", "who": "0", "card": events[0].card}
    assert decode_body(GameScript(newer), json.dumps(old).encode())[1] == events[0]
    evolved = Game(newer).evolve(state, events[0], NOW)
    assert evolved == GAME.evolve(state, events[0], NOW) and GAME.to_act(evolved) == (1,)


def test_what_an_earlier_schema_had_is_compared_and_what_it_lacked_is_not() -> None:
    class CardsDealt(msgspec.Struct, frozen=True, tag_field="type", tag="toy.CardsDealt"):
        cards: tuple[int, ...]
        deck: str | None

    later = dataclasses.replace(
        TOY,
        id="toy3",
        events=(CardsDealt, CardRevealed),
        schemas={"toy.CardsDealt": 2},
        upcasts={("toy.CardsDealt", 1): lambda data: {**data, "deck": None}},
    )
    script = GameScript(later)
    (_, step), (_, dealt) = written()
    body, event = decode_body(script, step.body)
    recorded = Recorded(body, event, step.prev_hash, step.hash)
    assert event == CardsDealt(dealt.cards, None)
    assert is_as_written(script, CardsDealt(dealt.cards, "of 52"), recorded)
    assert not is_as_written(script, CardsDealt(dealt.cards[::-1], None), recorded)


def test_a_schema_of_a_later_build_is_not_read_as_todays() -> None:
    (step, _), _ = written()
    later = msgspec.json.encode({**msgspec.json.decode(step.body), "schema": 2}, order="sorted")
    with pytest.raises(LaterSchema, match="schema 2 of"):
        decode_body(GameScript(TOY), later)


def test_a_body_with_the_event_of_another_type_is_not_that_step() -> None:
    (step, other), _ = written()
    assert step.type != other.type
    body = msgspec.json.encode({**msgspec.json.decode(step.body), "type": other.type}, order="sorted")
    forged = msgspec.structs.replace(step, type=other.type, body=body, hash=event_hash(step.prev_hash, body))
    with pytest.raises(NotThatStep, match="another type"):
        read_back(GameScript(TOY), "g", forged, version=step.version, prev_hash=step.prev_hash)
