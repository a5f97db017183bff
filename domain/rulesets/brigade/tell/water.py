"""The lines of water (sections 6.3 to 6.6)."""

from typing import Final, assert_never

from domain.engine.sentences import Sentence, facts_of, listed
from domain.engine.viewer import seat_name
from domain.rulesets.brigade import events as e
from domain.rulesets.brigade.words import source

_PUT: Final = {
    "refill": ("refilled", ("BRI-ACT-REFILL-01", "BRI-ACT-REFILL-02")),
    "transfer": ("transferred water", ("BRI-ACT-TRANSFER-01", "BRI-ACT-TRANSFER-02")),
    "too_hot": ("filled all buckets of the brigade", ("BRI-EVENT-SPECIAL-07",)),
    "mist": ("filled Ester's bucket", ("BRI-CHIEF-ESTER",)),
    "merchant_choice": ("took water (Ali Ahmar)", ("BRI-CREW-ALI-AHMAR", "BRI-RULING-67")),
    "thaw": ("refilled on the Frozen Exhibits", ("BRI-EXP-BIG-04", "BRI-RULING-74")),
}


def _amounts(wagon: int, chief: int, crew: tuple[int, ...]) -> str:
    """`2 water on the chief and 1 on the wagon`: what is not 0; of several crew cards also the amount of each."""
    parts = [(chief, "on the chief"), (wagon, "on the wagon"), (sum(crew), "on the crew")]
    words = [f"{amount} {where}" for amount, where in parts if amount]
    if len(crew) > 1 and any(crew):
        words[-1] += f" ({listed(map(str, crew))})"
    return listed(words).replace(" on", " water on", 1) or "no water"


def _spent(wagon: int, chief: int, crew: int) -> str:
    """`3 water, 2 from the chief and 1 from the wagon`, or of one source `2 water from the chief`."""
    sources = {"the chief": chief, "the wagon": wagon, "the crew": crew}
    used = [(amount, name) for name, amount in sources.items() if amount]
    if len(used) == 1:
        return f"{used[0][0]} water from {used[0][1]}"
    return f"{wagon + chief + crew} water, {listed(f'{amount} from {name}' for amount, name in used)}"


def tell_water(event: e.WaterEvent) -> Sentence:
    """The line of an event of water."""
    match event:
        case e.WaterSpent(seat=seat, wagon=wagon, chief=chief, crew=crew):
            text = f"{seat_name(seat)} spent {_spent(wagon, chief, sum(crew))}."
            return Sentence(text, ("BRI-ACT-EXT-02", "BRI-ACT-EXT-03"), facts_of(event), seat)
        case e.WaterChanged(seat=seat, wagon=wagon, chief=chief, crew=crew, why=why):
            done, rules = _PUT[why]
            text = f"{seat_name(seat)} {done} and then had {_amounts(wagon, chief, crew)}."
            return Sentence(text, rules, facts_of(event), seat)
        case e.WaterLost(seat=seat, source=name, by=by):
            text = f"{seat_name(seat)} lost 1 water from {source(name)} to Walder Ranier of {seat_name(by)}."
            return Sentence(text, ("BRI-CREW-WALDER-RANIER",), facts_of(event), seat)
        case e.WaterStolen(seat=seat, source=name, by=by, into=into):
            own = "their chief" if into == "chief" else source(into)
            stolen = f"stole 1 water from {source(name)} of {seat_name(seat)} and put it on {own}"
            text = f"{seat_name(by)} {stolen} (Aurath Ether)."
            return Sentence(text, ("BRI-CHIEF-AURATH-ETHER",), facts_of(event), by)
        case _:
            assert_never(event)
