"""Renders messages: one bundle for each scope and locale, which compiles a message when it is first told."""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, Final

import msgspec
from fluent_compiler.bundle import FluentBundle

from domain.engine.message import PLAIN, Message, Value
from domain.engine.refusal import Refused
from domain.engine.ruleset import Line
from domain.engine.viewer import seat_name, seat_of, with_names
from services.languages.catalogues import ENGLISH, GAME, Catalogue, catalogue
from services.languages.values import Items, count, joined

_NO_ID: Final = re.compile("[^A-Za-z0-9_-]")
"""What an id of the domain may have and an id of Fluent may not."""
NAMES_CACHED_MAX: Final = 2_000
"""Printed names in memory for each scope and locale; ids that no catalogue knows count too."""

TEXTS_CACHED_MAX: Final = 4_096
"""Texts in memory for each scope and locale, about 200 bytes each. Much of what may be played now could be played a
step ago too, in the same words."""

Format = Callable[[Mapping[str, Any]], tuple[str, list[Exception]]]


class Untold(LookupError):
    """A catalogue has no such message, or a message cannot be told with these arguments. It never reaches a caller."""


class Bundle:
    """What one scope says in one language, compiled message by message: most processes tell few of them."""

    def __init__(self, source: Catalogue) -> None:
        self.source = source
        self.locale = source.locale
        self._formats: dict[str, Format] = {}
        self._names: dict[tuple[str, str, str], str] = {}
        self._texts: dict[bytes, str] = {}
        self._functions = {"NAME": self.name, "NAMES": self.names, "SEAT": self.seat, "SEATS": self.seats}

    def tell(self, message: Message) -> str:
        """Returns a message as a sentence. Raises Untold."""
        if message.key == PLAIN:
            return str(message.args["text"])
        wanted = msgspec.json.encode(message)
        known = self._texts.get(wanted)
        if known is None:
            known = self._formatted(message)
            if len(self._texts) >= TEXTS_CACHED_MAX:
                self._texts.clear()
            self._texts[wanted] = known
        return known

    def _formatted(self, message: Message) -> str:
        text, errors = self._format(message.key)({name: self._argument(each) for name, each in message.args.items()})
        if errors:
            raise Untold(f"{self.source.scope}/{self.locale}: {message.key}: {errors[0]}")
        return text

    def _format(self, key: str) -> Format:
        known = self._formats.get(key)
        return self.compiled(key) if known is None else known

    def is_compiled(self, key: str) -> bool:
        """Whether a message can be told at once."""
        return key in self._formats

    def compiled(self, key: str) -> Format:
        """Compiles a message, or one of its forms (`<message>.<form>`), and keeps it compiled. Raises Untold."""
        entry = key.partition(".")[0]
        if entry not in self.source.entries:
            raise Untold(f"{self.source.scope}/{self.locale} has no message {key}")
        if (plain := self.source.plain(key)) is not None:
            return self._formats.setdefault(key, _always(plain))
        bundle = FluentBundle.from_string(
            self.locale, self.source.with_references(entry), functions=self._functions, use_isolating=False
        )
        if wrong := bundle.check_messages():
            raise Untold(f"{self.source.scope}/{self.locale}: {key}: {wrong[0][1]}")
        self._formats[key] = made = _format_of(bundle, key)
        return made

    def _argument(self, value: Value) -> object:
        """A value as Fluent takes it."""
        match value:
            case bool():
                return "true" if value else "false"
            case int():
                return count(value)
            case str():
                return value
            case None:
                return "none"
            case Message():
                return self.tell(value)
            case Mapping():
                return Items("", (value,))
            case _:
                return self._list(value)

    def _list(self, values: tuple[Value, ...]) -> Items:
        words = tuple(self.tell(each) if isinstance(each, Message) else each for each in values)
        return Items(joined([str(each) for each in words], self.locale), words)

    def name(self, id: object, kind: str = "", form: str = "") -> str:
        """Returns the printed name of a thing (`<kind>-<id>`), in a grammatical form; the id if it has no name."""
        wanted = (kind, str(id), form)
        known = self._names.get(wanted)
        if known is None:
            known = self._looked_up(*wanted)
            if len(self._names) < NAMES_CACHED_MAX:
                self._names[wanted] = known
        return known

    def _looked_up(self, kind: str, id: str, form: str) -> str:
        """A copy of a thing (`paupers#B3`) has the thing's name; forms that tell copies apart use `$copy`."""
        thing, _, copy = id.partition("#")
        keys = (f"{kind}-{_NO_ID.sub('-', each)}" for each in (id, thing))
        key = next((each for each in keys if each in self.source.entries), None)
        if key is None:
            return id
        if form and f"\n    .{form} =" in self.source.entries[key]:
            key = f"{key}.{form}"
        return self._format(key)({"copy": copy})[0]

    def names(self, ids: object, kind: str = "", form: str = "") -> str:
        """Returns the printed names of several things, as a list in a sentence."""
        return joined([self.name(each, kind, form) for each in _items(ids)], self.locale)

    def seat(self, number: object) -> str:
        """Returns the placeholder of a seat's name; names are put in last (`viewer.with_names`)."""
        return seat_name(seat_of(int(str(number)))) if str(number).isdecimal() else str(number)

    def seats(self, numbers: object) -> str:
        """Returns the placeholders of several seats, as a list in a sentence."""
        return joined([self.seat(each) for each in _items(numbers)], self.locale)


def _format_of(bundle: FluentBundle, key: str) -> Format:
    def formatted(args: Mapping[str, Any]) -> tuple[str, list[Exception]]:
        text, errors = bundle.format(key, args)
        return text, errors

    return formatted


def _always(text: str) -> Format:
    return lambda _: (text, [])


def _items(listed: object) -> Sequence[Any]:
    return listed.items if isinstance(listed, Items) else (listed,)


@cache
def bundle(scope: str, locale: str) -> Bundle:
    """Returns the bundle of a scope and a locale; the process has one of each."""
    return Bundle(catalogue(scope, locale))


def render(scope: str, message: Message, locale: str = ENGLISH, names: Sequence[str] | None = None) -> str:
    """Returns a message of a scope as a sentence in a locale, with `names` for the seats (None: their placeholders).

    What another language cannot tell is told in English. Raises Untold when English cannot tell it either.
    """
    text = _rendered(scope, message, locale)
    return text if names is None else with_names(text, names)


def _rendered(scope: str, message: Message, locale: str) -> str:
    try:
        return bundle(scope, locale).tell(message)
    except Untold:
        if locale == ENGLISH:
            raise
        return bundle(scope, ENGLISH).tell(message)


def line_text(line: Line, locale: str = ENGLISH, names: Sequence[str] | None = None) -> str:
    """Returns a line as a sentence. Its type names its scope."""
    return render(line.type.partition(".")[0], line.message, locale, names)


def refusal_text(refused: Refused, ruleset: str, locale: str = ENGLISH, names: Sequence[str] | None = None) -> str:
    """Returns a refusal in a game of `ruleset` ("" for none) as a sentence.

    A stored refusal whose facts do not say enough for today's catalogues is told as it was then, in English.
    """
    own = refused.rules[:1] == () or refused.rules[0].startswith("GAME-") or not ruleset
    for scope in (GAME, ruleset) if own else (ruleset, GAME):
        if scope and refused.message.key in catalogue(scope, locale).entries:
            try:
                return render(scope, refused.message, locale, names)
            except Untold:
                break
    if refused.text is None:
        raise Untold(f"no catalogue of {ruleset or GAME} tells {refused.code} from {dict(refused.facts)}")
    return refused.text if names is None else with_names(refused.text, names)
