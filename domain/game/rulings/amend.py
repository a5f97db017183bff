"""Fixes, and moves to a later version: how a ruling changes a position (GAME-RULING-05, GAME-VERSION-02)."""

from typing import Any, Union

import msgspec

from domain.engine.refusal import Refused
from domain.engine.ruleset import AnyRuleset


def read_amendment(ruleset: AnyRuleset, given: Any) -> msgspec.Struct:  # noqa: ANN401
    """An amendment of the ruleset, from the log or from a caller. Raises Refused `unknown_amendment`."""
    kinds = ruleset.amendments.kinds if ruleset.amendments is not None else ()
    if isinstance(given, kinds):
        return given
    read: msgspec.Struct | None = None
    if kinds:
        try:
            read = msgspec.convert(given, Union[kinds])  # noqa: UP007
        except msgspec.ValidationError:
            read = None
    if read is None:
        raise Refused("unknown_amendment", rules=("GAME-RULING-05",))
    return read


def amended(ruleset: AnyRuleset, position: Any, amendment: msgspec.Struct) -> Any:  # noqa: ANN401
    """The position after an amendment. Raises Refused where the result breaks a law of the ruleset, or where nobody
    could act any more."""
    assert ruleset.amendments is not None, "only a ruleset with amendments has read one"
    return _playable(ruleset, ruleset.amendments.amend(position, amendment), "GAME-RULING-05")


def moved(ruleset: AnyRuleset, position: Any, version: int | None) -> tuple[AnyRuleset, Any]:  # noqa: ANN401
    """The later version of a ruleset, and the position from which it goes on. Raises Refused where there is no such
    version, and where the position is not lawful or nobody could act by its rules."""
    later = next((each for each in ruleset.later if each.version == version), None)
    if later is None:
        versions = tuple(each.version for each in ruleset.later)
        raise Refused("no_later_version", rules=("GAME-VERSION-02",), played=ruleset.version, versions=versions)
    return later, _playable(later, later.carry(position), "GAME-VERSION-02")


def _playable(ruleset: AnyRuleset, after: Any, rule: str) -> Any:  # noqa: ANN401
    broken = ruleset.amendments.lawful(after) if ruleset.amendments is not None else ()
    if broken:
        raise Refused("unlawful", rules=(rule,), law=broken[0], laws=broken)
    if not ruleset.to_act(after) and ruleset.outcome(after) is None:
        raise Refused("nobody_to_act", rules=(rule,))
    return after
