"""The lines of `events_boards.py`: water, crew, tracks, chiefs. Part of `tell.py`, which says who is told what."""

from typing import Final

from domain.engine.viewer import Viewer, seat_name, sees
from domain.rulesets.brigade import events as e
from domain.rulesets.brigade import events_boards as on
from domain.rulesets.brigade.components import CREW, TRACKS
from domain.rulesets.brigade.words import Told, card, facts, listed, number, source

_PUT: Final = {
    "refill": ("refilled", ("BRI-ACT-REFILL-01", "BRI-ACT-REFILL-02")),
    "transfer": ("transferred", ("BRI-ACT-TRANSFER-01", "BRI-ACT-TRANSFER-02")),
    "too_hot": ("filled all buckets of the brigade", ("BRI-EVENT-SPECIAL-07",)),
    "mist": ("filled Ester's bucket", ("BRI-CHIEF-ESTER",)),
    "merchant_choice": ("took water by Ali Ahmar", ("BRI-CREW-ALI-AHMAR", "BRI-RULING-67")),
    "thaw": ("refilled on the Frozen Exhibits", ("BRI-EXP-BIG-04", "BRI-RULING-74")),
}
_ADVANCED: Final = {
    "action": ("BRI-ACT-UPGRADE-01", "BRI-UPG-02"),
    "extra_upgrade": ("BRI-CHIEF-GLINT-DAMPSHOT", "BRI-UPG-02"),
    "event": ("BRI-EVENT-SPECIAL-01", "BRI-UPG-02"),
    "ability": ("BRI-CREW-PEP-OVERCLOCK", "BRI-CREW-GNESS-SMOLD", "BRI-UPG-02"),
}
_DISCARDED: Final = {
    "zilda": ("BRI-CREW-ZILDA-GARRETT",),
    "dusk": ("BRI-CHIEF-WHITE-FANG",),
    "deserted": ("BRI-RULING-89",),
}


def boards(event: e.Event, viewer: Viewer) -> Told:
    """The line of an event on a player's board."""
    match event:
        case on.WaterSpent(seat=seat, wagon=wagon, chief=chief, crew=crew):
            text = f"{seat_name(seat)} spent {wagon + chief + sum(crew)} water."
            return Told(text, ("BRI-ACT-EXT-02", "BRI-ACT-EXT-03"), facts(event), seat)
        case on.WaterPut(seat=seat, wagon=wagon, chief=chief, crew=crew, why=why):
            done, rules = _PUT[why]
            text = f"{seat_name(seat)} {done}: wagon {wagon}, chief {chief}"
            text += f", crew {listed(map(str, crew))}." if crew else "."
            return Told(text, rules, facts(event), seat)
        case on.WaterLost(seat=seat, source=name, by=by):
            text = f"{seat_name(seat)} lost a water from {source(name)} to Walder Ranier of {seat_name(by)}."
            return Told(text, ("BRI-CREW-WALDER-RANIER",), facts(event), seat)
        case on.WaterStolen(seat=seat, source=name, by=by, into=into):
            text = f"{seat_name(by)} stole a water of {seat_name(seat)} from {source(name)} into {source(into)}."
            return Told(text, ("BRI-CHIEF-AURATH-ETHER",), facts(event), by)
        case on.TrackAdvanced(seat=seat, track=track, circle=circle, why=why):
            now = TRACKS[track].positions[circle]
            text = f"{seat_name(seat)} advanced the {track} track to circle {circle}: value {now}."
            end = ("BRI-UPG-09",) if circle == TRACKS[track].last else ()
            return Told(text, (*_ADVANCED[why], *end), facts(event) | {"value": now}, seat)
        case _:
            return _crew(event, viewer)


def _crew(event: e.Event, viewer: Viewer) -> Told:
    rules: tuple[str, ...]
    match event:
        case on.CrewCardDrawn(seat=seat, card=name):
            own = sees(viewer, seat)
            text = f"{seat_name(seat)} drew a crew card" + (f": {card(name)}." if own else ".")
            rules = ("BRI-ACT-RECRUIT-02", "BRI-HIDDEN-02")
            return Told(text, rules, facts(event) if own else facts(event, "card"), seat)
        case on.SirPreciousDrawn(seat=seat):
            return Told(f"{seat_name(seat)} drew Sir Precious.", ("BRI-CREW-SIR-PRECIOUS",), facts(event), seat)
        case on.SirPreciousGiven(seat=seat, rival=rival):
            text = f"{seat_name(seat)} gave Sir Precious to {seat_name(rival)}."
            return Told(text, ("BRI-CREW-SIR-PRECIOUS",), facts(event), seat)
        case on.SirPreciousDiscarded(seat=seat):
            text = f"{seat_name(seat)} got rid of Sir Precious."
            return Told(text, ("BRI-CREW-SIR-PRECIOUS", "BRI-RULING-69"), facts(event), seat)
        case on.RecruitDone(seat=seat, kept=kept, replaced=replaced, discarded=discarded):
            got = card(kept) if kept else "nobody"
            out = f" in the place of {card(replaced)}" if replaced else ""
            gone = f"; {listed(map(card, discarded))} went to the discard" if discarded else ""
            rules = ("BRI-ACT-RECRUIT-02", "BRI-ACT-RECRUIT-03", "BRI-ACT-RECRUIT-04")
            return Told(f"{seat_name(seat)} recruited {got}{out}{gone}.", rules, facts(event), seat)
        case on.CrewDiscarded(seat=seat, cards=cards, why=why):
            return Told(f"{seat_name(seat)} discarded {listed(map(card, cards))}.", _DISCARDED[why], facts(event), seat)
        case on.CrewPoached(seat=seat, rival=rival, card=name, replaced=replaced):
            out = f" for {card(replaced)}" if replaced else ""
            text = f"{seat_name(seat)} took {card(name)} from {seat_name(rival)}{out}."
            return Told(text, ("BRI-CHIEF-FRITH-GOLDMANE", "BRI-RULING-51"), facts(event), seat)
        case _:
            return _chiefs(event)


def _chiefs(event: e.Event) -> Told:
    match event:
        case on.AllegianceDeclared(seat=seat):
            text = f"Event cards spare the loyal buildings of {seat_name(seat)} until the next own turn."
            return Told(text, ("BRI-CHIEF-BERNHARDT-BLAZE", "BRI-RULING-53"), facts(event), seat)
        case on.SideChanged(seat=seat, werewolf=werewolf, water=water):
            side = "werewolf" if werewolf else "human"
            text = f"White Fang of {seat_name(seat)} shows the {side} side, with {water} water."
            return Told(text, ("BRI-CHIEF-WHITE-FANG", "BRI-RULING-55"), facts(event), seat)
        case on.MimicPlaced(seat=seat, card=name):
            text = f"Galeela of {seat_name(seat)} copies {CREW[name].name}."
            return Told(text, ("BRI-CHIEF-GALEELA",), facts(event), seat)
        case on.MimicReturned(seat=seat):
            return Told(f"The mimic token came back to {seat_name(seat)}.", ("BRI-CHIEF-GALEELA",), facts(event), seat)
        case on.PyreControlled(seat=seat):
            text = f"{seat_name(seat)} controls the next firestorm."
            return Told(text, ("BRI-CHIEF-CINDY-BUSTION", "BRI-RULING-58"), facts(event), seat)
        case on.PyreServed(seat=seat, cells=cells):
            text = f"The firestorm gives {seat_name(seat)} cubes on {number(len(cells), 'tile')}."
            return Told(text, ("BRI-CHIEF-CINDY-BUSTION",), facts(event), seat)
        case _:
            raise AssertionError(f"an event that nobody tells: {type(event).__name__}")
