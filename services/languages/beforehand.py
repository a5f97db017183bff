"""Compiles messages before anybody is told them. The first of a kind takes some milliseconds, and 40 of them together a
tenth of a second, in which no watcher of any game would get a step."""

import asyncio
import contextlib
import time
from collections.abc import Iterator
from typing import Final

from services.languages.catalogues import ENGLISH, LOCALES, scopes
from services.languages.render import Bundle, Untold, bundle

PAUSE_SECONDS: Final = 0.1
"""Before each message: they take a fiftieth of a process's time until all are compiled, for some minutes."""
FIRST_PAUSE_SECONDS: Final = 0.005
"""Before each English line of a step: watchers wait for those, so all are compiled some seconds after the start."""
TURN_SECONDS: Final = 0.0003
"""A turn of the event loop that takes longer says that others have work, as when a step goes to many watchers: then the
next message waits for another pause."""
_FIRST: Final = "line-"


async def compile_messages(
    pause_seconds: float = PAUSE_SECONDS, first_pause_seconds: float = FIRST_PAUSE_SECONDS
) -> None:
    """Compiles every message of every scope in every language, English first, and of each what steps say first."""
    for known, key in _in_order():
        if known.source.plain(key) is None and not known.is_compiled(key):
            is_urgent = known.locale == ENGLISH and key.startswith(_FIRST)
            while await _is_busy_after(first_pause_seconds if is_urgent else pause_seconds):
                pass
            with contextlib.suppress(Untold):  # those who are told it learn what is wrong
                known.compiled(key)


async def _is_busy_after(pause_seconds: float) -> bool:
    """Whether others take a long turn after the pause. The event loop's own clock is too coarse to tell."""
    await asyncio.sleep(pause_seconds)
    begun = time.perf_counter()
    await asyncio.sleep(0)
    return time.perf_counter() - begun > TURN_SECONDS


def _in_order() -> Iterator[tuple[Bundle, str]]:
    for locale in LOCALES:
        bundles = [bundle(scope, locale) for scope in scopes()]
        for is_first in (True, False):
            for known in bundles:
                yield from ((known, key) for key in known.source.entries if key.startswith(_FIRST) is is_first)
