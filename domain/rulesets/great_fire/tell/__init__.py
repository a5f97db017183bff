"""What a viewer may know of an event, as a sentence in the past tense with the rules behind it.

Every event of this game has a public part. The part of one seat is for that seat. The part of the service (orders,
leftover cards, tokens face down) is for the arbiter (rules section 20).
"""

from domain.engine.ruleset import Line
from domain.engine.sentences import Sentence
from domain.engine.viewer import Viewer
from domain.rulesets.great_fire import events as e
from domain.rulesets.great_fire.tell.actions import tell_action
from domain.rulesets.great_fire.tell.end import tell_end
from domain.rulesets.great_fire.tell.fire import tell_fire
from domain.rulesets.great_fire.tell.set_up import tell_set_up

__all__ = ["tell"]


def tell(event: e.Event, viewer: Viewer) -> Line:
    """Returns the line of `event` for `viewer`."""
    sentence = _sentence(event, viewer)
    tag = event.__struct_config__.tag
    assert isinstance(tag, str)
    return Line(tag, sentence.message, sentence.rules, sentence.seat, sentence.facts)


def _sentence(event: e.Event, viewer: Viewer) -> Sentence:
    if isinstance(event, e.ActionBase):
        return tell_action(event, viewer)
    if isinstance(event, e.FireBase):
        return tell_fire(event, viewer)
    if isinstance(event, e.EndBase):
        return tell_end(event, viewer)
    return tell_set_up(event, viewer)
