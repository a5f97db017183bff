"""Fixes: how a ruling changes a position in one of the ways that its ruleset names (GAME-RULING-05)."""

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
    after = ruleset.amendments.amend(position, amendment)
    broken = ruleset.amendments.lawful(after)
    if broken:
        raise Refused("unlawful", rules=("GAME-RULING-05",), law=broken[0], laws=broken)
    if not ruleset.to_act(after) and ruleset.outcome(after) is None:
        raise Refused("nobody_to_act", rules=("GAME-RULING-05",))
    return after
