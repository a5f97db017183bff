"""Messages are compiled before anybody is told them, and others get their turn meanwhile."""

import asyncio
from collections.abc import Mapping
from functools import cache

import pytest

from services.languages import ENGLISH, LOCALES, beforehand, catalogue, scopes
from services.languages.render import Bundle


@pytest.fixture
def fresh(monkeypatch: pytest.MonkeyPatch) -> Mapping[tuple[str, str], Bundle]:
    """Bundles of this test alone, nothing of which is compiled."""
    bundles = {(scope, locale): Bundle(catalogue(scope, locale)) for scope in scopes() for locale in LOCALES}
    monkeypatch.setattr(beforehand, "bundle", cache(lambda scope, locale: bundles[scope, locale]))
    return bundles


def _missing(bundles: Mapping[tuple[str, str], Bundle]) -> list[str]:
    return [
        f"{scope}/{locale}: {key}"
        for (scope, locale), known in bundles.items()
        for key in known.source.entries
        if known.source.plain(key) is None and not known.is_compiled(key)
    ]


async def test_every_message_is_compiled(fresh: Mapping[tuple[str, str], Bundle]) -> None:
    assert len(_missing(fresh)) > 1_000
    await beforehand.compile_messages(0, 0)
    assert _missing(fresh) == []


async def test_english_lines_come_first_and_others_get_their_turn(fresh: Mapping[tuple[str, str], Bundle]) -> None:
    compiling = asyncio.create_task(beforehand.compile_messages(0, 0))
    lines = [
        (known, key)
        for (_, locale), known in fresh.items()
        for key in known.source.entries
        if locale == ENGLISH and key.startswith("line-") and known.source.plain(key) is None
    ]
    own_turns = 0
    while not all(known.is_compiled(key) for known, key in lines):
        await asyncio.sleep(0)
        own_turns += 1
        assert own_turns < 100_000
    compiling.cancel()
    assert own_turns >= len(lines) > 100 and all(
        any(part in each for each in _missing(fresh)) for part in ("/en: ", "/de: line-")
    )
