"""Principals in dictionaries. Tokens are predictable, so that a failing test reads the same twice."""

from services.ports import Principal, Role


class FakePrincipals:
    def __init__(self) -> None:
        self.principals: dict[str, Principal] = {}
        self.tokens: dict[str, str] = {}

    async def by_token(self, token: str) -> Principal | None:
        principal_id = self.tokens.get(token)
        return None if principal_id is None else self.principals[principal_id]

    async def create(self, name: str, roles: frozenset[Role]) -> tuple[Principal, str]:
        number = len(self.principals) + 1
        principal = Principal(f"p_{number:016x}", name, roles)
        token = f"emb_{number:043x}"
        self.principals[principal.id] = principal
        self.tokens[token] = principal.id
        return principal, token

    async def revoke(self, principal_id: str) -> bool:
        self.tokens = {token: whose for token, whose in self.tokens.items() if whose != principal_id}
        return principal_id in self.principals
