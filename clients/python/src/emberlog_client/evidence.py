"""Why something happened, why something else may not, what would happen, and the exact records of a game."""

from collections.abc import AsyncIterator, Sequence
from typing import TypeVar

from emberlog_client import operations as ops
from emberlog_client.problems import NotPublished
from emberlog_client.reads import STEPS_PAGE, Reads, pages, there
from emberlog_client.schema import JSON, ViewerInput

PageT = TypeVar("PageT")

RECORDS_PAGE = 200


class Evidence(Reads):
    """The part of a client that explains. A command is exact JSON here, as `LegalCommand.json` has it."""

    async def why(self, game: str, step: int, *, as_: ViewerInput | None = None) -> ops.Explanation:
        """What explains a step: the rules, the command that brought it, and once the game is over every draw."""
        return there(await self.run(ops.why(game=game, step=step, as_=as_)), "game").why

    async def why_not(self, game: str, command: JSON) -> Sequence[ops.Objection]:
        """Every rule that forbids a command of yours now; empty if it is legal."""
        return there(await self.run(ops.why_not(game=game, command=command)), "game").objections

    async def why_not_at(self, game: str, at: int, seat: int, command: JSON) -> Sequence[ops.Objection]:
        """Every rule that forbade a command of a seat after step `at`; empty if it was legal. For your own seat,
        and for every seat once the game is over."""
        request = ops.why_not_at(game=game, at=at, seat=seat, command=command)
        return there(await self.run(request), "game").objections

    async def dry_run(self, game: str, command: JSON, *, after: Sequence[JSON] = ()) -> ops.Forecast:
        """What a command of yours would bring, by what you know. Nothing is carried out or recorded.

        `after`: at most 30 commands that are tried first, each on top of the one before. The answer's `legal` is what
        you could play next, until `plan_end` says why nothing more can be planned."""
        return there(await self.run(ops.dry_run(game=game, command=command, after=list(after))), "game").foreseen

    async def command(self, game: str, command_id: str) -> ops.CommandRecord | None:
        """A command of yours as it was recorded, also a refused one; None for an id that you never sent."""
        return there(await self.run(ops.command(game=game, id=command_id)), "game").command

    def refusals(self, game: str, *, as_: ViewerInput | None = None) -> AsyncIterator[ops.Refusal]:
        """Your refused commands in a game; once it is over, those of the seat that you look as."""

        async def page(after: str | None) -> ops.RefusalPage:
            request = ops.refusals(game=game, after=after, first=STEPS_PAGE, as_=as_)
            return there(await self.run(request), "game").page

        return pages(page)

    def recorded_steps(self, game: str) -> AsyncIterator[ops.RecordedStep]:
        """Every step of a finished game as it was recorded: the bytes of `body`, in base64, and the hashes over them.

        Raises NotPublished for a game that goes on, and for a sandbox that keeps somebody's secrets."""

        async def page(after: str | None) -> ops.RecordedStepPage:
            request = ops.recorded_steps(game=game, after=after, first=RECORDS_PAGE)
            return _published(there(await self.run(request), "game").page)

        return pages(page)

    def recorded_commands(self, game: str) -> AsyncIterator[ops.RecordedCommand]:
        """Every command of a finished game as it was recorded, refused ones too. Raises as `recorded_steps` does."""

        async def page(after: str | None) -> ops.RecordedCommandPage:
            request = ops.recorded_commands(game=game, after=after, first=RECORDS_PAGE)
            return _published(there(await self.run(request), "game").page)

        return pages(page)


def _published(page: PageT | None) -> PageT:
    if page is None:
        raise NotPublished("The service publishes no record of this game: it goes on, or it is a sandbox with secrets.")
    return page
