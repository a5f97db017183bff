"""What the seats of a game are called, and what a command may say."""

import msgspec
import pytest

from domain.game import GameState, LeaveSeat, OpenGame, Resign, SeatBot, TakeSeat
from domain.game.names import FORMER_PLAYER, NO_NAMES, GameNames, name_of_seat, seat_names, with_person
from domain.game.words import UNKNOWN_WORD, plain_command, plain_opening
from domain.rulesets import RULESETS
from tests.game.test_game import after, begun, opened
from tests.game.test_terms import fork
from tests.game.toy import TOY, Show
from tests.rulesets.golden import Line, files, rows_of

NAMES = GameNames("A cup", {"a": "Ann", "b": "Ben", "ann": "Ann of the fork"})


@pytest.mark.rules("GAME-PERSON-01", "GAME-SEAT-02")
def test_seats_are_called_by_their_persons_wherever_these_sit() -> None:
    state = opened(3)
    assert seat_names(state, NAMES) == ("Seat 1", "Seat 2", "Seat 3")
    state = after(state, TakeSeat("a", 1), SeatBot("host", 2, "random"))
    assert seat_names(state, NAMES) == ("Seat 1", "Ann", "Cass the Gambler")
    state = after(state, LeaveSeat("a", 1), TakeSeat("b", 1))
    assert seat_names(state, NAMES) == ("Seat 1", "Ben", "Cass the Gambler")
    assert with_person(seat_names(state, NAMES), 1, "a", NAMES) == ("Seat 1", "Ann", "Cass the Gambler")
    assert with_person(seat_names(state, NAMES), 1, "x", NAMES)[1] == "Seat 2"


@pytest.mark.rules("GAME-RESIGN-01", "GAME-BOT-02")
def test_a_seat_has_its_name_also_after_a_bot_took_over() -> None:
    for command in (Resign("a", 0), SeatBot("a", 0)):
        assert seat_names(after(begun(), command), NAMES) == ("Ann", "Ben")


@pytest.mark.rules("GAME-FORK-01")
def test_in_a_fork_nobody_takes_the_bots_for_the_persons() -> None:
    assert seat_names(fork(begun(), 0)[1], NAMES) == ("Ann of the fork", "Ben (bot)")
    left = after(begun(), Resign("b", 1))
    assert seat_names(fork(left, 0)[1], NAMES)[1] == "Ben (bot)"


@pytest.mark.rules("GAME-PERSON-01")
def test_who_is_not_known_is_called_by_their_seat() -> None:
    assert seat_names(begun(), NO_NAMES) == ("Seat 1", "Seat 2")


@pytest.mark.rules("GAME-PERSON-01")
def test_no_state_event_or_command_of_the_game_has_a_field_for_a_name() -> None:
    from domain.game.commands import GAME_COMMANDS
    from domain.game.events import GAME_EVENTS
    from domain.game.state import SeatState

    for struct in (GameState, SeatState, *GAME_COMMANDS, *GAME_EVENTS):
        assert not {"name", "names", "title", "text", "note"} & set(struct.__struct_fields__), struct


@pytest.mark.rules("GAME-PERSON-01")
@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=lambda each: f"{each.id}-{each.version}")
def test_every_command_of_the_golden_games_has_words_of_its_ruleset_only(ruleset) -> None:
    kinds = {kind.__struct_config__.tag: kind for kind in ruleset.commands}
    texts = 0
    for path in files(ruleset):
        for row in rows_of(path)[1:]:
            data = msgspec.json.decode(row, type=Line).command
            if data is not None:
                command = msgspec.convert(data, kinds[data["type"]])
                assert plain_command(ruleset, command) is command
                texts += any(isinstance(value, str) for name, value in data.items() if name != "type")
    assert texts > 100, "commands name cards, areas or the like"


@pytest.mark.rules("GAME-PERSON-01")
@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=lambda each: f"{each.id}-{each.version}")
def test_a_word_that_the_ruleset_does_not_know_is_replaced_wherever_it_is(ruleset) -> None:
    secret, replaced = "Zaphod Q. Secret", 0
    for kind in ruleset.commands:
        for field in msgspec.structs.fields(kind):
            for value in (secret, (secret,), ((secret, 1),)):
                try:
                    command = msgspec.convert(_lawful(kind) | {field.name: value}, kind)
                except msgspec.ValidationError:
                    continue
                plain = plain_command(ruleset, command)
                assert secret.encode() not in msgspec.json.encode(plain), kind
                assert UNKNOWN_WORD.encode() in msgspec.json.encode(plain)
                replaced += 1
    assert replaced, "some command names something by a word"


def _lawful(kind: type) -> dict[str, object]:
    """Some value of the right type for every field that needs one."""
    data: dict[str, object] = {"type": kind.__struct_config__.tag}
    for field in msgspec.structs.fields(kind):
        for value in (0, "", (), False, None):
            try:
                msgspec.convert(value, field.type)
            except msgspec.ValidationError:
                continue
            data[field.name] = value
            break
    return data


@pytest.mark.rules("GAME-PERSON-01", "GAME-OPEN-01")
def test_an_opening_has_words_of_its_ruleset_only() -> None:
    command = OpenGame("host", "toy", 2, {"best": "low"})
    assert plain_opening(TOY, command) == command
    odd = OpenGame("host", "toy", 2, {"best": "Zaphod", "Zaphod": 1, "list": ("Zaphod",)})
    assert plain_opening(TOY, odd).options == {"best": "?", "?": ("?",)}
    assert plain_opening(None, OpenGame("host", "Zaphod", 2, {"best": "low"})) == OpenGame("host", "?", 2, {"?": "?"})
    assert plain_command(TOY, SeatBot("host", 0, "Zaphod")).bot == "?"
    assert plain_command(TOY, SeatBot("host", 0, "keen")).bot == "keen"
    show = Show(0)
    assert plain_command(TOY, show) is show


@pytest.mark.rules("GAME-SEAT-02", "GAME-PERSON-02")
@pytest.mark.parametrize(
    ("person", "bot", "is_fork", "name"),
    [
        ("", "", False, ""),
        ("a", "", False, "Ann"),
        ("a", "keen", False, "Ann"),
        ("a", "", True, "Ann"),
        ("a", "keen", True, "Ann (bot)"),
        ("", "keen", False, "Bram the Keen"),
        ("", "keen", True, "Bram the Keen"),
        ("x", "", False, "former player"),
        ("unknown", "", False, "Seat 2"),
    ],
)
def test_a_seat_is_called_by_its_person_else_by_its_bot(person: str, bot: str, is_fork: bool, name: str) -> None:
    names = GameNames("A cup", {"a": "Ann", "x": FORMER_PLAYER})
    assert name_of_seat(2, person, bot, names, is_fork=is_fork) == name
