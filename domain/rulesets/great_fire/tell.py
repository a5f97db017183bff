"""What a viewer may know of an event, in a plain English sentence with the rules behind it. Decides nothing.

Every event of this game has a public part. What belongs to one seat is told where `sees` says so, what belongs to the
service alone (orders, leftovers, tokens face down) to the arbiter (rules section 20).
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, assert_never

from domain.engine.refusal import Fact
from domain.engine.ruleset import Line
from domain.engine.viewer import ARBITER, Seat, Viewer, seat_name, sees
from domain.rulesets.great_fire import events as e
from domain.rulesets.great_fire.commands import Card
from domain.rulesets.great_fire.components import DIRECTION_NAMES, KIND_NAMES, NAMES, OBJECTIVES


class _Told(NamedTuple):
    """A line but for its type."""

    text: str
    rules: tuple[str, ...]
    facts: Mapping[str, Fact]
    seat: Seat | None = None


def tell(event: e.Event, viewer: Viewer) -> Line:
    """The line of `event` for `viewer`."""
    told = _fire_phase(event, viewer)
    tag = event.__struct_config__.tag
    assert isinstance(tag, str)
    return Line(tag, told.text, told.rules, told.seat, told.facts)


# ---- words


def _facts(event: e.Event, *hidden: str) -> dict[str, Fact]:
    """The fields of an event by name, but for the `hidden` ones."""
    return {name: getattr(event, name) for name in event.__struct_fields__ if name not in hidden}


def _listed(words: Iterable[str]) -> str:
    """`a, b and c`."""
    row = list(words)
    return f"{', '.join(row[:-1])} and {row[-1]}" if len(row) > 1 else "".join(row)


def _number(count: int, word: str) -> str:
    return f"{count} {word}" if count == 1 else f"{count} {word}s"


def _grouped(kinds: Sequence[str], word: str) -> str:
    """`2 blue houses and 1 red house`."""
    return _listed(_number(kinds.count(kind), f"{kind} {word}") for kind in dict.fromkeys(kinds))


def _cards(cards: Sequence[Card]) -> str:
    """`2 north cards and 1 east card`."""
    return _grouped([DIRECTION_NAMES[card] for card in cards], "card")


def _owing(owed: int, not_placed: int) -> str:
    """What follows for the cones that have to be added."""
    if not owed:
        return "no cone can be added"
    return f"{_number(owed, 'cone')} must be added" + (f", {not_placed} cannot" if not_placed else "")


# ---- the fire phase


def _fire_phase(event: e.Event, viewer: Viewer) -> _Told:
    match event:
        case e.FireCardPlayed(seat=seat, card=card):
            text = f"{seat_name(seat)} played a fire card: {DIRECTION_NAMES[card]}."
            return _Told(text, ("GF-FIRE-01", "GF-FIRE-10", "GF-HID-02"), _facts(event), seat)
        case e.DoubleMovePlayed(seat=seat):
            text = f"{seat_name(seat)} used a double-move token to move a second cone by the same card."
            return _Told(text, ("GF-FIRE-11", "GF-FIRE-12", "GF-TOKEN-02", "GF-HID-06"), _facts(event), seat)
        case e.FireMoved():
            return _fire_moved(event)
        case e.FireContainedOnArrival(district=district):
            text = f"The bands in {NAMES[district]} held the fire: nothing burnt."
            return _Told(text, ("GF-ENTER-01", "GF-RULING-11", "GF-CONT-01"), _facts(event))
        case e.DistrictBurnt():
            return _district_burnt(event)
        case e.TokenTaken(seat=seat, district=district, kind=kind):
            own = sees(viewer, seat)
            text = f"{seat_name(seat)} took the token of {NAMES[district]}" + (f": {KIND_NAMES[kind]}." if own else ".")
            rules = ("GF-ENTER-06", "GF-RULING-13", "GF-HID-05")
            return _Told(text, rules, _facts(event, *() if own else ("kind",)), seat)
        case e.PuddingLaneRefilled(cones=cones):
            text = f"Pudding Lane was bare and got {_number(cones, 'cone')} from the stock."
            return _Told(text, ("GF-FIRE-08", "GF-ENTER-07", "GF-RULING-08"), _facts(event))
        case e.ConesReturned(cones=cones):
            givers = _listed(f"{seat_name(seat)} {count}" for seat, count in enumerate(cones) if count)
            text = f"Stock and Pudding Lane were exhausted; cones given back to the stock: {givers}."
            return _Told(text, ("GF-SUPPLY-03", "GF-RULING-27"), _facts(event))
        case e.NoMoveDeclared(seat=seat, hand=hand, discard=discard, owed=owed, not_placed=not_placed):
            text = (
                f"{seat_name(seat)} could not move the fire, showed {_cards(hand)} and discarded"
                f" a {DIRECTION_NAMES[discard]} card; {_owing(owed, not_placed)}."
            )
            return _Told(text, ("GF-FIRE-13", "GF-RULING-23", "GF-HID-04", "GF-INT-04"), _facts(event), seat)
        case _:
            return _actions(event, viewer)


def _fire_moved(event: e.FireMoved) -> _Told:
    through = [NAMES[id] for id in event.way[1:-1]]
    text = (
        f"{seat_name(event.seat)} moved the fire {DIRECTION_NAMES[event.card]} from {NAMES[event.source]}"
        f"{f' through {_listed(through)}' if through else ''} into {NAMES[event.target]}."
    )
    rules = ("GF-FIRE-04", "GF-FIRE-03", "GF-FIRE-09", f"GF-PRIO-0{event.rank}", "GF-PRIO-05", "GF-RULING-01")
    return _Told(text, rules, _facts(event), event.seat)


def _district_burnt(event: e.DistrictBurnt) -> _Told:
    name = NAMES[event.district]
    text = f"{name} burnt down: {_grouped(event.houses, 'house')} lost" if event.houses else f"Empty {name} burnt again"
    added = f"; {_number(event.cones_added, 'cone')} added" if event.cones_added else ""
    lane = f", {event.from_pudding_lane} of them from Pudding Lane" if event.from_pudding_lane else ""
    rules = ["GF-ENTER-02", "GF-ENTER-04"]
    rules += ["GF-ENTER-03", "GF-RULING-49"] if event.houses else ["GF-ENTER-05", "GF-RULING-09", "GF-RULING-10"]
    if event.from_stock:
        rules.append("GF-SUPPLY-01")
    if event.from_pudding_lane:
        rules += ["GF-SUPPLY-02", "GF-RULING-26"]
    return _Told(f"{text}{added}{lane}.", tuple(rules), _facts(event))


# ---- the action phase


def _actions(event: e.ActionEvent | e.EndEvent | e.SetUpEvent, viewer: Viewer) -> _Told:
    match event:
        case e.LandownerMoved(seat=seat, origin=origin, to=to):
            text = f"{seat_name(seat)} moved the landowner from {NAMES[origin]} to {NAMES[to]}."
            return _Told(text, ("GF-ACT-02", "GF-ACT-04"), _facts(event), seat)
        case e.BandMoved(seat=seat, origin=origin, to=to, pinned=pinned):
            text = f"{seat_name(seat)} moved a trained band from {NAMES[origin]} to {NAMES[to]}"
            rules: tuple[str, ...] = ("GF-ACT-03", "GF-ACT-04")
            if pinned:
                text, rules = f"{text}, where it covers a cone", (*rules, "GF-ACT-06", "GF-CONT-01", "GF-RULING-19")
            return _Told(f"{text}.", rules, _facts(event), seat)
        case e.ConePutOut(seat=seat, district=district, cones=cones, pile=pile):
            text = f"{seat_name(seat)} put out a cone in {NAMES[district]} ({cones} left there) and has {pile} now."
            rules = ("GF-PUT-01", "GF-PUT-03", "GF-ACT-09", "GF-RULING-15")
            return _Told(text, rules if cones else (*rules, "GF-PUT-04"), _facts(event), seat)
        case e.HeroTaken(seat=seat, from_seat=holder):
            text = f"{seat_name(seat)} took the Hero of London card" + (
                "." if holder is None else f" from {seat_name(holder)}."
            )
            return _Told(text, ("GF-HERO-01" if holder is None else "GF-HERO-02", "GF-RULING-28"), _facts(event), seat)
        case e.DistrictDemolished():
            return _demolished(event, viewer)
        case e.ActionsEnded(seat=seat, points_lost=lost):
            text = f"{seat_name(seat)} ended the action phase" + (
                f", leaving {_number(lost, 'point')}." if lost else "."
            )
            return _Told(text, ("GF-TURN-02", "GF-ACT-10", "GF-RULING-40"), _facts(event), seat)
        case _:
            return _end(event, viewer)


def _demolished(event: e.DistrictDemolished, viewer: Viewer) -> _Told:
    text = f"{seat_name(event.seat)} demolished {NAMES[event.district]}"
    rules = ["GF-DEMO-01", "GF-DEMO-05", "GF-HID-06"]
    if event.houses:
        text += f": {_grouped(event.houses, 'house')} lost"
        rules.append("GF-DEMO-06")
    else:
        rules.append("GF-DEMO-08")
    destroyed = event.token is not None
    if destroyed:
        text += "; a token was destroyed unseen"
        rules += ["GF-DEMO-07", "GF-RULING-46"]
    hidden = () if viewer == ARBITER else ("token",)
    return _Told(f"{text}.", tuple(rules), _facts(event, *hidden) | {"token_destroyed": destroyed}, event.seat)


# ---- draw, intensification, end


def _end(event: e.EndEvent | e.SetUpEvent, viewer: Viewer) -> _Told:
    match event:
        case e.FireCardDrawn(seat=seat, card=card, left=left):
            own = sees(viewer, seat)
            text = f"{seat_name(seat)} drew a fire card" + (f" ({DIRECTION_NAMES[card]})" if own else "")
            text = f"{text}; {_number(left, 'card')} to the next stack card."
            return _Told(text, ("GF-DRAW-01", "GF-HID-08"), _facts(event, *() if own else ("card",)), seat)
        case e.StackCardRevealed(seat=seat, letter=letter, owed=owed, not_placed=not_placed):
            text = f"{seat_name(seat)} uncovered Fire Stack Card {letter}: {_owing(owed, not_placed)}."
            return _Told(text, ("GF-DRAW-02", "GF-INT-01", "GF-INT-04", "GF-RULING-25"), _facts(event), seat)
        case e.FireIntensified(seat=seat, district=district, cones=cones, from_stock=from_stock):
            source = "" if from_stock else " from Pudding Lane"
            text = f"{seat_name(seat)} added a cone{source} in {NAMES[district]}, which now holds {cones}."
            rules: tuple[str, ...] = ("GF-INT-02", "GF-INT-03", "GF-INT-05", "GF-SUPPLY-01")
            return _Told(text, rules if from_stock else (*rules, "GF-SUPPLY-02", "GF-RULING-26"), _facts(event), seat)
        case e.FinalRoundStarted(turns_left=turns):
            text = f"The fire deck is used up: {_number(turns, 'turn')} left, without a draw."
            return _Told(text, ("GF-END-01", "GF-DRAW-03", "GF-RULING-41", "GF-OPT-02"), _facts(event))
        case e.GameScored():
            return _scored(event)
        case _:
            return _set_up(event, viewer)


def _scored(event: e.GameScored) -> _Told:
    """All is open now, to everybody (GF-SCORE-07)."""
    places = event.outcome.places
    ranked = _listed(f"{seat_name(p.seat)} {p.points} VP" for p in sorted(places, key=lambda p: (p.place, p.seat)))
    facts = _facts(event, "outcome") | {
        "ending": event.outcome.ending,
        "places": tuple(
            {
                "seat": place.seat,
                "place": place.place,
                "points": place.points,
                "sources": {source.source: source.points for source in place.sources},
            }
            for place in places
        ),
    }
    rules = (*event.outcome.rules, "GF-END-02", "GF-SCORE-07")
    return _Told(f"The game is over and everything is shown: {ranked}.", rules, facts)


# ---- set-up


def _set_up(event: e.SetUpEvent, viewer: Viewer) -> _Told:
    match event:
        case e.GameCreated(seats=seats, start=start, options=options):
            text = f"{seats} players opened the box; {seat_name(start)} starts."
            chosen = {name: getattr(options, name) for name in options.__struct_fields__}
            rules = ("GF-SETUP-02", "GF-SETUP-01", "GF-COMP-01", "GF-OPT-07", "GF-RULING-43")
            return _Told(text, rules, _facts(event) | {"options": chosen})
        case e.HandDealt(seat=seat, cards=cards):
            text = f"{seat_name(seat)} was dealt {_number(len(cards), 'fire card')}"
            own = sees(viewer, seat)
            facts = _facts(event, *() if own else ("cards",)) | {"number": len(cards)}
            return _Told(f"{text}: {_cards(cards)}." if own else f"{text}.", ("GF-SETUP-03",), facts, seat)
        case e.HandConfirmed(seat=seat):
            return _Told(f"{seat_name(seat)} kept the hand.", ("GF-SETUP-04", "GF-HID-03"), _facts(event), seat)
        case e.HandExchanged(seat=seat, shown=shown, drawn=drawn):
            own = sees(viewer, seat)
            text = f"{seat_name(seat)} showed {_cards(shown)} and took {_number(len(drawn), 'new card')}"
            facts = _facts(event, *() if own else ("drawn",))
            asked = ("GF-SETUP-04", "GF-RULING-42", "GF-HID-03")
            return _Told(f"{text}: {_cards(drawn)}." if own else f"{text}.", asked, facts, seat)
        case e.BandPlaced(seat=seat, area=area):
            if seat is None:
                text = f"A trained band stands in {NAMES[area]} from the start."
                return _Told(text, ("GF-SETUP-14", "GF-SETUP-15", "GF-BOARD-09"), _facts(event))
            text = f"{seat_name(seat)} placed a trained band in {NAMES[area]}."
            return _Told(text, ("GF-SETUP-17", "GF-RULING-30"), _facts(event), seat)
        case e.LandownerPlaced(seat=seat, area=area):
            text = f"{seat_name(seat)} placed the landowner in {NAMES[area]}."
            return _Told(text, ("GF-SETUP-18",), _facts(event), seat)
        case _:
            return _dealt(event, viewer)


def _dealt(
    event: e.FireDeckBuilt | e.HousesPlaced | e.ColourDealt | e.TokensPlaced | e.ObjectivesDealt, viewer: Viewer
) -> _Told:
    match event:
        case e.FireDeckBuilt(stack_cards=letters, sizes=sizes):
            piles = _listed(f"{letter} {size}" for letter, size in zip(letters, sizes, strict=True))
            text = f"The fire deck was built, from the top: {piles}."
            hidden = () if viewer == ARBITER else ("order", "leftover")
            rules = ("GF-SETUP-06", "GF-SETUP-05", "GF-SETUP-07", "GF-RULING-34")
            return _Told(text, rules, _facts(event, *hidden))
        case e.HousesPlaced():
            text = "The houses were placed, region by region."
            return _Told(text, ("GF-SETUP-08", "GF-SETUP-09", "GF-COMP-02"), _facts(event))
        case e.ColourDealt(seat=seat, colour=colour, pawn=pawn, hidden=hidden_colours):
            if not hidden_colours:
                text = f"{seat_name(seat)} plays {colour}."
                return _Told(text, ("GF-SETUP-10", "GF-RULING-39"), _facts(event), seat)
            own = sees(viewer, seat)
            text = f"{seat_name(seat)} got a hidden colour{f', {colour},' if own else ''} and a {pawn} landowner."
            return _Told(text, ("GF-OPT-01", "GF-HID-09"), _facts(event, *() if own else ("colour",)), seat)
        case e.TokensPlaced(tokens=tokens):
            text = f"{_number(len(tokens), 'token')} were placed face down."
            facts: dict[str, Fact] = {"districts": tuple(sorted(tokens))}  # a decoded event lost its order
            if viewer == ARBITER:
                facts |= {"tokens": tokens}
            return _Told(text, ("GF-SETUP-11", "GF-BOARD-07"), facts)
        case e.ObjectivesDealt(seat=seat, cards=cards):
            own = sees(viewer, seat)
            named = _listed(f"{NAMES[OBJECTIVES[id].district]} ({OBJECTIVES[id].vp} VP)" for id in cards) if own else ""
            text = f"{seat_name(seat)} was dealt {_number(len(cards), 'objective card')}{f': {named}' if own else ''}."
            return _Told(text, ("GF-SETUP-12", "GF-COMP-06"), _facts(event, *() if own else ("cards",)), seat)
        case _:
            assert_never(event)
