"""Walk-through 5, "the shuffle was rigged": the commitment, the shares, every draw again, and its place."""

import asyncio
from collections.abc import Sequence
from typing import Final, NamedTuple

from domain.engine.chance import Draw, commitment, draw, play_seed
from domain.engine.step import Step
from domain.engine.viewer import ARBITER
from domain.game import OpenGame
from domain.game.commands import ForkGame
from domain.game.events import GameForked, GameOpened, SeatTaken
from domain.game.take_back.past import Done
from domain.log.chain import log_leaf
from domain.log.record import decode_command
from domain.proof.note import to_base64
from services.audit.not_allowed import PRIVATE, SHUFFLE
from services.audit.reports.counts import counts_section
from services.audit.reports.report import DRAWS, ROWS_MAX, Desk, ReportRequest, Section, in_short, moment
from services.audit.reports.season import Season, season_of
from services.log.findings import Broken, check_places, read_stream
from services.log.read_log import game_head
from services.log.signed_tree import NotSignedYet, TreeDamaged, signed_size
from services.log.tree_check import check_tree, proof_of
from services.ports import StoredCommand
from services.reads.look import ViewerNotAllowed


async def shuffle(desk: Desk, request: ReportRequest) -> bytes:
    """The report. It needs nothing but a game that is over: before, the secret is nobody's. `from_us`, `to_us`: which
    other games are counted; without them those of ninety days up to the end of this one."""
    if not desk.visible.state.over:
        raise ViewerNotAllowed(desk.visible.game_id, ARBITER, SHUFFLE, is_early=True)
    desk.check_open(PRIVATE)
    draws = await asyncio.to_thread(_draws, desk, await desk.commands())
    wrong, place = _wrong(desk, draws), await _place(desk)
    season = await season_of(desk, request)
    sections = [
        _in_short(desk, draws, wrong, place, season),
        Section(
            "What this report says",
            (
                "The hash of the secret stands in the first step, so that it is fixed before anybody sits down "
                "(GAME-CHANCE-01). Each seat may add a share of its own (GAME-CHANCE-02). Every draw has to follow "
                "from both (GAME-CHANCE-03), and all of that is checked here. Fair chance still gives strange games: "
                "the counts of one game prove nothing by themselves. Those of a season say more.",
            ),
        ),
        _secret(desk),
        _shares(desk),
        place.section,
        counts_section("Counts of outcomes", draws),
        season.section,
        _repeated(draws, wrong),
    ]
    return desk.bytes_of("shuffle", "The chance of this game, drawn again", sections)


class _Place(NamedTuple):
    """The place of the commitment. `holds`: whether the whole game is in the signed tree; None where no tree can say.
    `why`: what convicts, if it is not."""

    holds: bool | None
    section: Section
    why: str = ""


_PLACE: Final[dict[bool | None, str]] = {
    True: "Every step and command of this game is in the signed order of all games, so nobody has put another one in "
    "its place since.",
    None: "No signed tree shows that the steps are as old as they say: for that, one has to believe the service.",
    False: "THE SIGNED TREE HAS ANOTHER ENTRY in the place of one of this game: it was rewritten after it was signed.",
}


def _in_short(desk: Desk, draws: Sequence[Draw], wrong: int, place: _Place, season: Season) -> Section:
    secret, seed = _secret_holds(desk), _seed_holds(desk)
    fair = secret and seed and not wrong and place.holds is not False
    taken = _first_seat(desk)
    before = "" if taken is None else f", before the first seat was taken in step {taken}"
    return in_short(
        f"The hash of the secret was published in step 1{before}. "
        + ("The secret that was opened at the end has this hash." if secret else "THE SECRET IS ANOTHER ONE."),
        "The seed follows from the secret and the shares of the seats."
        if seed
        else "THE SEED DOES NOT FOLLOW from the secret and the shares of the seats.",
        f"{wrong} of {len(draws)} draws DO NOT FOLLOW." if wrong else f"All {len(draws)} draws follow from the seed.",
        f"{_PLACE[place.holds]} {place.why}".strip(),
        "So nobody can have chosen an outcome while the game went on." if fair else "",
        season.in_short,
    )


def _first_seat(desk: Desk) -> Step | None:
    return next((step.version for step in desk.visible.history.steps if isinstance(step.event, SeatTaken)), None)


def _secret_holds(desk: Desk) -> bool:
    event = desk.visible.history.steps[0].event
    assert isinstance(event, GameOpened | GameForked)
    return commitment(bytes.fromhex(event.secret)) == event.commitment


def _seed_holds(desk: Desk) -> bool:
    state = desk.visible.state
    seed = play_seed(bytes.fromhex(state.secret), [seat.share for seat in state.seats]).hex()
    return seed == state.seed or not state.seed


def _secret(desk: Desk) -> Section:
    first = desk.visible.history.steps[0]
    event = first.event
    assert isinstance(event, GameOpened | GameForked)
    return Section(
        "The commitment",
        facts=(
            ("published in step", "1"),
            ("when", moment(first.body.time_us)),
            ("commitment", event.commitment),
            ("secret, opened at the end", event.secret),
            ("the commitment was made for this secret", "yes" if _secret_holds(desk) else "NO"),
            ("hash of step 1", first.hash.hex()),
        ),
    )


def _shares(desk: Desk) -> Section:
    state = desk.visible.state
    taken = _first_seat(desk)
    rows = tuple(
        (f"seat {number}", seat.share or "none", seat.principal or seat.person or "a bot")
        for number, seat in enumerate(state.seats)
    )
    return Section(
        "The shares of the seats",
        ("A share is the SHA-256 of what the seat said. Who keeps what they said can prove that it is in the seed.",),
        (
            ("first seat taken in", "" if taken is None else f"step {taken}"),
            ("seed", state.seed),
            ("secret and shares lead to this seed", "yes" if _seed_holds(desk) else "NO"),
        ),
        ("seat", "share", "who"),
        rows,
    )


async def _place(desk: Desk) -> _Place:
    heading = "The place of the commitment in the order of all games"
    places, first = await desk.world.log.places(desk.visible.game_id), desk.visible.history.steps[0]
    if not places:
        return _Place(None, Section(heading, ("The first step has no place yet.",)))
    taken, leaf = _first_seat(desk), log_leaf(first.hash)
    signed = signed_size(desk.tree)  # what lies beyond is told nobody: see `services.audit.places`
    known = {each.number: str(each.pos) for each in places if each.kind == "step" and each.pos <= signed}
    facts = (
        ("place", known.get(first.version, "")),
        ("place of the first seat's step", "" if taken is None else known.get(taken, "")),
        ("leaf", leaf.hex()),
    )
    try:
        proof = await asyncio.to_thread(proof_of, desk.tree, places[0].pos, first.version, leaf)
        waiting = await _waiting(desk)
    except NotSignedYet:
        text = "No checkpoint covers it: nobody signs here, or not yet."
        return _Place(None, Section(heading, (text,), facts))
    except TreeDamaged as damaged:
        return _Place(None, Section(heading, (f"The signed tree proves nothing: {damaged.why}.",), facts))
    except Broken as broken:
        why = f"It does NOT hold: {broken.finding.why}."
        return _Place(False, Section(heading, (why,), facts), why)
    text = "The note was signed when the tree had this size, and the path leads from the first step to its root."
    if waiting:
        text += " The last steps of the game are not signed yet: write this report again in a while."
    path = " ".join(map(to_base64, proof.path))
    section = Section(heading, (text,), (*facts, ("checkpoint", proof.note.decode()), ("path", path)))
    return _Place(None if waiting else True, section)


async def _waiting(desk: Desk) -> int:
    """How many entries of the game the newest checkpoint does not cover yet. Raises Broken for one that is not what was
    signed: the shares decide the draws as the secret does, and they come after the first step."""
    head = await game_head(desk.world.log, desk.visible.game_id)
    assert head is not None, "it is visible"
    stream = await read_stream(desk.world.log, head)
    check_places(stream)
    return (await asyncio.to_thread(check_tree, stream, desk.tree)).waiting


def _draws(desk: Desk, commands: Sequence[StoredCommand]) -> list[Draw]:
    """Every draw of the game, from deciding its commands a second time."""
    visible, draws, past = desk.visible, list[Draw](), list[Done]()
    for each in commands:
        command = decode_command(visible.game.script, each.body)
        if each.outcome != "accepted" or isinstance(command, OpenGame | ForkGame):
            continue
        state = visible.history.state_at(Step(each.first_version - 1))
        chance = visible.game.chance(state)
        events = visible.game.decide(state, command, chance, each.time_us, past)
        past.append(Done.on(state, Step(each.first_version), each.seat, command, events))
        draws += chance.draws
    return draws


def _wrong(desk: Desk, draws: Sequence[Draw]) -> int:
    """How many draws do not follow from the seed."""
    if not desk.visible.state.seed:
        return 0
    seed = bytes.fromhex(desk.visible.state.seed)
    return sum(draw(seed, each.step, each.index, each.bound) != each.outcome for each in draws)


def _repeated(draws: Sequence[Draw], wrong: int) -> Section:
    rows = tuple((str(each.step), str(each.index), str(each.bound), str(each.outcome)) for each in draws[:ROWS_MAX])
    return Section(
        "Every draw, computed again from the seed",
        (DRAWS,),
        (("draws", str(len(draws))), ("draws that do not follow from the seed", str(wrong))),
        ("after step", "draw", "of", "outcome"),
        rows,
    )
