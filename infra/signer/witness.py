"""`emberlog witness`: cosigns the checkpoints of logs that it knows, each only if it continues the one before.

It answers `POST /add-checkpoint` as C2SP tlog-witness describes. Its memory is one SQLite file: the newest checkpoint
of each log is compared and replaced in one transaction, so that two requests at once cannot make it sign two histories.
"""

import sqlite3
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from domain.proof.note import (
    BadNote,
    Key,
    SecretKey,
    SignedCheckpoint,
    cosignature,
    from_base64,
    parse_checkpoint,
    to_base64,
)
from domain.proof.tree import HASH_BYTES, ProofFails, check_consistency

REQUEST_BYTES_MAX: Final = 32_768
HASHES_MAX: Final = 63
SIZE_TYPE: Final = b"text/x.tlog.size"
TEXT: Final = b"text/plain; charset=utf-8"
_CREATE: Final = (
    "CREATE TABLE IF NOT EXISTS newest (origin TEXT PRIMARY KEY, size INTEGER NOT NULL, root TEXT NOT NULL)"
)


class Answer(Exception):
    """What a request is answered with: a status and a text."""

    def __init__(self, status: int, text: str = "", media: bytes = TEXT) -> None:
        super().__init__(text)
        self.status, self.body, self.media = status, text.encode(), media


class Witness:
    """A key, the logs that it knows, and what it has cosigned."""

    def __init__(self, key: SecretKey, logs: Mapping[str, Key], memory: Path, now: Callable[[], int]) -> None:
        self._key, self._logs, self._memory, self._now = key, logs, memory, now
        with closing(self._open()) as database:
            database.execute(_CREATE)

    def _open(self) -> sqlite3.Connection:
        return sqlite3.connect(self._memory, isolation_level=None, timeout=5)

    def add_checkpoint(self, request: bytes) -> Answer:
        """The answer to a request: 200 with the line of a cosignature, or why not."""
        try:
            old, path, note = _parsed(request)
            signed = self._known(note)
            self._replace(old, path, signed)
        except Answer as answer:
            return answer
        line = cosignature(signed.checkpoint, self._key, self._now()).line()
        return Answer(200, line)

    def _known(self, note: bytes) -> SignedCheckpoint:
        try:
            signed = parse_checkpoint(note)
        except BadNote as bad:
            raise Answer(400, f"The checkpoint cannot be read: {bad.why}.") from None
        key = self._logs.get(signed.checkpoint.origin)
        if key is None:
            raise Answer(404, "This witness does not know that log.")
        if not signed.is_signed_by(key):
            raise Answer(403, "The checkpoint was not signed by the key of its log.")
        return signed

    def _replace(self, old: int, path: list[bytes], signed: SignedCheckpoint) -> None:
        """Replace the newest checkpoint of a log in one transaction. Raises Answer when it does not continue it."""
        checkpoint = signed.checkpoint
        if old > checkpoint.size:
            raise Answer(400, "The old size is larger than that of the checkpoint.")
        with closing(self._open()) as database:
            database.execute("BEGIN IMMEDIATE")
            try:
                row = database.execute(
                    "SELECT size, root FROM newest WHERE origin = ?", (checkpoint.origin,)
                ).fetchone()
                size, root = (0, "") if row is None else row
                if old != size:
                    raise Answer(409, f"{size}\n", SIZE_TYPE)
                self._check(size, root, checkpoint.size, checkpoint.root, path)
                values = (checkpoint.origin, checkpoint.size, to_base64(checkpoint.root))
                database.execute("INSERT OR REPLACE INTO newest VALUES (?, ?, ?)", values)
                database.execute("COMMIT")
            except BaseException:
                database.execute("ROLLBACK")
                raise

    def _check(self, size: int, root: str, new_size: int, new_root: bytes, path: list[bytes]) -> None:
        if size == 0:
            if path:
                raise Answer(422, "There is nothing that a first checkpoint could continue.")
            return
        try:
            check_consistency(size, from_base64(root), new_size, new_root, path)
        except ProofFails as fails:
            status = 409 if size == new_size else 422
            text = f"{size}\n" if status == 409 else f"It does not continue the checkpoint of size {size}: {fails.why}."
            raise Answer(status, text, SIZE_TYPE if status == 409 else TEXT) from None


def _parsed(request: bytes) -> tuple[int, list[bytes], bytes]:
    """The old size, the proof, and the checkpoint of a request. Raises Answer."""
    head, empty, note = request.partition(b"\n\n")
    try:
        first, *hashes = head.decode("ascii").split("\n")
        word, _, number = first.partition(" ")
        path = [from_base64(each) for each in hashes]
        fits = word == "old" and number.isdigit() and len(number) <= 15 and (number == "0" or number[0] != "0")
    except (UnicodeDecodeError, BadNote):
        raise Answer(400, "The request cannot be read.") from None
    if not fits or not empty or len(path) > HASHES_MAX or any(len(each) != HASH_BYTES for each in path):
        raise Answer(400, "The request cannot be read.")
    return int(number), path, note


Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]


def witness_app(witness: Witness) -> Callable[[Scope, Receive, Send], Awaitable[None]]:
    """The witness as an ASGI application with one address."""

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        answer = await _answer(witness, scope, receive)
        headers = [(b"content-type", answer.media), (b"content-length", str(len(answer.body)).encode())]
        await send({"type": "http.response.start", "status": answer.status, "headers": headers})
        await send({"type": "http.response.body", "body": answer.body})

    return app


async def _answer(witness: Witness, scope: Scope, receive: Receive) -> Answer:
    if scope["path"] != "/add-checkpoint":
        return Answer(404, "The address of a witness is /add-checkpoint.")
    if scope["method"] != "POST":
        return Answer(405, "Send the checkpoint by POST.")
    body, more = b"", True
    while more:
        message = await receive()
        body, more = body + message.get("body", b""), bool(message.get("more_body"))
        if len(body) > REQUEST_BYTES_MAX:
            return Answer(413, f"A request has at most {REQUEST_BYTES_MAX} bytes.")
    return witness.add_checkpoint(body)
