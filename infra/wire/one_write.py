"""An answer's head and body in one write, and so in one packet where they fit: a write costs more than its bytes."""

import asyncio
from typing import Final

LENGTH: Final = b"\r\ncontent-length: "
"""A head with it is followed at once by its body. A stream has none, and its head must not wait."""


class HeadWithBody:
    """Stands for the transport while one request is answered. uvicorn writes the head and the body one by one."""

    def __init__(self, transport: asyncio.Transport, *, has_body: bool) -> None:
        self._transport = transport
        self._has_body = has_body
        self._head = b""

    def write(self, data: bytes) -> None:
        """Write what belongs to the answer; hold a head until its body comes."""
        if self._head:
            self._transport.writelines((self._head, data))
            self._head, self._has_body = b"", False
        elif self._has_body and LENGTH in data:
            self._head = data
        else:
            self._has_body = self._has_body and data.startswith(b"HTTP/1.1 1")  # another head follows a 100
            self._transport.write(data)

    def close(self) -> None:
        """Close the connection, after what was written."""
        if self._head:
            self._transport.write(self._head)
            self._head = b""
        self._transport.close()

    def is_closing(self) -> bool:
        """Whether the connection is being closed."""
        return self._transport.is_closing()


__all__ = ["HeadWithBody"]
