"""The address that a caller is counted by. Every limit by address uses `counted_address`, and nothing else."""

import functools
import ipaddress
from typing import Final

NO_ADDRESS: Final = "no address"
"""The bucket of all callers whose address is not known: those over a unix socket, say. They are counted as one."""

_CHARS_MAX: Final = 64
"""No address is longer as text. Longer text is not stored in the cache."""
_NETWORK_BITS: Final = 64
"""A customer gets at least a /64 of IPv6, and may use each of its addresses; so the network is counted."""


def counted_address(host: str | None) -> str:
    """The bucket of a caller's address: an IPv4 address as it is, an IPv6 address by its /64.

    An IPv4 address that is written as IPv6 (`::ffff:192.0.2.1`) is counted as IPv4. Text that is not an address, and
    None, are counted as `NO_ADDRESS`.
    """
    return NO_ADDRESS if host is None or len(host) > _CHARS_MAX else _counted(host)


@functools.lru_cache(maxsize=4_096)
def _counted(host: str) -> str:
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return NO_ADDRESS
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((int(address), _NETWORK_BITS), strict=False))


__all__ = ["NO_ADDRESS", "counted_address"]
