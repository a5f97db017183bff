"""Which of the service's processes go first when there are fewer cores than work: those that people wait for."""

import contextlib
import os
import time
from pathlib import Path
from typing import Final

BEHIND_API: Final = 5
"""Niceness of workers and signers: a third of an API's share, so that what follows from a step does not hold the step
up. What they are late with, they make up for when there is time."""
BEHIND_ALL: Final = 19
"""Niceness of analysts, which could use every core for weeks."""
TRIES: Final = 20
PAUSE_SECONDS: Final = 0.11
AUTOGROUP: Final = Path("/proc/self/autogroup")


def go_behind(niceness: int) -> None:
    """Lowers the priority of this process.

    Linux may share cores out among sessions first (its autogroups), and then niceness counts within a session only. A
    child of `emberlog up` leads a session of its own, so the session gets the niceness as well; a process that somebody
    has started in a terminal leaves the terminal's session alone.
    """
    with contextlib.suppress(OSError):
        os.nice(niceness)
    if os.getsid(0) == os.getpid():
        _lower_session(niceness)


def _lower_session(niceness: int) -> None:
    for _ in range(TRIES):
        try:
            AUTOGROUP.write_text(str(niceness))
        except BlockingIOError:  # Linux lets only one session of the whole machine change at a time
            time.sleep(PAUSE_SECONDS)
        except OSError:  # other systems have none
            return
        else:
            return


__all__ = ["BEHIND_ALL", "BEHIND_API", "go_behind"]
