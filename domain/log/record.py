"""How steps and commands are written: the exact bytes that are hashed, and back.

A body is canonical JSON and holds everything that one hash must cover. `hash` = SHA-256(0x01, hash of the step before,
body); the step before the first has 32 zero bytes.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Protocol, Union

import msgspec

from domain.engine.chance import Salts
from domain.engine.codec import canonical
from domain.engine.refusal import LaterBuild
from domain.engine.step import Moment, Step
from domain.engine.viewer import Seat
from domain.log.chain import event_hash


class Script(Protocol):
    """What the events and commands of a stream look like, in one version of its rules."""

    @property
    def key(self) -> tuple[str, int]:
        """Name and version; decoders are cached by it."""
        ...

    @property
    def events(self) -> tuple[type, ...]: ...
    @property
    def commands(self) -> tuple[type, ...]: ...
    @property
    def schemas(self) -> Mapping[str, int]:
        """Event type -> its schema today, where it is not 1."""
        ...

    @property
    def upcasts(self) -> Mapping[tuple[str, int], Callable[[dict[str, Any]], dict[str, Any]]]:
        """(event type, schema) -> the step to the next schema."""
        ...


class StepBody(msgspec.Struct, frozen=True):
    """One step of the log.

    `stream`: the id of the stream. `time_us`: `Moment.at_us`. `principal`: who sent the command; `seat`: for
    which seat, if any. `salt`: without it a hidden card could be guessed from the published hash (`chance.salt`).
    `state`: the hash of the state after the command, on its last event only.
    """

    stream: str
    version: Step
    type: str
    schema: int
    time_us: int
    principal: str
    seat: Seat | None
    command: str
    salt: str
    state: str | None
    data: msgspec.Raw


class _EventOfBody(msgspec.Struct, frozen=True, gc=False):
    """What of a `StepBody` its event is read by."""

    version: Step
    type: str
    schema: int
    data: msgspec.Raw


@dataclass(frozen=True, slots=True)
class Recorded:
    """One step read back: its body, its event as today's code knows it, and its place in the chain."""

    body: StepBody
    event: Any
    prev_hash: bytes
    hash: bytes

    @property
    def version(self) -> Step:
        """The step's number, 1..n."""
        return self.body.version

    @property
    def moment(self) -> Moment:
        """When it happened, and whether it is the last step of its command."""
        return Moment(self.body.time_us, self.body.state is not None, self.body.seat)


class _Draft(msgspec.Struct, frozen=True):
    """`StepBody` with the event itself as data, so that one call encodes both in canonical order."""

    stream: str
    version: Step
    type: str
    schema: int
    time_us: int
    principal: str
    seat: Seat | None
    command: str
    salt: str
    state: str | None
    data: Any


class Written(msgspec.Struct, frozen=True):
    """A step ready to be appended."""

    version: Step
    type: str
    schema: int
    prev_hash: bytes
    hash: bytes
    body: bytes


class StepRow(Protocol):
    """A row of a log, before anything in it has been checked."""

    @property
    def version(self) -> Step: ...
    @property
    def type(self) -> str: ...
    @property
    def schema(self) -> int: ...
    @property
    def prev_hash(self) -> bytes: ...
    @property
    def hash(self) -> bytes: ...
    @property
    def body(self) -> bytes: ...


class NotThatStep(Exception):
    """A row of the log is not the step that it should be. `why` holds no secrets."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


class LaterSchema(LaterBuild):
    """A step whose event has a schema that only a later build knows. Nothing is wrong with the step."""

    def __init__(self, version: Step, type: str, schema: int) -> None:
        super().__init__(f"step {version} has schema {schema} of {type}")
        self.version = version


def write(
    script: Script,
    events: tuple[Any, ...],
    *,
    stream: str,
    after: Step,
    prev_hash: bytes,
    secret: bytes,
    time_us: int,
    principal: str,
    seat: Seat | None,
    command: str,
    state: str,
) -> tuple[Written, ...]:
    """Returns `events` as the steps after version `after`, whose hash is `prev_hash`. The last one carries `state`."""
    written = []
    salts, schemas, last = Salts(secret), script.schemas, len(events)
    for at, event in enumerate(events, start=1):
        version = Step(after + at)
        kind: str = event.__struct_config__.tag
        schema = schemas.get(kind, 1)
        body = canonical(
            _Draft(
                stream,
                version,
                kind,
                schema,
                time_us,
                principal,
                seat,
                command,
                salts.of(version),
                state if at == last else None,
                event,
            )
        )
        link = event_hash(prev_hash, body)
        written.append(Written(version, kind, schema, prev_hash, link, body))
        prev_hash = link
    return tuple(written)


_BODY: Final = msgspec.json.Decoder(StepBody)
_EVENT_OF_BODY: Final = msgspec.json.Decoder(_EventOfBody)
_EVENTS: Final[dict[tuple[str, int], msgspec.json.Decoder[Any]]] = {}


def decode_body(script: Script, body: bytes) -> tuple[StepBody, Any]:
    """Returns a body and its event in today's schema. Raises `msgspec.DecodeError` (or a subclass) for any other
    bytes, and LaterSchema."""
    step = _BODY.decode(body)
    return step, _decode_event(script, _event_decoder(script), step)


def event_reader(script: Script) -> Callable[[bytes], Any]:
    """The second part of `decode_body` for many bodies of one script, which reads nothing else of them."""
    schemas, decode_step, decoder = script.schemas, _EVENT_OF_BODY.decode, _event_decoder(script)
    decode_event = decoder.decode

    def read(body: bytes) -> Any:  # noqa: ANN401
        step = decode_step(body)
        if step.schema == schemas.get(step.type, 1):
            return decode_event(step.data)
        return _decode_event(script, decoder, step)

    return read


def _event_decoder(script: Script) -> msgspec.json.Decoder[Any]:
    decoder = _EVENTS.get(script.key)
    if decoder is None:
        decoder = _EVENTS[script.key] = msgspec.json.Decoder(_union(script.events))
    return decoder


def _decode_event(script: Script, decoder: msgspec.json.Decoder[Any], step: "StepBody | _EventOfBody") -> Any:  # noqa: ANN401
    today = script.schemas.get(step.type, 1)
    if step.schema == today:
        return decoder.decode(step.data)
    if step.schema > today:
        raise LaterSchema(step.version, step.type, step.schema)
    data = msgspec.json.decode(step.data)
    for schema in range(step.schema, today):
        data = script.upcasts[step.type, schema](data)
    return msgspec.convert(data, _union(script.events))


def read_back(script: Script, stream: str, row: StepRow, *, version: Step, prev_hash: bytes) -> Recorded:
    """Checks that `row` is step `version` of `stream` after `prev_hash`, and decodes it. Raises NotThatStep, and
    LaterSchema for a step that is sound."""
    _check_chained(row, version, prev_hash)
    try:
        body, event = decode_body(script, row.body)
    except _UNREADABLE:
        raise NotThatStep("its body cannot be read") from None  # the decoder's error may quote a hidden card
    _check_place(body, stream, row, version)
    if type(event).__struct_config__.tag != body.type:
        raise NotThatStep("its event is of another type than its body says")
    return Recorded(body, event, prev_hash, row.hash)


def check_unread(stream: str, row: StepRow, *, version: Step, prev_hash: bytes) -> None:
    """The checks of `read_back` without a look at the event, for steps that nobody folds. Raises NotThatStep."""
    _check_chained(row, version, prev_hash)
    try:
        body = _BODY.decode(row.body)
    except _UNREADABLE:
        raise NotThatStep("its body cannot be read") from None
    _check_place(body, stream, row, version)


_UNREADABLE: Final = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError, KeyError)


def _check_chained(row: StepRow, version: Step, prev_hash: bytes) -> None:
    if row.version != version:
        raise NotThatStep(f"the next step in the log is {row.version}")
    if row.prev_hash != prev_hash:
        raise NotThatStep("its previous hash is not that of the step before")
    if event_hash(prev_hash, row.body) != row.hash:
        raise NotThatStep("its body is not what was hashed")


def _check_place(body: StepBody, stream: str, row: StepRow, version: Step) -> None:
    if (body.stream, body.version, body.type, body.schema) != (stream, version, row.type, row.schema):
        raise NotThatStep("its body is that of another step")


def is_as_written(script: Script, event: object, step: Recorded) -> bool:
    """Whether `event`, decided anew, equals the event of the recorded step, byte for byte.

    A body of an earlier schema is compared in today's schema. A field that the earlier schema lacked, and that its
    upcast fills with None, is left out of the comparison: the log does not know it.
    """
    decided, written = canonical(event), bytes(step.body.data)
    if decided == written or step.body.schema == script.schemas.get(step.body.type, 1):
        return decided == written
    recorded, upcast, today = (msgspec.json.decode(data) for data in (written, canonical(step.event), decided))
    unknown = {name for name, value in upcast.items() if value is None and name not in recorded}
    return bool({**today, **dict.fromkeys(unknown)} == upcast)


_COMMANDS: Final[dict[tuple[str, int], msgspec.json.Decoder[Any]]] = {}


def decode_command(script: Script, body: bytes) -> Any:  # noqa: ANN401
    """Returns a stored command. Raises `msgspec.DecodeError` (or a subclass)."""
    return command_reader(script)(body)


def command_reader(script: Script) -> Callable[[bytes], Any]:
    """`decode_command` for many commands of one script."""
    key = script.key
    decoder = _COMMANDS.get(key)
    if decoder is None:
        decoder = _COMMANDS[key] = msgspec.json.Decoder(_union(script.commands))
    return decoder.decode


def _union(kinds: tuple[type, ...]) -> Any:  # noqa: ANN401
    return Union[kinds]  # noqa: UP007  a union of types that are known only here
