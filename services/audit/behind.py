"""Finds the tokens behind commands, for auditors: the log says of them only what who knows a token can compute."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from services.audit.ports import AuditStore, TokenRecord
from services.ports import StoredCommand
from services.principals import recorded_token


async def tokens_behind(store: AuditStore, commands: Sequence[StoredCommand]) -> Mapping[str, TokenRecord]:
    """The token of each command by the command's id. One without a token, or with one that is erased, has none."""
    wanted = [each for each in commands if each.token_id]
    of_principal = defaultdict[str, list[TokenRecord]](list)
    for token in await store.tokens_of({each.principal for each in wanted}):
        of_principal[token.principal].append(token)
    return {
        each.command_id: token
        for each in wanted
        for token in of_principal[each.principal]
        if each.token_id == recorded_token(token.id, each.command_id)
    }
