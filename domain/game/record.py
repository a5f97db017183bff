"""How a step is written down: the exact bytes that are hashed, and back. Reads no database.

A body is canonical JSON and holds everything that one hash must cover. `hash` = SHA-256(0x01, hash of the step before,
body); the step before the first has 32 zero bytes.
"""

import hashlib
from dataclasses import dataclass
from typing import Any, Final, Protocol, Union

import msgspec

from domain.engine.chance import salt
from domain.engine.codec import canonical
from domain.engine.ruleset import AnyRuleset
from domain.engine.viewer import Seat
from domain.game.commands import GAME_COMMANDS
from domain.game.events import GAME_EVENTS
from domain.game.game import Event

GENESIS: Final = bytes(32)
_LEAF: Final = b"\x01"


class StepBody(msgspec.Struct, frozen=True):
    """What one step of the log says.

    `time_us`: when it was decided, microseconds since 1970 (UTC). `principal`: who asked; `seat`: for which seat, if any.
    `salt`: keeps the published hash from being guessed back into a hidden card (`chance.salt`). `state`: hash of the state
    after the command, on its last event only.
    """

    game: str
    version: int
    type: str
    schema: int
    time_us: int
    principal: str
    seat: Seat | None
    command: str
    salt: str
    state: str | None
    data: msgspec.Raw


@dataclass(frozen=True, slots=True)
class Recorded:
    """One step read back: its body, its event as today's code knows it, and its place in the chain."""

    body: StepBody
    event: Any
    prev_hash: bytes
    hash: bytes

    @property
    def version(self) -> int:
        """The step's number, 1..n."""
        return self.body.version


class _Draft(msgspec.Struct, frozen=True):
    """`StepBody` with the event itself as data, so that one encoding writes both in canonical order."""

    game: str
    version: int
    type: str
    schema: int
    time_us: int
    principal: str
    seat: Seat | None
    command: str
    salt: str
    state: str | None
    data: Any


@dataclass(frozen=True, slots=True)
class Written:
    """A step ready to be appended."""

    version: int
    type: str
    schema: int
    prev_hash: bytes
    hash: bytes
    body: bytes


class KeptStep(Protocol):
    """A row of a log as it lies there: nothing of it is trusted yet."""

    @property
    def version(self) -> int: ...
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
    """A row is not the step of its game that it should be. `why` holds no secrets."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


def event_hash(prev_hash: bytes, body: bytes) -> bytes:
    """The link of the chain, 32 bytes."""
    return hashlib.sha256(_LEAF + prev_hash + body).digest()


def log_leaf(hash: bytes) -> bytes:
    """What the global order of all games keeps of a step with this hash, 32 bytes."""
    return hashlib.sha256(b"\x00" + hash).digest()


def write(
    ruleset: AnyRuleset,
    events: tuple[Event, ...],
    *,
    game: str,
    after: int,
    prev_hash: bytes,
    secret: bytes,
    time_us: int,
    principal: str,
    seat: Seat | None,
    command: str,
    state: str,
) -> tuple[Written, ...]:
    """The steps that `events` become after version `after`, whose hash is `prev_hash`. `state` goes on the last."""
    written = []
    for at, event in enumerate(events, start=1):
        kind: str = type(event).__struct_config__.tag  # type: ignore[assignment]
        schema = ruleset.schemas.get(kind, 1)
        body = canonical(
            _Draft(
                game,
                after + at,
                kind,
                schema,
                time_us,
                principal,
                seat,
                command,
                salt(secret, after + at),
                state if at == len(events) else None,
                event,
            )
        )
        link = event_hash(prev_hash, body)
        written.append(Written(after + at, kind, schema, prev_hash, link, body))
        prev_hash = link
    return tuple(written)


_BODY: Final = msgspec.json.Decoder(StepBody)
_EVENTS: Final[dict[str, msgspec.json.Decoder[Any]]] = {}


def decode_body(ruleset: AnyRuleset, body: bytes) -> tuple[StepBody, Any]:
    """A body and its event in today's shape. Raises `msgspec.DecodeError` (or a subclass) when it says no such thing."""
    step = _BODY.decode(body)
    if step.schema != ruleset.schemas.get(step.type, 1):
        data = msgspec.json.decode(step.data)
        for schema in range(step.schema, ruleset.schemas.get(step.type, 1)):
            data = ruleset.upcasts[step.type, schema](data)
        return step, msgspec.convert(data, _event_union(ruleset))
    decoder = _EVENTS.get(ruleset.id)
    if decoder is None:
        decoder = _EVENTS[ruleset.id] = msgspec.json.Decoder(_event_union(ruleset))
    return step, decoder.decode(step.data)


def read_back(ruleset: AnyRuleset, game: str, row: KeptStep, *, version: int, prev_hash: bytes) -> Recorded:
    """`row` as step `version` of `game` on top of `prev_hash`: place, chain, bytes and what they say. Raises NotThatStep."""
    if row.version != version:
        raise NotThatStep(f"the log goes on with step {row.version}")
    if row.prev_hash != prev_hash:
        raise NotThatStep("it does not follow on the step before")
    if event_hash(prev_hash, row.body) != row.hash:
        raise NotThatStep("its body is not what was hashed")
    try:
        body, event = decode_body(ruleset, row.body)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError, KeyError):
        raise NotThatStep("its body cannot be read") from None  # the decoder's error may quote a hidden card
    if (body.game, body.version, body.type, body.schema) != (game, version, row.type, row.schema):
        raise NotThatStep("its body speaks of another step")
    return Recorded(body, event, prev_hash, row.hash)


def is_as_written(ruleset: AnyRuleset, event: object, step: Recorded) -> bool:
    """Whether `event`, decided again today, is what the step holds, to the byte.

    A body of an earlier schema is compared in today's shape, but for what that schema did not hold and its upcast leaves open
    as None: there the log says nothing, and the game goes on as it was recorded.
    """
    decided, written = canonical(event), bytes(step.body.data)
    if decided == written or step.body.schema == ruleset.schemas.get(step.body.type, 1):
        return decided == written
    held, upcast, today = (msgspec.json.decode(each) for each in (written, canonical(step.event), decided))
    unknown = {name for name, value in upcast.items() if value is None and name not in held}
    return bool({**today, **dict.fromkeys(unknown)} == upcast)


def ruleset_of_opening(body: bytes) -> str:
    """The ruleset's id, out of the body of a game's first step."""
    return str(msgspec.json.decode(_BODY.decode(body).data)["ruleset"])


def _event_union(ruleset: AnyRuleset) -> Any:  # noqa: ANN401
    return Union[(*GAME_EVENTS, *ruleset.events)]


_COMMANDS: Final[dict[str, msgspec.json.Decoder[Any]]] = {}


def decode_command(ruleset: AnyRuleset, body: bytes) -> Any:  # noqa: ANN401
    """A kept command, the table's own or the ruleset's. Raises `msgspec.DecodeError` (or a subclass)."""
    decoder = _COMMANDS.get(ruleset.id)
    if decoder is None:
        decoder = _COMMANDS[ruleset.id] = msgspec.json.Decoder(Union[(*GAME_COMMANDS, *ruleset.commands)])
    return decoder.decode(body)
