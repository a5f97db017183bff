"""How steps, commands and refusals are written: the exact bytes that are hashed, and back.

A body is canonical JSON and holds everything that one hash must cover. `hash` = SHA-256(0x01, hash of the step before,
body); the step before the first has 32 zero bytes.
"""

import hashlib
from dataclasses import dataclass
from typing import Any, Final, Protocol, Union

import msgspec

from domain.engine.chance import salt
from domain.engine.codec import canonical
from domain.engine.refusal import Refused
from domain.engine.ruleset import AnyRuleset, RulesetKey
from domain.engine.step import Step
from domain.engine.viewer import Seat
from domain.game.commands import GAME_COMMANDS
from domain.game.events import GAME_EVENTS
from domain.game.game import Event

GENESIS: Final = bytes(32)
_LEAF: Final = b"\x01"
_COMMAND: Final = b"\x02"


class StepBody(msgspec.Struct, frozen=True):
    """One step of the log.

    `time_us`: when it was decided, in microseconds since 1970 (UTC). `principal`: who sent the command; `seat`: for
    which seat, if any. `salt`: without it a hidden card could be guessed from the published hash (`chance.salt`).
    `state`: the hash of the state after the command, on its last event only.
    """

    game: str
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


class _Draft(msgspec.Struct, frozen=True):
    """`StepBody` with the event itself as data, so that one call encodes both in canonical order."""

    game: str
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


@dataclass(frozen=True, slots=True)
class Written:
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


def event_hash(prev_hash: bytes, body: bytes) -> bytes:
    """The link of the chain, 32 bytes."""
    return hashlib.sha256(_LEAF + prev_hash + body).digest()


def command_link(prev_link: bytes, ordinal: int, content: bytes) -> bytes:
    """The link of the chain of a game's commands, refused ones too, 32 bytes.

    `ordinal`: 1..n in the order of the decisions. `content`: 32 bytes over everything that is stored of the command.
    """
    return hashlib.sha256(_COMMAND + prev_link + ordinal.to_bytes(4, "big") + content).digest()


def log_leaf(hash: bytes) -> bytes:
    """The entry of a step with this hash, or of a command with this link, in the global order of all games."""
    return hashlib.sha256(b"\x00" + hash).digest()


def write(
    ruleset: AnyRuleset,
    events: tuple[Event, ...],
    *,
    game: str,
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
    for at, event in enumerate(events, start=1):
        version = Step(after + at)
        kind: str = type(event).__struct_config__.tag  # type: ignore[assignment]
        schema = ruleset.schemas.get(kind, 1)
        body = canonical(
            _Draft(
                game,
                version,
                kind,
                schema,
                time_us,
                principal,
                seat,
                command,
                salt(secret, version),
                state if at == len(events) else None,
                event,
            )
        )
        link = event_hash(prev_hash, body)
        written.append(Written(version, kind, schema, prev_hash, link, body))
        prev_hash = link
    return tuple(written)


_BODY: Final = msgspec.json.Decoder(StepBody)
_EVENTS: Final[dict[RulesetKey, msgspec.json.Decoder[Any]]] = {}


def decode_body(ruleset: AnyRuleset, body: bytes) -> tuple[StepBody, Any]:
    """Returns a body and its event in today's schema. Raises `msgspec.DecodeError` (or a subclass) for any other
    bytes."""
    step = _BODY.decode(body)
    if step.schema != ruleset.schemas.get(step.type, 1):
        data = msgspec.json.decode(step.data)
        for schema in range(step.schema, ruleset.schemas.get(step.type, 1)):
            data = ruleset.upcasts[step.type, schema](data)
        return step, msgspec.convert(data, _event_union(ruleset))
    decoder = _EVENTS.get(ruleset.key)
    if decoder is None:
        decoder = _EVENTS[ruleset.key] = msgspec.json.Decoder(_event_union(ruleset))
    return step, decoder.decode(step.data)


def read_back(ruleset: AnyRuleset, game: str, row: StepRow, *, version: Step, prev_hash: bytes) -> Recorded:
    """Checks that `row` is step `version` of `game` after `prev_hash`, and decodes it. Raises NotThatStep."""
    if row.version != version:
        raise NotThatStep(f"the next step in the log is {row.version}")
    if row.prev_hash != prev_hash:
        raise NotThatStep("its previous hash is not that of the step before")
    if event_hash(prev_hash, row.body) != row.hash:
        raise NotThatStep("its body is not what was hashed")
    try:
        body, event = decode_body(ruleset, row.body)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError, KeyError):
        raise NotThatStep("its body cannot be read") from None  # the decoder's error may quote a hidden card
    if (body.game, body.version, body.type, body.schema) != (game, version, row.type, row.schema):
        raise NotThatStep("its body is that of another step")
    return Recorded(body, event, prev_hash, row.hash)


def is_as_written(ruleset: AnyRuleset, event: object, step: Recorded) -> bool:
    """Whether `event`, decided anew, equals the event of the recorded step, byte for byte.

    A body of an earlier schema is compared in today's schema. A field that the earlier schema lacked, and that its
    upcast fills with None, is left out of the comparison: the log does not know it.
    """
    decided, written = canonical(event), bytes(step.body.data)
    if decided == written or step.body.schema == ruleset.schemas.get(step.body.type, 1):
        return decided == written
    recorded, upcast, today = (msgspec.json.decode(data) for data in (written, canonical(step.event), decided))
    unknown = {name for name, value in upcast.items() if value is None and name not in recorded}
    return bool({**today, **dict.fromkeys(unknown)} == upcast)


def _event_union(ruleset: AnyRuleset) -> Any:  # noqa: ANN401
    return Union[(*GAME_EVENTS, *ruleset.events)]


_COMMANDS: Final[dict[RulesetKey, msgspec.json.Decoder[Any]]] = {}


def decode_command(ruleset: AnyRuleset, body: bytes) -> Any:  # noqa: ANN401
    """Returns a stored command, the game's own or the ruleset's. Raises `msgspec.DecodeError` (or a subclass)."""
    decoder = _COMMANDS.get(ruleset.key)
    if decoder is None:
        decoder = _COMMANDS[ruleset.key] = msgspec.json.Decoder(Union[(*GAME_COMMANDS, *ruleset.commands)])
    return decoder.decode(body)


class RefusalBody(msgspec.Struct, frozen=True):
    """A refusal as it stands in the log, beside the command that was refused."""

    code: str
    facts: dict[str, Any]
    rules: tuple[str, ...]
    text: str


_REFUSAL: Final = msgspec.json.Decoder(RefusalBody)


def encode_refusal(refused: Refused) -> bytes:
    """Returns a refusal as canonical JSON."""
    return canonical(RefusalBody(refused.code, dict(refused.facts), refused.rules, refused.text))


def decode_refusal(body: bytes) -> Refused:
    """Returns a stored refusal. Raises `msgspec.DecodeError` (or a subclass)."""
    stored = _REFUSAL.decode(body)
    return Refused(stored.code, stored.text, rules=stored.rules, **stored.facts)
