"""The texts of drawings in a language: the catalogues of the pages, and the names that a box has in it."""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from services.languages import ENGLISH, catalogue

FOLDER: Final = Path(__file__).parent.parent / "web" / "static" / "languages"


@cache
def texts_of(ruleset: str, locale: str) -> Mapping[str, str]:
    """English texts to those of a locale, as `language/language.js` learns them. Empty for English."""
    if locale == ENGLISH:
        return {}
    texts: dict[str, str] = {}
    for name in (f"{locale}.json", f"{ruleset}.{locale}.json"):
        file = FOLDER / name
        texts |= json.loads(file.read_bytes()) if file.is_file() else {}
    english, own = catalogue(ruleset, ENGLISH), catalogue(ruleset, locale)
    for key in english.entries.keys() & own.entries.keys():
        here, there = english.plain(key), own.plain(key)
        if here is not None and there is not None:
            texts[here] = there
    return texts


def renamed(printed: object, texts: Mapping[str, str]) -> object:
    """Printed components with the names of a language, as `language/printed_names.js` has them on a page."""
    if isinstance(printed, Mapping):
        return {
            key: texts.get(value, value) if key == "name" and isinstance(value, str) else renamed(value, texts)
            for key, value in printed.items()
        }
    if isinstance(printed, list | tuple):
        return [renamed(each, texts) for each in printed]
    return printed


__all__ = ["renamed", "texts_of"]
