"""Single key presses from a terminal."""

import contextlib
import os
import select
import sys
import termios
import tty
from collections.abc import Iterator
from typing import Final

ESCAPE: Final = "\x1b"
SEQUENCE_SECONDS: Final = 0.05
"""An escape with nothing after it for this long is the key itself."""

_ARROWS: Final = {"[A": "up", "[B": "down", "[C": "right", "[D": "left", "[5~": "page up", "[6~": "page down"}
_NAMED: Final = {"\x03": "stop", "\x04": "stop", ESCAPE: "escape", "\r": "enter", "\n": "enter"}


@contextlib.contextmanager
def key_presses() -> Iterator[Iterator[str]]:
    """The keys pressed from now on, as characters or names (`left`, `page down`, `stop`).

    Restores the terminal afterwards.
    """
    descriptor = sys.stdin.fileno()
    before = termios.tcgetattr(descriptor)
    tty.setcbreak(descriptor)
    mode = termios.tcgetattr(descriptor)
    mode[3] &= ~termios.ISIG  # Ctrl-C arrives as a key: an event loop would take the signal and continue waiting
    termios.tcsetattr(descriptor, termios.TCSADRAIN, mode)
    try:
        yield _keys(descriptor)
    finally:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)


def _keys(descriptor: int) -> Iterator[str]:
    while True:
        pressed = os.read(descriptor, 1).decode(errors="replace")
        if not pressed:
            return
        if pressed == ESCAPE and select.select([descriptor], [], [], SEQUENCE_SECONDS)[0]:
            pressed = _ARROWS.get(os.read(descriptor, 8).decode(errors="replace").replace("O", "["), "unknown")
        yield _NAMED.get(pressed, pressed)
