"""How games are opened. Refused openings and forks are stored in a stream of their principal."""

import uuid
from typing import Final

from msgspec.structs import replace

from domain.engine.refusal import Refused
from domain.engine.ruleset import AnyRuleset
from domain.engine.step import BEFORE_FIRST
from domain.game import Game, OpenGame
from domain.log.refusals import decode_refusal, encode_refusal
from domain.rulesets import CURRENT, RULESETS, versions_of
from services.commands.answers import Answer, IdReused, refusal_of
from services.commands.decision import NOTHING, Decision, Submission, decide_opening
from services.commands.refusal_limits import RefusalLimits
from services.commands.repeats import Repeats
from services.languages import refusal_text
from services.log.load_game import GameLoader
from services.log.openings import openings_stream
from services.ports import Append, Appended, CommandIdReused, Duplicate, StoredCommand
from services.streams import Opening
from services.world import World

_OPENINGS: Final = Opening(kind="openings")

_GAME_IDS: Final = uuid.UUID("8f4cfb8e-6b0f-5d7c-9c63-0d5b3a1f2e44")
"""Namespace of game ids: an id follows from the principal and the command id that opened the game."""


def opened_game_id(principal: str, command_id: str) -> str:
    """The id of the game that this command opens, or would open."""
    return str(uuid.uuid5(_GAME_IDS, f"{principal}/{command_id}"))


def opened(submission: Submission, command: OpenGame, secret: bytes) -> Decision:
    """The opening of a game. Raises Refused."""
    game = Game(_ruleset_to_open(command))
    events, state = game.open(command, secret, submission.received_us)
    return decide_opening(submission, game, events, state)


def why_not_opened(submission: Submission, typed: OpenGame, secret: bytes) -> Refused | None:
    """The refusal in the words of its sender, so that they see their mistake."""
    try:
        opened(submission, typed, secret)
    except Refused as refused:
        return refused
    return None


def _ruleset_to_open(command: OpenGame) -> AnyRuleset:
    """The ruleset that a game is opened with: in the version that its host chose, else the newest. Raises Refused."""
    current = CURRENT.get(command.ruleset)
    if current is None:
        rules, known = ("GAME-OPEN-01",), tuple(CURRENT)
        raise Refused("unknown_ruleset", rules=rules, ruleset=command.ruleset, rulesets=known)
    if not isinstance(command.ruleset_version, int):
        return current
    chosen = RULESETS.get((current.id, command.ruleset_version))
    if chosen is None:
        raise Refused(
            "unknown_version",
            rules=("GAME-OPEN-01", "GAME-VERSION-01"),
            version=command.ruleset_version,
            title=current.title,
            versions=versions_of(current.id),
        )
    return chosen


class Openings:
    """The refused openings of all principals.

    A command id was refused or has opened a game, not both: an opening that was refused is not decided a second time,
    and one that has opened a game is not refused. Only a client that sends one id twice at the same moment, to two
    processes that decide differently (another request, another build), can get both answers. Then the refusal is the
    answer to every later request.
    """

    def __init__(self, world: World, games: GameLoader, repeats: Repeats, limits: RefusalLimits) -> None:
        self._log = world.log
        self._games = games
        self._repeats = repeats
        self._limits = limits

    async def first_answer(self, submission: Submission) -> Answer | None:
        """The answer to a command id that was refused before, whatever would be decided now; None when it was not
        (GAME-PLAY-03)."""
        stored = await self._log.command(openings_stream(submission.principal), submission.command_id)
        return None if stored is None else _repeat(submission, stored)

    async def refuse(self, submission: Submission, refused: Refused, as_typed: Refused | None = None) -> Answer:
        """Stores a refused opening. Returns its answer, or the game that this command id has opened before.

        `as_typed`: the refusal in the words of its sender, which are not stored. Raises TooManyRefusals.
        """
        opened = await self._log.command(submission.game_id, submission.command_id)
        if opened is not None:
            return await self._opened(submission, opened)
        ruleset = submission.command.ruleset if isinstance(submission.command, OpenGame) else ""
        entry = _entry(submission, refused, ruleset)
        await self._limits.admit(entry)
        match await self._log.append(entry):
            case Appended():
                return refusal_of(
                    submission.game_id, submission.command_id, BEFORE_FIRST, as_typed or refused, ruleset=ruleset
                )
            case Duplicate(stored) | CommandIdReused(stored):
                return _repeat(submission, stored)
            case unexpected:
                raise AssertionError(
                    f"a refused opening cannot meet {type(unexpected).__name__}: its stream has no steps"
                )

    async def _opened(self, submission: Submission, stored: StoredCommand) -> Answer:
        loaded = await self._games.at_head(submission.game_id)
        if loaded is None or stored.request_hash != submission.request_hash:
            return IdReused(submission.game_id, submission.command_id)
        return await self._repeats.first_answer(stored, loaded)


def _entry(submission: Submission, refused: Refused, ruleset: str) -> Append:
    """The log entry of a refused opening. Its time is when it was received: to be never before the stream's last
    command it would have to wait for that one, and no two refusals wait for each other."""
    own = replace(submission, game_id=openings_stream(submission.principal))
    return own.entry(
        "refused", NOTHING, answer=encode_refusal(refused, refusal_text(refused, ruleset)), opening=_OPENINGS
    )


def _repeat(submission: Submission, stored: StoredCommand) -> Answer:
    if stored.request_hash != submission.request_hash:
        return IdReused(submission.game_id, submission.command_id)
    refused = decode_refusal(stored.answer)
    return refusal_of(submission.game_id, submission.command_id, BEFORE_FIRST, refused, is_repeat=True)
