"""The limits of the wire: sizes, numbers and times of connections and of requests' heads and bodies."""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class WireLimits:
    """Every limit of the wire, with its documented default (docs/operations.md).

    `head_bytes_max`: of the request line and all headers; `target_bytes_max`: of the address in the request line.
    `framing_factor`: a chunked body may take so many times `body_bytes_max` on the wire, with its chunk sizes,
    extensions and trailers. `pipelined_max`: requests that wait for the answer to an earlier one. `head_seconds_max`:
    from the first byte of a request, or from the start of the connection, to the end of the head; `body_seconds_max`:
    from there to the end of the body. `idle_seconds_max`: between two requests. `stall_seconds_max`: in which a client
    takes no byte of a waiting answer. `linger_seconds` and `linger_bytes_max`: what is read and discarded after a
    refusal, so that the client can read it. `connections_max` is lower where the system allows fewer files.
    `frames_max`: of one websocket message; `control_burst` and `control_per_second`: websocket pings and pongs.
    """

    head_bytes_max: int = 32 * 1024
    headers_max: int = 100
    target_bytes_max: int = 16 * 1024
    body_bytes_max: int = 64 * 1024
    framing_factor: int = 4
    pipelined_max: int = 16
    head_seconds_max: float = 10.0
    body_seconds_max: float = 30.0
    idle_seconds_max: float = 75.0
    stall_seconds_max: float = 30.0
    linger_seconds: float = 3.0
    linger_bytes_max: int = 16 * 1024 * 1024
    connections_max: int = 8_000
    connections_per_address_max: int = 512
    message_bytes_max: int = 128 * 1024
    frames_max: int = 128
    control_burst: int = 64
    control_per_second: float = 8.0
