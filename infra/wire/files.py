"""How many files this process may open, and so how many connections it may accept."""

import contextlib
import logging
import sys
from typing import Final

from infra.wire.limits import WireLimits

_log = logging.getLogger("emberlog.wire")

RESERVED_MAX: Final = 256
"""Files for Postgres, Redis, the logs and connections that are being closed."""
FILES_UNKNOWN: Final = 1_024


def connections_allowed(limits: WireLimits) -> int:
    """Raise the number of files to what `limits` needs, and return how many connections the process may have."""
    files = _raise_files(limits.connections_max + RESERVED_MAX)
    allowed = max(1, min(limits.connections_max, files - reserved(files)))
    if allowed < limits.connections_max:
        _log.warning(
            "The system allows %d files (`ulimit -Hn`), so at most %d connections are accepted, not %d.",
            files, allowed, limits.connections_max,
        )  # fmt: skip
    return allowed


def reserved(files: int) -> int:
    """How many of so many files are not for connections."""
    return min(RESERVED_MAX, files // 2)


def _raise_files(needed: int) -> int:
    """Raise the soft limit towards `needed`, as far as the hard limit allows. Returns what was reached."""
    if sys.platform == "win32":
        return FILES_UNKNOWN
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < needed:
        reachable = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
        with contextlib.suppress(OSError, ValueError):  # some systems have a lower limit of their own
            resource.setrlimit(resource.RLIMIT_NOFILE, (reachable, hard))
        soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return needed if soft == resource.RLIM_INFINITY else soft
