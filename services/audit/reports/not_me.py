"""Walk-through 2, "it was not me": one command, the token it came by, and what its principal did around that time."""

from collections.abc import Sequence

from domain.engine.viewer import seat_of
from domain.log.record import decode_command
from domain.log.refusals import decode_refusal
from services.audit.behind import tokens_behind
from services.audit.not_allowed import NOT_ME
from services.audit.ports import TokenRecord
from services.audit.reports.report import (
    ROWS_MAX,
    BadReport,
    Desk,
    ReportRequest,
    Section,
    counted,
    in_short,
    moment,
    seat_text,
)
from services.ports import StoredCommand

AROUND_US = 300_000_000
VISITS_US = 12 * 3_600_000_000
KEYS_US = 30 * 86_400_000_000
Around = Sequence[tuple[StoredCommand, TokenRecord | None]]
"""Other commands of the same principal, each with the token that it came by."""


async def not_me(desk: Desk, request: ReportRequest) -> bytes:
    """The report. `command_id`: the command."""
    desk.check_auditor(NOT_ME)
    if request.command_id is None:
        raise BadReport("Name the command; the ledger has its id.")
    command = await desk.command(request.command_id)
    token = (await tokens_behind(desk.world.audit, [command])).get(command.command_id)
    around = await _around(desk, command)
    sections = [
        _in_short(desk, command, token, around),
        Section(
            "What this report says",
            (
                "It says by which token a command came (GAME-KEPT-01), and what else came by it. A token stands for "
                "its principal (GAME-TOKEN-01): it cannot say who held the device. One that is shared, or that "
                "somebody else has copied, looks the same. Who has lost one revokes it (GAME-TOKEN-02).",
            ),
        ),
        _command(desk, command),
        _token(command, token, await _days(desk, command, token)),
        await _keys(desk, command),
        await _connections(desk, command, token),
        *await _visits(desk, command),
        _others(around, token),
    ]
    return desk.bytes_of("not-me", f"Command {command.ordinal} of {seat_text(command.seat) or 'no seat'}", sections)


def _in_short(desk: Desk, command: StoredCommand, token: TokenRecord | None, around: Around) -> Section:
    who = f"Seat {command.seat}" if command.seat is not None else f"The principal {command.principal}"
    by = "no token that is known"
    if token is not None:
        by = f"the token {token.id}" + (f" with the label “{token.label}”" if token.label else "")
    return in_short(
        f"{who} sent the command {_type_of(desk, command)} by {by}, at {moment(command.received_us)}.",
        f"Within five minutes of it the same principal sent {_counted_around(around, token)}.",
        "Whether that person held the device nobody can say.",
    )


def _counted_around(around: Around, token: TokenRecord | None) -> str:
    if not around or token is None:
        return counted(len(around), "other command") if around else "no other command"
    same, other = (sum(_same(each, token) == answer for _, each in around) for answer in ("yes", "no"))
    return f"{counted(len(around), 'other command')}: {same} by the same token, {other} by another"


def _type_of(desk: Desk, command: StoredCommand) -> str:
    return str(type(decode_command(desk.visible.game.script, command.body)).__struct_config__.tag)


def _command(desk: Desk, command: StoredCommand) -> Section:
    answer = "carried out" if command.outcome == "accepted" else f"refused: {decode_refusal(command.answer).code}"
    return Section(
        "The command",
        facts=(
            ("id", command.command_id),
            ("number in the ledger", str(command.ordinal)),
            ("principal", command.principal),
            ("seat", seat_text(command.seat)),
            ("received", moment(command.received_us)),
            ("decided", moment(command.time_us)),
            ("type", _type_of(desk, command)),
            ("exactly", command.body.decode()),
            ("answer", answer),
            ("steps", f"{command.first_version} to {command.last_version}" if command.outcome == "accepted" else ""),
            ("link", command.link.hex()),
        ),
    )


async def _days(desk: Desk, command: StoredCommand, token: TokenRecord | None) -> str:
    """The days on which commands of this game came by the token, in UTC."""
    if token is None:
        return ""
    own = [each for each in await desk.commands() if each.principal == command.principal]
    behind = await tokens_behind(desk.world.audit, own)
    days = (moment(each.received_us)[:10] for each in own if _same(behind.get(each.command_id), token) == "yes")
    return ", ".join(dict.fromkeys(days))


def _token(command: StoredCommand, token: TokenRecord | None, days: str) -> Section:
    if not command.token_id:
        return Section("The token", ("It came by no token: the service sent it for a bot or by its own rules.",))
    if token is None:
        return Section("The token", ("It came by a token that is no longer in the tables.",))
    facts = (
        ("id", token.id),
        ("label", token.label),
        ("kind", token.kind),
        ("made", moment(token.made_us)),
        ("made by token", token.made_by),
        ("scopes", ", ".join(token.scopes)),
        ("for one game", token.game_id or ""),
        ("days of its commands in this game", days),
        ("last day of use", "" if token.used_on is None else token.used_on.isoformat()),
        ("ends", moment(token.expires_us)),
        ("revoked", moment(token.revoked_us)),
    )
    return Section("The token", facts=facts)


def _same(other: TokenRecord | None, token: TokenRecord | None) -> str:
    """Nothing is said where one of them is not known."""
    return "" if other is None or token is None else "yes" if other.id == token.id else "no"


async def _around(desk: Desk, command: StoredCommand) -> Around:
    rows = await desk.world.audit.commands_of(
        command.principal,
        from_us=command.time_us - AROUND_US,
        to_us=command.time_us + AROUND_US + 1,
        limit=ROWS_MAX,
    )
    others = [each for each in rows if each.command_id != command.command_id]
    behind = await tokens_behind(desk.world.audit, others)
    return [(each, behind.get(each.command_id)) for each in others]


def _others(around: Around, token: TokenRecord | None) -> Section:
    lines = tuple(
        (moment(each.time_us), each.game_id, str(each.ordinal), _same(behind, token)) for each, behind in around
    )
    heading = "Other commands of this principal within five minutes"
    if not lines:
        return Section(heading, ("None.",))
    return Section(heading, columns=("decided", "game", "number", "same token"), rows=lines)


async def _connections(desk: Desk, command: StoredCommand, token: TokenRecord | None) -> Section:
    heading = "Connections of this seat within five minutes"
    if command.seat is None:
        return Section(heading, ("The command came from nobody's seat.",))
    rows = await desk.world.audit.receipts(
        desk.visible.game_id,
        seat_of(command.seat),
        from_us=command.time_us - AROUND_US,
        to_us=command.time_us + AROUND_US,
        limit=ROWS_MAX,
    )
    lines = tuple(
        (
            each.connection,
            moment(each.first_us),
            moment(each.last_us),
            f"{each.first_version} to {each.last_version}",
            "yes" if token is not None and each.token_id == token.id else "no",
        )
        for each in rows
    )
    if not lines:
        return Section(heading, ("No receipt is there. Receipts are dropped after 90 days.",))
    return Section(heading, columns=("connection", "from", "to", "steps taken", "same token"), rows=lines)


async def _visits(desk: Desk, command: StoredCommand) -> list[Section]:
    """From where the principal's tokens were used around the command, and who else of the game came from there."""
    seats = {each.principal: seat for seat, each in enumerate(desk.visible.state.seats) if each.principal is not None}
    around = (command.time_us - VISITS_US, command.time_us + VISITS_US)
    rows = await desk.world.audit.visits(
        {command.principal, *seats}, from_us=around[0], to_us=around[1], limit=ROWS_MAX
    )
    own = [each for each in rows if each.principal == command.principal]
    heading, shared = "Where its tokens were used, twelve hours around", "Others of this game at the same address"
    if not own:
        return [Section(heading, ("Nothing is known. Visits are noted only where EMBERLOG_VISITS says so.",))]
    places = {(each.hour_us, each.address) for each in own}
    others = [each for each in rows if each.principal in seats and each.principal != command.principal]
    met = tuple(
        (moment(each.hour_us), each.address, seat_text(seat_of(seats[each.principal])))
        for each in others
        if (each.hour_us, each.address) in places
    )
    lines = tuple((moment(each.hour_us), each.address, each.client, each.token_id) for each in own)
    caution = "This is a filter and no proof: one address may serve a whole house, and a person has many."
    caveat = "A program is what it calls itself, and anybody can make it say anything."
    return [
        Section(heading, (caveat,), columns=("hour that began", "address", "program", "token"), rows=lines),
        Section(shared, (caution,), columns=("hour that began", "address", "seat"), rows=met) if met else
        Section(shared, ("Nobody in the same hour.",)),
    ]  # fmt: skip


async def _keys(desk: Desk, command: StoredCommand) -> Section:
    events = await desk.world.audit.key_events(
        command.principal, from_us=command.time_us - KEYS_US, to_us=command.time_us + KEYS_US, limit=ROWS_MAX
    )
    lines = tuple((moment(each.at_us), each.what.replace("_", " "), each.key_id, each.by_key) for each in events)
    heading = "Tokens and recovery codes of this principal, thirty days around"
    if not lines:
        return Section(heading, ("Nothing happened to any.",))
    return Section(heading, columns=("when", "what", "which", "by"), rows=lines)
