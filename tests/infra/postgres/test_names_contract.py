"""What every store of names does, the fake and Postgres alike: names are given, changed and erased beside the log."""

import asyncio

import pytest

from domain.game.names import FORMER_PLAYER, GameNames
from services.errors import Unavailable
from services.names import Erasure, Note, Person
from tests.dice import new_id
from tests.infra.postgres.conftest import postgres_names

SECRET = "Ada-Secret-Lovelace"


async def ids(beside, *names):
    """Persons of these names, by the ids of their principals."""
    return [(await beside.principals.create(name, frozenset()))[0].id for name in names]


async def named(beside, game_id, *principals):
    """What the persons of one game are called."""
    return dict((await beside.names.of_games({game_id: principals}))[game_id].persons)


async def title(beside, game_id):
    return (await beside.names.of_games({game_id: ()}))[game_id].title


async def test_several_games_are_named_in_one_call(beside):
    ada, ben = await ids(beside, "Ada", "Ben")
    first, second, third = new_id(), new_id(), new_id()
    await beside.names.put_title(first, "A rainy evening", ada)
    await beside.names.put_seat_name(second, ada, "The Countess")
    assert await beside.names.of_games({first: [ada, ben], second: {ada}, third: (ben,), "no game's": [ben]}) == {
        first: GameNames("A rainy evening", {ada: "Ada", ben: "Ben"}),
        second: GameNames("", {ada: "The Countess"}),
        third: GameNames("", {ben: "Ben"}),
        "no game's": GameNames("", {ben: "Ben"}),
    }
    assert await beside.names.of_games({}) == {}


async def test_only_who_was_named_is_in_the_answer(beside):
    ada, ben = await ids(beside, "Ada", "Ben")
    game, other = new_id(), new_id()
    await beside.names.put_seat_name(game, ben, "Benjamin")
    assert await beside.names.of_games({game: [ada], other: [ben]}) == {
        game: GameNames("", {ada: "Ada"}),
        other: GameNames("", {ben: "Ben"}),
    }


async def test_somebody_unknown_is_left_out_unless_their_seat_has_a_name(beside):
    game = new_id()
    assert await named(beside, game, "p_nobody", "") == {}
    await beside.names.put_seat_name(game, "p_nobody", "Visitor")
    assert await named(beside, game, "p_nobody") == {"p_nobody": "Visitor"}
    assert await beside.names.person("p_nobody") is None


async def test_a_seats_name_beats_ones_own_in_that_game_only(beside):
    (ada,) = await ids(beside, "Ada")
    game, other = new_id(), new_id()
    await beside.names.put_seat_name(game, ada, "The Countess")
    assert await named(beside, game, ada) == {ada: "The Countess"}
    assert await named(beside, other, ada) == {ada: "Ada"}


async def test_a_later_name_of_a_seat_replaces_the_earlier_one(beside):
    (ada,) = await ids(beside, "Ada")
    game = new_id()
    for name in ("first", "second", "second"):
        await beside.names.put_seat_name(game, ada, name)
        assert await named(beside, game, ada) == {ada: name}


async def test_a_title_stays_and_an_empty_one_is_none(beside):
    ada, ben = await ids(beside, "Ada", "Ben")
    game = new_id()
    await beside.names.put_title(game, "", ada)
    assert await title(beside, game) == ""
    await beside.names.put_title(game, "First", ada)
    for by in (ada, ben):
        await beside.names.put_title(game, "Second", by)
    assert await title(beside, game) == "First"


@pytest.mark.parametrize(
    "name", ["«0»", "'; DROP TABLE person; --", "[bold]", "\u202eabc", "", "Zoë 🙂 李小龙", "x" * 500]
)
async def test_names_come_back_as_they_were_stored(beside, name):
    (ada,) = await ids(beside, name)
    game = new_id()
    assert await beside.names.person(ada) == Person(name)
    await beside.names.put_seat_name(game, ada, f"{name}!")
    assert await named(beside, game, ada) == {ada: f"{name}!"}
    assert await beside.names.rename(ada, f"{name}?")
    assert await named(beside, game, ada) == {ada: f"{name}?"}


async def test_a_renamed_person_is_called_so_everywhere(beside):
    ada, token = await beside.principals.create("Ada", frozenset({"player"}))
    (ben,) = await ids(beside, "Ben")
    games = [new_id() for _ in range(3)]
    for game in games:
        await beside.names.put_seat_name(game, ada.id, "The Countess")
        await beside.names.put_seat_name(game, ben, "Benjamin")
    await beside.names.put_title(games[0], "Her title", ada.id)
    assert await beside.names.rename(ada.id, "Augusta")
    for game in games:
        assert await named(beside, game, ada.id, ben) == {ada.id: "Augusta", ben: "Benjamin"}
    assert await title(beside, games[0]) == "Her title"
    assert (await beside.principals.by_token(token)).name == "Augusta"
    await beside.names.put_seat_name(games[0], ada.id, "The Countess")
    assert await named(beside, games[0], ada.id) == {ada.id: "The Countess"}


async def test_nobody_unknown_is_renamed_or_erased(beside):
    assert await beside.names.rename("p_nobody", "Somebody") is False
    assert await beside.names.erase("p_nobody") is None
    assert await named(beside, new_id(), "p_nobody") == {}


async def test_erasing_deletes_names_titles_notes_and_tokens_of_one_person(beside):
    ada, token = await beside.principals.create(SECRET, frozenset({"player", "arbiter"}))
    ben, other_token = await beside.principals.create("Ben", frozenset())
    first, second = new_id(), new_id()
    for game in (first, second):
        await beside.names.put_title(game, f"{SECRET}'s game", ada.id)
        await beside.names.put_seat_name(game, ada.id, f"{SECRET} II")
        await beside.names.put_seat_name(game, ben.id, "Benjamin")
    third = new_id()
    await beside.names.put_title(third, "Ben's game", ben.id)
    for words in (f"I am {SECRET}", f"{SECRET} calls"):
        await beside.write_note(ada.id, words)
    await beside.write_note(ben.id, "Ben calls")
    assert SECRET in await beside.stored()

    assert await beside.names.erase(ada.id) == Erasure(None, seat_names=2, titles=2, notes=2, tokens=1)

    assert SECRET not in await beside.stored()
    assert await beside.names.of_games({game: [ada.id, ben.id] for game in (first, third)}) == {
        first: GameNames("", {ada.id: FORMER_PLAYER, ben.id: "Benjamin"}),
        third: GameNames("Ben's game", {ada.id: FORMER_PLAYER, ben.id: "Ben"}),
    }
    assert "Ben calls" in await beside.stored()
    assert await beside.principals.by_token(token) is None
    assert await beside.principals.by_token(other_token) == ben


async def test_erasing_twice_says_since_when(beside):
    ada, ben = await ids(beside, "Ada", "Ben")
    assert await beside.names.erase(ada) == Erasure(None, tokens=1)
    person = await beside.names.person(ada)
    assert person.name is None and person.erased_us > 1_600_000_000_000_000
    for _ in range(2):
        assert await beside.names.erase(ada) == Erasure(person.erased_us)
    assert await beside.names.person(ada) == person
    assert await beside.names.person(ben) == Person("Ben")


async def test_a_revoked_token_is_not_counted_among_the_deleted(beside):
    (ada,) = await ids(beside, "Ada")
    assert await beside.principals.revoke(ada)
    assert await beside.names.erase(ada) == Erasure(None)


async def test_an_erased_person_gets_no_new_name(beside):
    (ada,) = await ids(beside, "Ada")
    game = new_id()
    await beside.names.erase(ada)
    assert await beside.names.rename(ada, SECRET) is False
    await beside.names.put_seat_name(game, ada, SECRET)
    await beside.names.put_title(game, SECRET, ada)
    assert await beside.names.of_games({game: [ada]}) == {game: GameNames("", {ada: FORMER_PLAYER})}
    assert SECRET not in await beside.stored()


async def test_running_games_are_those_whose_seats_somebody_holds(beside):
    ada, ben = await ids(beside, "Ada", "Ben")
    games = {phase: new_id() for phase in ("open", "playing", "over", "abandoned")}
    for phase, game in games.items():
        await beside.list_game(game, phase, [ben, ada])
    await beside.list_game(new_id(), "playing", ["", ben])
    assert set(await beside.names.running_games(ada)) == {games["open"], games["playing"]}
    assert len(await beside.names.running_games(ben)) == 3
    assert list(await beside.names.running_games("p_nobody")) == []


@pytest.mark.rules("GAME-PERSON-01", "GAME-PERSON-02")
async def test_words_are_read_by_their_hash_until_who_wrote_them_is_erased(beside):
    ada, ben = await ids(beside, "Ada", "Ben")
    game, notes = new_id(), [Note(bytes([n]) * 32, words) for n, words in enumerate(("two coins", "two coins", "why"))]
    hashes = [note.hash for note in notes]
    assert len(set(hashes)) == 3, "the salt hides that two notes say the same"
    for note, by in zip(notes, (ada, ben, ben), strict=True):
        await beside.names.put_note(game, note, by)
        await beside.names.put_note(game, note, by)
    assert await beside.names.notes(game, hashes) == dict(zip(hashes, ("two coins", "two coins", "why"), strict=True))
    assert await beside.names.salted_notes(game, hashes) == dict(zip(hashes, notes, strict=True))
    assert await beside.names.notes(new_id(), hashes) == {} and await beside.names.notes(game, []) == {}
    await beside.names.erase(ben)
    assert await beside.names.notes(game, hashes) == {hashes[0]: "two coins"}
    late = Note(bytes(32), "late")
    await beside.names.put_note(game, late, ben)
    assert await beside.names.notes(game, [late.hash]) == {}


# ---------------------------------------------------------------- Postgres alone


async def test_an_erased_note_has_neither_words_nor_salt(pool):
    """Who has the salt can guess words and compare with the hash in the log."""
    beside = postgres_names(pool)
    (ada,) = await ids(beside, "Ada")
    await beside.write_note(ada, "words")
    await beside.names.erase(ada)
    [note] = await pool.fetch("SELECT words, salt, erased_at IS NOT NULL AS erased, principal_id FROM note")
    assert tuple(note) == (None, None, True, ada)


@pytest.mark.parametrize("first", ["erase", "put"])
async def test_a_name_that_comes_while_its_person_is_erased_does_not_stay(pool, owner, first):
    """Both wait for a transaction that has the person's row, and get it in the order in which they came."""
    beside = postgres_names(pool)
    (ada,) = await ids(beside, "Ada")
    game = new_id()

    async def put():
        await beside.names.put_title(game, SECRET, ada)
        await beside.names.put_seat_name(game, ada, SECRET)

    async with owner.transaction():
        await owner.execute("SELECT 1 FROM person WHERE principal_id = $1 FOR UPDATE", ada)
        steps = [beside.names.erase(ada), put()] if first == "erase" else [put(), beside.names.erase(ada)]
        tasks = []
        for step in steps:
            tasks.append(asyncio.create_task(step))
            await asyncio.sleep(0.1)
        assert not any(task.done() for task in tasks)
    await asyncio.gather(*tasks)
    assert SECRET not in await beside.stored()
    assert (await beside.names.person(ada)).name is None


async def test_two_erasures_at_once_count_what_was_deleted_once(pool):
    beside = postgres_names(pool)
    (ada,) = await ids(beside, "Ada")
    await beside.names.put_title(new_id(), "Title", ada)
    answers = await asyncio.gather(*(beside.names.erase(ada) for _ in range(4)))
    assert sorted(answer.titles for answer in answers) == [0, 0, 0, 1]
    assert [answer.already_us is None for answer in answers].count(True) == 1


async def test_the_service_may_forget_no_person_and_no_note(pool):
    """A row without a name says that somebody was erased; it stays."""
    for relation in ("person", "note", "principal"):
        rights = await pool.fetchval("SELECT has_table_privilege($1, 'DELETE')", relation)
        assert rights is (relation == "principal")
    with pytest.raises(Unavailable, match="right"):
        await pool.fetch("DELETE FROM person")
