"""Server-sent events, as GraphQL over SSE uses them (distinct connections)."""

from collections.abc import AsyncIterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Event:
    """One event of a stream: `next` with the JSON of a result, or `complete`."""

    name: str
    data: bytes


async def events(chunks: AsyncIterator[bytes]) -> AsyncIterator[Event]:
    """The events in a body. Lines end with LF or CRLF alone: JSON may contain every other separator of Unicode."""
    rest, name, data = b"", "message", list[bytes]()
    async for chunk in chunks:
        *lines, rest = (rest + chunk).split(b"\n")
        for line in lines:
            label, _, value = line.removesuffix(b"\r").partition(b":")
            value = value.removeprefix(b" ")
            if label == b"event":
                name = value.decode()
            elif label == b"data":
                data.append(value)
            elif not label and not value and not line.startswith(b":"):
                if data or name != "message":
                    yield Event(name, b"\n".join(data))
                name, data = "message", []
