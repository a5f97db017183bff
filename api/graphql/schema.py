"""The schema. `python -m api.graphql.schema` prints it for docs/schema.graphql."""

import sys
from typing import Final

import strawberry

from api.execution.direct import shorten
from api.graphql.mutation import Mutation
from api.graphql.query import Query
from api.graphql.scalars import CONFIG
from api.graphql.structs.position import VIEWS
from api.graphql.subscription import Subscription
from api.sentences import Report, illustrate, read

SCHEMA: Final = strawberry.Schema(query=Query, mutation=Mutation, subscription=Subscription, types=VIEWS, config=CONFIG)
REPORT: Final[Report] = read().apply(SCHEMA._schema)
"""What the files of `api.sentences` lack, and what fits nothing there. The tests want it empty."""
illustrate(SCHEMA._schema)
DIRECT: Final = frozenset(shorten(SCHEMA._schema))
"""The fields whose resolvers are called without a detour."""


def sdl() -> str:
    """The schema in GraphQL's schema language, as it is committed."""
    return f"{SCHEMA.as_str()}\n"


if __name__ == "__main__":
    sys.stdout.write(sdl())
