"""Walk-through 5, "the shuffle was rigged": the commitment, the shares, every draw again, and its place."""

import asyncio
from collections import Counter
from collections.abc import Sequence

from domain.engine.chance import Draw, commitment, draw, play_seed
from domain.engine.step import Step
from domain.engine.viewer import ARBITER
from domain.game import OpenGame
from domain.game.commands import ForkGame
from domain.game.events import GameForked, GameOpened, SeatTaken
from domain.game.take_back.past import Done
from domain.log.record import decode_command
from domain.proof.note import to_base64
from domain.proof.tree import inclusion_path
from services.audit.chi_square import chi_square
from services.audit.reports.report import ROWS_MAX, Desk, ReportRequest, Section, moment
from services.log.findings import Broken
from services.log.signed_tree import NotSignedYet, TreeDamaged, checked_tree
from services.ports import StoredCommand
from services.reads.evidence import is_record_open
from services.reads.look import ViewerNotAllowed


async def shuffle(desk: Desk, request: ReportRequest) -> bytes:
    """The report. It needs nothing but a game that is over: before, the secret is nobody's."""
    if not desk.visible.state.over or not is_record_open(desk.principal, desk.visible):
        raise ViewerNotAllowed(desk.visible.game_id, ARBITER)
    draws = await asyncio.to_thread(_draws, desk, await desk.commands())
    sections = [
        Section(
            "What this report says",
            (
                "The secret was fixed before anybody sat down: its hash stands in the first step. Each seat could add "
                "a share of its own. Every draw follows from both, so nobody can have chosen an outcome. Fair chance "
                "still gives strange games; the counts below are of one game and prove nothing by themselves.",
            ),
        ),
        _secret(desk),
        _shares(desk),
        await _place(desk),
        _repeated(desk, draws),
        _counts(draws),
    ]
    return desk.bytes_of("shuffle", "The chance of this game, drawn again", sections)


def _secret(desk: Desk) -> Section:
    first = desk.visible.history.steps[0]
    event = first.event
    assert isinstance(event, GameOpened | GameForked)
    holds = commitment(bytes.fromhex(event.secret)) == event.commitment
    return Section(
        "The commitment",
        facts=(
            ("published in step", "1"),
            ("when", moment(first.body.time_us)),
            ("commitment", event.commitment),
            ("secret, opened at the end", event.secret),
            ("the commitment was made for this secret", "yes" if holds else "NO"),
            ("hash of step 1", first.hash.hex()),
        ),
    )


def _shares(desk: Desk) -> Section:
    state = desk.visible.state
    seats = [step for step in desk.visible.history.steps if isinstance(step.event, SeatTaken)]
    rows = tuple(
        (f"seat {number}", seat.share or "none", seat.principal or seat.person or "a bot")
        for number, seat in enumerate(state.seats)
    )
    shares = [seat.share for seat in state.seats]
    seed = play_seed(bytes.fromhex(state.secret), shares).hex()
    first = "" if not seats else f"step {seats[0].version}"
    return Section(
        "The shares of the seats",
        ("A share is the SHA-256 of what the seat said. Who keeps what they said can prove that it is in the seed.",),
        (
            ("first seat taken in", first),
            ("seed", state.seed),
            ("secret and shares lead to this seed", "yes" if seed == state.seed or not state.seed else "NO"),
        ),
        ("seat", "share", "who"),
        rows,
    )


async def _place(desk: Desk) -> Section:
    heading = "The place of the commitment in the order of all games"
    places = await desk.world.log.places(desk.visible.game_id)
    if not places:
        return Section(heading, ("The first step has no place yet.",))
    pos = places[0].pos
    try:
        signed = await asyncio.to_thread(checked_tree, desk.tree, pos)
        path = inclusion_path(pos - 1, signed.tiles.size, signed.tiles.of)
    except NotSignedYet:
        return Section(heading, ("No checkpoint covers it: nobody signs here, or not yet.",), (("place", str(pos)),))
    except (TreeDamaged, Broken) as damaged:
        return Section(heading, (f"The signed tree proves nothing: {damaged}.",), (("place", str(pos)),))
    return Section(
        heading,
        ("The note was signed when the tree had this size, and the path leads from the first step to its root.",),
        (
            ("place", str(pos)),
            ("leaf", places[0].leaf.hex()),
            ("checkpoint", signed.note.decode()),
            ("path", " ".join(to_base64(each) for each in path)),
        ),
    )


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


def _repeated(desk: Desk, draws: Sequence[Draw]) -> Section:
    state = desk.visible.state
    wrong = 0
    if state.seed:
        seed = bytes.fromhex(state.seed)
        wrong = sum(draw(seed, each.step, each.index, each.bound) != each.outcome for each in draws)
    rows = tuple((str(each.step), str(each.index), str(each.bound), str(each.outcome)) for each in draws[:ROWS_MAX])
    return Section(
        "Every draw, computed again from the seed",
        ("The step is the last one before the command that drew.",),
        (("draws", str(len(draws))), ("draws that do not follow from the seed", str(wrong))),
        ("after step", "draw", "of", "outcome"),
        rows,
    )


def _counts(draws: Sequence[Draw]) -> Section:
    rows: list[tuple[str, ...]] = []
    by_bound: dict[int, Counter[int]] = {}
    for each in draws:
        by_bound.setdefault(each.bound, Counter())[each.outcome] += 1
    for bound, counts in sorted(by_bound.items()):
        total = counts.total()
        if bound < 2 or total < 5 * bound:
            continue  # the test is not valid for so few
        statistic, p = chi_square([counts[outcome] for outcome in range(bound)])
        rows.append((str(bound), str(total), f"{statistic:.3f}", f"{p:.4f}"))
    if not rows:
        return Section("Counts of outcomes", ("The game has too few draws of any one kind for a test.",))
    return Section(
        "Counts of outcomes",
        ("Chi-square against equal chances. Of a hundred fair games about five have a p below 0.05.",),
        (),
        ("outcomes", "draws", "chi-square", "p"),
        tuple(rows),
    )
