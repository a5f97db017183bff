"""The caller's own account: who they are, and their tokens."""

from api.graphql.account.changes import TokenMutations
from api.graphql.account.me import Me

__all__ = ["Me", "TokenMutations"]
