"""What a command is answered, and all that forbids it, as tests compare them. Asserts that both agree; plays
nothing."""

from domain.engine.chance import Chance
from domain.engine.codec import canonical
from domain.engine.refusal import Refused
from domain.rulesets.brigade import commands as c
from domain.rulesets.brigade.rules import decide, objections
from domain.rulesets.brigade.state import State
from tests.rulesets.brigade.position import SEED
from tests.rulesets.test_laws import known, tellable


def no_to(state: State, command: c.Command) -> list[str]:
    """The codes of all objections; the first is what the command is refused with."""
    against = objections(state, command)
    assert all(set(no.rules) <= known("brigade") and no.rules and tellable(no.facts) for no in against)
    assert len({refusal_bytes(no) for no in against}) == len(against), "the same objection twice"
    assert answer_to(state, command) == (refusal_bytes(against[0]) if against else b"accepted")
    return [no.code for no in against]


def refusal_bytes(no: Refused) -> bytes:
    return canonical([no.code, no.rules, no.facts])


def answer_to(state: State, command: c.Command) -> bytes:
    try:
        decide(state, command, Chance(SEED, 1))
    except Refused as no:
        return refusal_bytes(no)
    return b"accepted"
