"""`strawberry.field` and `strawberry.mutation` with types that a checker keeps. Adds nothing else."""

from collections.abc import Callable, Collection, Sequence
from typing import Any, TypeVar, cast

import strawberry
from strawberry.types.nodes import FragmentSpread, InlineFragment, SelectedField

Selected = Sequence[SelectedField | FragmentSpread | InlineFragment]

F = TypeVar("F", bound=Callable[..., Any])


def shown(description: str, graphql_type: object = None) -> Callable[[F], F]:
    """A resolver as a field. `graphql_type`: what it gives, where the annotation cannot say it."""
    return cast(Callable[[F], F], strawberry.field(description=description, graphql_type=graphql_type))


def done(description: str, graphql_type: object) -> Callable[[F], F]:
    """A resolver as a mutation."""
    return cast(Callable[[F], F], strawberry.mutation(description=description, graphql_type=graphql_type))


def followed(description: str) -> Callable[[F], F]:
    """An async generator as a subscription."""
    return cast(Callable[[F], F], strawberry.subscription(description=description))


def asks_for(selected: Selected, names: Collection[str]) -> bool:
    """Whether a field of one of these names is selected anywhere below."""
    return any(
        (isinstance(each, SelectedField) and each.name in names) or asks_for(each.selections, names)
        for each in selected
    )
