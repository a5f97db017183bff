"""How a game of London begins: the state before set-up, and the set-up itself (LON-SETUP)."""

from domain.engine.chance import Chance
from domain.engine.refusal import Refused
from domain.engine.viewer import seats_of
from domain.rulesets.london import events as e
from domain.rulesets.london.components import CARDS, DECK_ORDER, DECKS, NUMBERS, Card
from domain.rulesets.london.options import IDLE_TURNS_MAX, Options
from domain.rulesets.london.rules import begin_turn
from domain.rulesets.london.state import Player, Row, State, seats_in
from domain.rulesets.london.working import Working


def initial(seats: int, options: Options) -> State:
    """The state before set-up. Raises Refused for a number of players or an option that the rules do not allow."""
    if not NUMBERS.players_min <= seats <= NUMBERS.players_max:
        rules, least, most = ("LON-COMP-01", "LON-RULING-37"), NUMBERS.players_min, NUMBERS.players_max
        raise Refused("wrong_number_of_seats", rules=rules, seats=seats, least=least, most=most)
    if not 1 <= options.idle_turns_per_player <= IDLE_TURNS_MAX:
        raise Refused("idle_turns_out_of_range", rules=("LON-RULING-45",), most=IDLE_TURNS_MAX)
    return before_set_up(seats, options)


def before_set_up(seats: int, options: Options) -> State:
    """The state before the decks are shuffled (LON-SETUP-01..04, 07, 08)."""
    row: Row = (None,) * NUMBERS.slots_per_row[seats]
    first_seat = seats_of(seats)[0]
    return State(
        options=options,
        phase="set_up",
        turn_number=0,
        active=first_seat,
        first=first_seat,
        players=(Player(money=NUMBERS.start_money, poverty=NUMBERS.start_poverty),) * seats,
        deck=CARDS,
        display=(row, row),
    )


def set_up(state: State, chance: Chance) -> tuple[e.Event, ...]:
    """LON-SETUP-05, 06, 09: three shuffles, the first player, six cards for each seat; then the first turn begins."""
    working, seats = Working(state), seats_in(state)
    deck: tuple[Card, ...] = ()
    for letter in DECK_ORDER:
        deck += chance.shuffled(DECKS[letter])
    working.happens(e.DecksShuffled(deck=deck))
    first = chance.below(len(seats))
    working.happens(e.FirstPlayerDrawn(seat=seats[first]))
    for step, seat in enumerate(seats[first:] + seats[:first]):  # one by one, clockwise from the first player
        cards = deck[step : NUMBERS.start_hand * len(seats) : len(seats)]
        working.happens(e.HandDealt(seat=seat, cards=cards))
    begin_turn(working, seats[first])
    return tuple(working.events)
