"""The words of a ruleset. Commands are stored for good, so nothing else that somebody typed may stand in them
(GAME-PERSON-01)."""

from collections.abc import Iterator, Mapping
from typing import Any, Final, Literal, TypeVar, get_args, get_origin

import msgspec

from domain.engine.ruleset import AnyRuleset, RulesetKey
from domain.game.commands import GAME_COMMAND_TYPES, OpenGame, SeatBot
from domain.game.rulings.commands import DecideAppeal, MakeRuling

UNKNOWN_WORD: Final = "?"
"""Stands for a word that the ruleset does not know. No ruleset has it, so it is refused for the same reason."""

C = TypeVar("C", bound=msgspec.Struct)

_WORDS: Final[dict[RulesetKey, frozenset[str]]] = {}


def words_of(ruleset: AnyRuleset) -> frozenset[str]:
    """Every word that its commands and options may rightly have: printed ids, the words of their types, its bots."""
    words = _WORDS.get(ruleset.key)
    if words is None:
        amendments = () if ruleset.amendments is None else ruleset.amendments.kinds
        typed = (word for each in (*ruleset.commands, *amendments, ruleset.options) for word in _typed(each))
        words = ruleset.words | {"", *ruleset.bots, *_texts(ruleset.printed()), *typed}
        _WORDS[ruleset.key] = words
    return words


def plain_command(ruleset: AnyRuleset, command: C) -> C:
    """The command with `UNKNOWN_WORD` for each word that the ruleset does not know; the same object if it knows all."""
    words = words_of(ruleset)
    if type(command) in GAME_COMMAND_TYPES:
        if isinstance(command, SeatBot):
            return command if command.bot in ("", *ruleset.bots) else _changed(command, bot=UNKNOWN_WORD)
        return _plain_ruling(command, words) if isinstance(command, MakeRuling | DecideAppeal) else command
    changes = {}
    for name in command.__struct_fields__:
        value = getattr(command, name)
        if isinstance(value, int) or (isinstance(value, str) and value in words):
            continue  # as most are
        if (plain := _plain(value, words)) != value:
            changes[name] = plain
    return _changed(command, **changes) if changes else command


def _plain_ruling(command: C, words: frozenset[str]) -> C:
    """A ruling's amendment holds words of the ruleset only. Rules were looked up, and persons stand by their ids."""
    ruling = getattr(command, "ruling", None)
    if ruling is None or not isinstance(ruling.amendment, msgspec.Struct):
        return command
    return _changed(command, ruling=_changed(ruling, amendment=_plain(ruling.amendment, words)))


def plain_opening(ruleset: AnyRuleset | None, command: OpenGame) -> OpenGame:
    """The same for an opening; `ruleset` None: there is none of that id."""
    if ruleset is None:
        return _changed(command, ruleset=UNKNOWN_WORD, options=_plain(command.options, frozenset()))
    names = {field.name for field in msgspec.structs.fields(ruleset.options)}
    return _changed(command, options=_plain(command.options, words_of(ruleset) | names))


def _changed(command: C, **changes: Any) -> C:  # noqa: ANN401
    changed: C = msgspec.structs.replace(command, **changes)
    return changed


def _plain(value: Any, words: frozenset[str]) -> Any:  # noqa: ANN401
    """`value` with its unknown words replaced, however deep they are."""
    match value:
        case str():
            return value if value in words else UNKNOWN_WORD
        case Mapping():
            return {_plain(key, words): _plain(item, words) for key, item in value.items()}
        case tuple() | list():
            return type(value)(_plain(item, words) for item in value)
        case msgspec.Struct():
            return _changed(value, **{name: _plain(getattr(value, name), words) for name in value.__struct_fields__})
        case _:
            return value


def _texts(value: object) -> Iterator[str]:
    """Every key and text in printed components."""
    match value:
        case str():
            yield value
        case Mapping():
            for key, item in value.items():
                yield from _texts(key)
                yield from _texts(item)
        case list() | tuple():
            for item in value:
                yield from _texts(item)


def _typed(kind: Any) -> Iterator[str]:  # noqa: ANN401
    """Every word in the `Literal`s of a type, and of the fields of a Struct."""
    if get_origin(kind) is Literal:
        yield from (word for word in get_args(kind) if isinstance(word, str))
    elif isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        for field in msgspec.structs.fields(kind):
            yield from _typed(field.type)
    else:
        for part in get_args(kind):
            yield from _typed(part)
