"""Asks witnesses to cosign a checkpoint (C2SP tlog-witness). One that is away only means that its line is missing."""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import httpx

from domain.proof.note import BadNote, Key, Signature, SignedCheckpoint, parse_signature, to_base64, with_cosignatures

SECONDS_MAX: Final = 3.0
ANSWER_BYTES_MAX: Final = 4_096

_log = logging.getLogger("emberlog.signer")


@dataclass(frozen=True, slots=True)
class WitnessAddress:
    """Where a witness answers, and the key that it signs with."""

    url: str
    key: Key


class Witnesses:
    """The witnesses of a log. `latest`: the size that each of them has cosigned."""

    def __init__(self, witnesses: Sequence[WitnessAddress]) -> None:
        self._witnesses = witnesses
        self._latest: dict[str, int] = {}

    def cosign(self, signed: SignedCheckpoint, proof: Callable[[int], list[bytes]]) -> Sequence[Signature]:
        """The lines of those that cosign. Their signatures were verified."""
        if not self._witnesses:
            return ()
        lines = []
        with httpx.Client(timeout=SECONDS_MAX, trust_env=False, follow_redirects=False) as client:
            for witness in self._witnesses:
                try:
                    line = self._ask(client, witness, signed, proof)
                except (httpx.HTTPError, BadNote, ValueError) as error:
                    _log.warning("the witness %s did not cosign: %s", witness.key.name, type(error).__name__)
                    continue
                if line is not None:
                    lines.append(line)
        return lines

    def _ask(
        self,
        client: httpx.Client,
        witness: WitnessAddress,
        signed: SignedCheckpoint,
        proof: Callable[[int], list[bytes]],
    ) -> Signature | None:
        size, name = signed.checkpoint.size, witness.key.name
        for _ in range(2):
            old = self._latest.get(name, 0)
            if old > size:
                _log.error("the witness %s has a larger tree of this log: %d", name, old)
                return None
            answer = client.post(f"{witness.url}/add-checkpoint", content=_request(old, proof, signed))
            if answer.status_code == httpx.codes.CONFLICT:
                self._latest[name] = int(answer.text.strip()[:20])
                continue
            if answer.status_code != httpx.codes.OK or len(answer.content) > ANSWER_BYTES_MAX:
                _log.warning("the witness %s answered %d", name, answer.status_code)
                return None
            self._latest[name] = size
            return _verified(answer.text, witness.key, signed)
        return None


def _request(old: int, proof: Callable[[int], list[bytes]], signed: SignedCheckpoint) -> bytes:
    hashes = proof(old) if old else []
    lines = [f"old {old}", *map(to_base64, hashes), "", ""]
    return "\n".join(lines).encode() + signed.note()


def _verified(text: str, key: Key, signed: SignedCheckpoint) -> Signature | None:
    """The line of this witness among those of an answer, if it is good."""
    for each in text.splitlines():
        line = parse_signature(each)
        if with_cosignatures(signed, [line]).cosigned_at(key) is not None:
            return line
    _log.warning("the witness %s answered with a signature that is not good", key.name)
    return None


def witnesses_of(text: str) -> tuple[WitnessAddress, ...]:
    """The witnesses that a setting names: an address, a space and a key, with commas between them. Raises
    ValueError."""
    named = []
    for part in filter(None, (each.strip() for each in text.split(","))):
        url, _, key = part.partition(" ")
        if not url.startswith(("https://", "http://")):
            raise ValueError(f"“{url}” is not the address of a witness")
        try:
            named.append(WitnessAddress(url.rstrip("/"), Key.parse(key)))
        except BadNote as bad:
            raise ValueError(f"the key of the witness at {url} cannot be read: {bad.why}") from None
    return tuple(named)


__all__ = ["WitnessAddress", "Witnesses", "witnesses_of"]
