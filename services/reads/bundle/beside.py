"""What a bundle has beside the evidence: the notes that its reader may read, what people are called, cited rules."""

from collections.abc import Collection, Iterator
from itertools import groupby
from typing import Final

from domain.game.clocks.events import GameStopped, TimeAdjusted
from domain.game.events import SeatTaken
from domain.game.names import FORMER_PLAYER
from domain.game.rulings.decide import bench_of
from domain.proof.beside import Called, Words, beside
from services.principals import in_game
from services.reads.bundle.sources import Sources
from services.reads.clocks import may_read_reasons
from services.rulebook import Rule
from services.rulings.preview import readable

_ABOUT: Final = "The rules that this game cites, in the words of version {version}. They prove nothing."


async def beside_of(sources: Sources, cited: Collection[str], *, persons: bool) -> list[tuple[str, bytes]]:
    """The files. `cited`: ids of rules. `persons`: whether to name persons by their ids too, which the record has."""
    state = sources.visible.state
    notes = await sources.world.names.salted_notes(sources.visible.game_id, set(_hashes(sources)))
    words = [Words(hash, note.salt, note.words) for hash, note in notes.items()]
    pages = {page: _page(sources, page, cited) for page in ("game", state.ruleset)}
    return beside(words, await _called(sources, persons), {page: text for page, text in pages.items() if text})


def _hashes(sources: Sources) -> Iterator[str]:
    """The hashes of the notes that the reader may read."""
    visible = sources.visible
    reader = in_game(sources.reader, visible.game_id)
    if reader is None or visible.is_delayed:
        return
    yield from readable(reader, visible.state, bench_of(visible.state))
    if may_read_reasons(reader, visible):
        for step in visible.history.steps[: visible.version]:
            if isinstance(step.event, GameStopped | TimeAdjusted) and step.event.note_hash:
                yield step.event.note_hash


async def _called(sources: Sources, persons: bool) -> Called:
    """What everybody who sees these steps is told. Who was erased is called nothing (GAME-PERSON-02)."""
    visible = sources.visible
    steps = visible.history.steps[: visible.version]
    sat = {seat.person for seat in visible.state.seats} | {
        step.event.by for step in steps if isinstance(step.event, SeatTaken)
    }
    game = visible.game_id
    names = (await sources.world.names.of_games({game: sat - {""}}))[game]
    known = {id: name for id, name in names.persons.items() if name != FORMER_PLAYER}
    seats = [known.get(seat.person, "") for seat in visible.state.seats]
    return Called(names.title, known if persons else {}, seats)


def _page(sources: Sources, page: str, cited: Collection[str]) -> str:
    """The cited rules of a page, as text; "" for none."""
    version = sources.visible.state.ruleset_version
    rules = [rule.at(version) for rule in sources.rulebook.rules(page) if rule.id in cited]
    if not rules:
        return ""
    parts = [f"# {page}", _ABOUT.format(version=version)]
    for title, some in groupby(rules, key=lambda rule: rule.title):
        parts += [f"## {title}", *map(_words, some)]
    return "\n\n".join(parts) + "\n"


def _words(rule: Rule) -> str:
    return f"**{rule.id}** {rule.text}"
