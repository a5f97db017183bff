"""The catalogues: what the scopes say in each language, as written, one entry a message."""

import hashlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

from domain.rulesets import CURRENT

GAME: Final = "game"
"""The scope of what every game says, whatever its ruleset."""

ENGLISH: Final = "en"
"""The first language: that of stored texts, and of a reader who names none."""

LOCALES: Final[Mapping[str, str]] = {"en": "English", "de": "Deutsch", "fr": "Français"}
"""The languages of the catalogues, each by its own name."""

_ENTRY: Final = re.compile(r"^(?=-?[A-Za-z][\w-]* *=)", re.MULTILINE)
_PLAIN: Final = re.compile(r"(?:[A-Za-z][\w-]*|    \.(?P<form>[A-Za-z][\w-]*)) *= *(?P<text>[^\s].*?) *")
_ID: Final = re.compile(r"-?[A-Za-z][\w-]*")


class UnknownLocale(Exception):
    """The service does not speak this language. `locale`: as it was requested."""

    def __init__(self, locale: str) -> None:
        super().__init__(f"There is no language “{locale[:20]}” here; there are {', '.join(LOCALES)}.")
        self.locale = locale


@dataclass(frozen=True)
class Catalogue:
    """What one scope says in one language. `text`: the Fluent source; `entries`: its parts by message or term id."""

    scope: str
    locale: str
    text: str
    entries: Mapping[str, str]

    @property
    def digest(self) -> str:
        """What tells this text from that of another release."""
        return hashlib.sha256(self.text.encode()).hexdigest()[:16]

    def plain(self, key: str) -> str | None:
        """Returns a message, or one of its forms, that is nothing but words in one line; None for every other one.

        Most printed names are: they need no compiler, which takes longer than a move."""
        message, _, form = key.partition(".")
        entry = self.entries[message]
        if "{" in entry or "}" in entry:
            return None
        values = {}
        for line in entry.rstrip().split("\n"):
            match = _PLAIN.fullmatch(line)
            if match is None:
                return None
            values[match["form"] or ""] = match["text"]
        return values.get(form)

    def with_references(self, key: str) -> str:
        """Returns the entry of a message, and every entry that it may refer to, as Fluent source."""
        wanted, todo = {key}, [key]
        while todo:
            named = set(_ID.findall(self.entries[todo.pop()])) & self.entries.keys() - wanted
            wanted |= named
            todo.extend(named)
        return "\n".join(self.entries[each] for each in sorted(wanted))


def locale_of(requested: str) -> str:
    """Returns the locale of the catalogues for a language tag (BCP 47): `de-CH` is told in `de`.

    Raises UnknownLocale.
    """
    language = re.split("[-_]", requested.strip().lower(), maxsplit=1)[0]
    if language not in LOCALES:
        raise UnknownLocale(requested)
    return language


def scopes() -> tuple[str, ...]:
    """Every scope: the game's own, and one for each ruleset."""
    return (GAME, *CURRENT)


@cache
def catalogue(scope: str, locale: str) -> Catalogue:
    """Returns the catalogue of a scope (one of `scopes()`) in a locale (one of `LOCALES`)."""
    text = "\n".join(_sources(scope, locale))
    parts = _ENTRY.split(re.sub(r"^#.*\n", "", text, flags=re.MULTILINE))
    entries = {match.group(): part for part in parts if (match := _ID.match(part))}
    return Catalogue(scope, locale, text, entries)


def _sources(scope: str, locale: str) -> Iterator[str]:
    """The files of a catalogue: `<locale>.ftl`, or those of the folder `<locale>`."""
    try:
        folder = files("domain.game" if scope == GAME else f"domain.rulesets.{scope}") / "languages"
    except ModuleNotFoundError:  # a ruleset from elsewhere, which says plain texts
        return
    whole = folder / f"{locale}.ftl"
    if whole.is_file():
        yield whole.read_text(encoding="utf-8")
    elif (folder / locale).is_dir():
        parts = (folder / locale).iterdir()
        for part in sorted((each for each in parts if each.name.endswith(".ftl")), key=lambda each: each.name):
            yield part.read_text(encoding="utf-8")
