"""The lines of water (sections 6.3 to 6.6)."""

from typing import Final, assert_never

from domain.engine.message import Message
from domain.engine.sentences import Sentence, facts_of
from domain.rulesets.brigade import events as e
from domain.rulesets.brigade.words import Args, amounts, of_water

_PUT: Final = {
    "refill": ("BRI-ACT-REFILL-01", "BRI-ACT-REFILL-02"),
    "transfer": ("BRI-ACT-TRANSFER-01", "BRI-ACT-TRANSFER-02"),
    "too_hot": ("BRI-EVENT-SPECIAL-07",),
    "mist": ("BRI-CHIEF-ESTER",),
    "merchant_choice": ("BRI-CREW-ALI-AHMAR", "BRI-RULING-67"),
    "thaw": ("BRI-EXP-BIG-04", "BRI-RULING-74"),
}
"""Why water was put somewhere: the rules."""


def _had(event: e.WaterChanged) -> Message:
    """What seat had then: `2 water on the chief and 1 on the wagon`; of several crew cards also the amount of each."""
    on_crew = Message("on-crew-each", {"each": event.crew}) if len(event.crew) > 1 else Message("on-crew")
    rows = [(Message("on-chief"), event.chief), (Message("on-wagon"), event.wagon), (on_crew, sum(event.crew))]
    listed = amounts(rows)
    args: Args = {"seat": event.seat, "why": event.why}
    return (
        Message("line-WaterChanged", {**args, "water": listed}) if listed else Message("line-WaterChanged-none", args)
    )


def _spent(event: e.WaterSpent) -> Message:
    """`2 water from the chief`, or of several sources `3 water, 2 from the chief and 1 from the wagon`."""
    rows = {"chief": event.chief, "wagon": event.wagon, "crew": sum(event.crew)}
    used = tuple(
        Message("amount-more", {"amount": amount, "where": Message(f"from-{name}")})
        for name, amount in rows.items()
        if amount
    )
    total: Args = {"seat": event.seat, "total": sum(rows.values())}
    if len(used) == 1:
        return Message("line-WaterSpent", {**total, "where": used[0].args["where"]})
    return Message("line-WaterSpent-sources", {**total, "water": used})


def tell_water(event: e.WaterEvent) -> Sentence:
    """The line of an event of water."""
    match event:
        case e.WaterSpent(seat=seat):
            return Sentence(_spent(event), ("BRI-ACT-EXT-02", "BRI-ACT-EXT-03"), facts_of(event), seat)
        case e.WaterChanged(seat=seat, why=why):
            return Sentence(_had(event), _PUT[why], facts_of(event), seat)
        case e.WaterLost(seat=seat, source=source, by=by):
            message = Message("line-WaterLost", {"seat": seat, "where": of_water("from", source), "by": by})
            return Sentence(message, ("BRI-CREW-WALDER-RANIER",), facts_of(event), seat)
        case e.WaterStolen(seat=seat, source=source, by=by, into=into):
            args: Args = {"by": by, "seat": seat, "where": of_water("from", source), "into": of_water("to", into)}
            return Sentence(Message("line-WaterStolen", args), ("BRI-CHIEF-AURATH-ETHER",), facts_of(event), by)
        case _:
            assert_never(event)
