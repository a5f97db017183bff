"""Compiles messages before anybody is told them. The first of a kind takes some milliseconds, and 40 of them together a
tenth of a second, in which no watcher of any game would get a step."""

import asyncio
import contextlib
from collections.abc import Iterator
from typing import Final

from services.languages.catalogues import LOCALES, scopes
from services.languages.render import Bundle, Untold, bundle

PAUSE_SECONDS: Final = 0.03
"""After each message: they take a twentieth of a process's time until all are compiled, for a minute or two."""
_FIRST: Final = "line-"


async def compile_messages(pause_seconds: float = PAUSE_SECONDS) -> None:
    """Compiles every message of every scope in every language, English first, and of each what steps say first."""
    for known, key in _in_order():
        if known.source.plain(key) is None and not known.is_compiled(key):
            with contextlib.suppress(Untold):  # those who are told it learn what is wrong
                known.compiled(key)
            await asyncio.sleep(pause_seconds)


def _in_order() -> Iterator[tuple[Bundle, str]]:
    for locale in LOCALES:
        bundles = [bundle(scope, locale) for scope in scopes()]
        for is_first in (True, False):
            for known in bundles:
                yield from ((known, key) for key in known.source.entries if key.startswith(_FIRST) is is_first)
