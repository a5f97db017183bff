"""What a load run does, within bounds, and against which servers it may run."""

import ipaddress
import socket
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from infra.cli.problems import ExitCode, Problem

PLAYERS_MAX: Final = 1_000
WATCHERS_MAX: Final = 20_000
REPLAYS_MAX: Final = 200
SECONDS_MAX: Final = 3_600


@dataclass(frozen=True, kw_only=True)
class Plan:
    """`pace`: the most commands a second of one game; 0: as fast as it is answered. `tokens`: of the players; empty:
    new ones are registered."""

    url: str
    ruleset: str | None
    players: int
    watchers: int
    replays: int
    seconds: float
    pace: float
    tokens: tuple[str, ...] = ()


def check_url(url: str, *, is_mine: bool) -> None:
    """Raises Problem for what is not the address of a server, and for another machine that the operator has not called
    theirs."""
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise Problem(f"{url} is not the address of a server. It begins with http:// or https://.", ExitCode.USAGE)
    if not is_mine and not _is_loopback(parts.hostname):
        raise Problem(
            f"{parts.hostname} is another machine, and this command loads it as hard as you say. If you run that "
            "server and nobody is playing there, add --mine.",
            ExitCode.USAGE,
        )


def _is_loopback(host: str) -> bool:
    """Whether a name or an address means this machine, whatever it is resolved to."""
    try:
        addresses = {str(each[4][0]) for each in socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)}
    except (socket.gaierror, UnicodeError):
        return False
    return bool(addresses) and all(ipaddress.ip_address(each.partition("%")[0]).is_loopback for each in addresses)
