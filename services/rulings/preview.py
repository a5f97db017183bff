"""What a ruling would bring, tried without storing anything, and who may read the words beside rulings."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from domain.engine.refusal import Refused
from domain.engine.viewer import SPECTATOR, Seat, Viewer, seats_of
from domain.game import Game, GameState
from domain.game.events import SeedRevealed
from domain.game.game import Event
from domain.game.names import FORMER_PLAYER
from domain.game.rulings.bench import Bench, RulingRecord
from domain.game.rulings.commands import LodgeAppeal, MakeRuling
from domain.game.rulings.decide import bench_of
from domain.game.rulings.rules import touched_seat, why_not_appeal
from domain.game.rulings.ruling import Ruling
from domain.game.take_back.past import Past
from services.authority import authority_of
from services.ports import Principal
from services.principals import in_game
from services.reads.horizon import VisibleHead
from services.reads.patch import Change, changes
from services.world import World


@dataclass(frozen=True, slots=True)
class ViewerChange:
    """What a viewer's view of the game would change by."""

    viewer: Viewer
    patch: list[Change]


@dataclass(frozen=True, slots=True)
class ScoreShift:
    """Points of one source of a seat, if the game ended now, before and after a ruling."""

    seat: Seat
    source: str
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Offers:
    """What a seat may play. `position`: its view then, for sentences."""

    commands: tuple[Any, ...]
    position: Any


@dataclass(frozen=True, slots=True)
class LegalShift:
    """What a seat may play only before, and only after a ruling."""

    seat: Seat
    lost: Offers
    won: Offers


@dataclass(frozen=True, slots=True)
class RulingPreview:
    """What a ruling would bring, or why it would be refused. `events`: as the arbiter would see them."""

    refused: Refused | None
    events: tuple[Event, ...] = ()
    views: tuple[ViewerChange, ...] = ()
    scores: tuple[ScoreShift, ...] = ()
    legal: tuple[LegalShift, ...] = ()


def preview(visible: VisibleHead, by: Principal, ruling: Ruling, past: Past = ()) -> RulingPreview:
    """Decides a ruling on the last step and forgets it. The caller has made sure that `by` is an arbiter there. `past`:
    the commands that led there, for a rewind. A game that would end goes on: its secret is not in the answer."""
    game, state = visible.game, visible.state
    command = MakeRuling(by.id, ruling, authority_of(by, state))
    try:
        events, after = game.advance(state, command, game.chance(state), state.at_us, past)
    except Refused as refused:
        return RulingPreview(refused)
    events = tuple(event for event in events if not isinstance(event, SeedRevealed))
    after = replace(after, secret="", seed="")
    viewers = (*seats_of(len(state.seats)), SPECTATOR)
    views = (
        ViewerChange(each, changes(game.view(state, each, visible.names), game.view(after, each, visible.names)))
        for each in viewers
    )
    return RulingPreview(None, events, tuple(views), _scores(game, state, after), _legal(game, state, after))


def _scores(game: Game, before: GameState, after: GameState) -> tuple[ScoreShift, ...]:
    was, then = ({(each.seat, each.source): each.if_over for each in game.tracks(at)} for at in (before, after))
    for key in was.keys() | then.keys():
        was.setdefault(key, 0), then.setdefault(key, 0)
    given = ((seat, bench_of(before).points_of(seat), bench_of(after).points_of(seat)) for seat in _seats(before))
    adjusted = (ScoreShift(seat, "adjusted", old, new) for seat, old, new in given if old != new)
    own = (ScoreShift(*key, was[key], then[key]) for key in sorted(was) if was[key] != then[key])
    return (*own, *adjusted)


def _legal(game: Game, before: GameState, after: GameState) -> tuple[LegalShift, ...]:
    shifts = []
    for seat in _seats(before):
        was, then = game.legal(before, seat), game.legal(after, seat)
        common = set(was) & set(then)
        lost, won = (tuple(each for each in some if each not in common) for some in (was, then))
        if lost or won:
            views = (game.in_force(at).view(at.position, seat) for at in (before, after))
            shifts.append(LegalShift(seat, Offers(lost, next(views)), Offers(won, next(views))))
    return tuple(shifts)


def _seats(state: GameState) -> tuple[Seat, ...]:
    return seats_of(len(state.seats))


async def names_of(world: World, principals: Iterable[str]) -> Mapping[str, str]:
    """What principals are called, by their ids; the service's own have none."""
    persons = {each: await world.names.person(each) for each in set(principals)}
    return {each: person.name or FORMER_PLAYER for each, person in persons.items() if person is not None}


async def words_for(world: World, principal: Principal | None, visible: VisibleHead) -> Mapping[str, str]:
    """The words that the caller may read, by the hash that stands in the log: arbiters all, a seat those of its own
    calls and appeals, of the answers to them, and of rulings that touch it."""
    reader = in_game(principal, visible.game_id)
    if reader is None or visible.is_delayed:
        return {}
    hashes = set(readable(reader, visible.state, bench_of(visible.state)))
    return await world.names.notes(visible.game_id, hashes) if hashes else {}


def touches(state: GameState, ruling: RulingRecord, reader: Principal) -> bool:
    """Whether a ruling touches somebody's seat, also one that they have lost."""
    return touched_seat(state, ruling, reader.id) is not None


def may_appeal(visible: VisibleHead, principal: Principal | None, number: int, at_us: int) -> bool:
    """Whether the caller may appeal against a ruling at this moment (GAME-APPEAL-01)."""
    reader = in_game(principal, visible.game_id)
    if reader is None or visible.is_delayed:
        return False
    appeal = LodgeAppeal(reader.id, number)
    return why_not_appeal(visible.state, bench_of(visible.state), appeal, max(at_us, visible.state.at_us)) is None


def readable(reader: Principal, state: GameState, bench: Bench) -> Iterator[str]:
    """The hashes of the words that somebody may read: see `words_for`."""
    may_all = authority_of(reader, state) is not None
    called = {call.number for call in bench.calls if call.by == reader.id}
    for call in bench.calls:
        if call.note_hash and (may_all or call.by == reader.id):
            yield call.note_hash
    for ruling in bench.rulings:
        if ruling.note_hash and (may_all or ruling.call in called or touches(state, ruling, reader)):
            yield ruling.note_hash
    for appeal in bench.appeals:
        if may_all or appeal.by == reader.id:
            yield from (each for each in (appeal.note_hash, appeal.answer) if each)
