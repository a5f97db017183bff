"""A ruleset's own view, and what the views of all rulesets have in common."""

from dataclasses import dataclass
from typing import Any, Final

import msgspec
import strawberry
from msgspec import inspect as shape

from api.graphql.fields import resolved
from api.graphql.rule import RuleNode, cited_rules
from api.graphql.structs.convert import Converter, Frame, union_of
from api.names import camel, field_name, pascal
from domain.engine.ruleset import AnyRuleset
from domain.engine.score import Outcome, Source
from domain.engine.viewer import Seat
from domain.game.view import GameView
from domain.rulesets import CURRENT, RULESETS


def _citing(description: str) -> Frame:
    """The frame of a Struct that cites rules: its `rules` are rules and not their ids alone."""
    return Frame(written={"rules": (list[RuleNode], resolved(cited_rules, description, list[RuleNode]))})


CONVERTER: Final = Converter()
RULESETS_IN_ORDER: Final[tuple[AnyRuleset, ...]] = tuple(CURRENT.values())

SOURCE: Final = CONVERTER.output(RULESETS_IN_ORDER[0], Source, _citing("The rules that give these points."))
OUTCOME: Final = CONVERTER.output(RULESETS_IN_ORDER[0], Outcome, _citing("The rules that decided how it ended."))
OPTIONS: Final = union_of("RulesetOptions", [CONVERTER.output(each, each.options) for each in RULESETS_IN_ORDER])


@dataclass(frozen=True, slots=True)
class Position:
    """What resolvers of a ruleset's view receive: the view of the game that it is part of."""

    game: GameView

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401
        return getattr(self.game.position, name)


def position_of(view: strawberry.Parent[GameView]) -> Position | None:
    """The ruleset's part of a view; None before the game begins."""
    return None if view.position is None else Position(view)


def _phase(root: strawberry.Parent[Position]) -> str:
    return str(root.game.position.phase)


def _turn(root: strawberry.Parent[Position]) -> int:
    return root.game.turn


def _to_act(root: strawberry.Parent[Position]) -> tuple[Seat, ...]:
    return root.game.to_act


def _options(root: strawberry.Parent[Position]) -> object:
    ruleset = RULESETS[root.game.ruleset, root.game.ruleset_version]
    return msgspec.convert(root.game.options, ruleset.options)


def _outcome(root: strawberry.Parent[Position]) -> Outcome | None:
    return root.game.result


def _seats(root: strawberry.Parent[Position]) -> object:
    return root.game.position.seats


@strawberry.interface(name="RulesetSeat", description="What one seat has, as the ruleset counts it.")
class RulesetSeat:
    """Declares the fields only: resolvers return the Struct of a ruleset's seat."""

    seat: int


@strawberry.interface(
    name="RulesetView",
    description="What a viewer sees of the ruleset's own state. Every ruleset has a type of its own that implements "
    "this, so a client can show any game. Select `... on LondonView` for the rest.",
)
class RulesetView:
    """Declares the fields that all rulesets share: resolvers return `Position`."""

    phase: str = resolved(_phase)
    turn: int = resolved(_turn)
    to_act: list[int] = resolved(_to_act)
    options: object = strawberry.field(resolver=_options, graphql_type=OPTIONS)
    outcome: object = strawberry.field(resolver=_outcome, graphql_type=OUTCOME | None)
    seats: list[RulesetSeat] = resolved(_seats)


_SHARED: Final = frozenset({"phase", "turn", "to_act", "options", "outcome", "seats"})

_NULLABLE: Final = frozenset({"active", "first"})
"""Fields of views that are null before set-up in some ruleset, and so nullable in all of them."""


def view_type(ruleset: AnyRuleset) -> type:
    """The object type of a ruleset's view."""
    own = {each.name: each.type for each in shape.type_info(ruleset.view_type).fields}  # type: ignore[attr-defined]
    seats = own["seats"]
    assert isinstance(seats, shape.VarTupleType) and isinstance(seats.item_type, shape.StructType)
    seat = CONVERTER.output(ruleset, seats.item_type.cls, Frame((RulesetSeat,), frozenset({"seat"})))
    view = f"{pascal(ruleset.id)}View"
    names = {name: field_name(view, name) for name in own}
    shared = {camel(name) for name in _SHARED}
    renamed = {name for name in _SHARED & own.keys() if names[name] not in shared}
    replaced = {name for name in own if names[name] in shared}  # the interface says it, perhaps by another name
    return CONVERTER.output(
        ruleset,
        ruleset.view_type,
        Frame(
            interfaces=(RulesetView,),
            inherited=frozenset((_SHARED - renamed) | replaced),
            nullable=_NULLABLE,
            added={
                "options": (CONVERTER.output(ruleset, ruleset.options), _options),
                "seats": (list[seat], _seats),  # type: ignore[valid-type]
            },
            own=lambda position: position.game.position if isinstance(position, Position) else position,
        ),
    )


VIEWS: Final = tuple(view_type(each) for each in RULESETS_IN_ORDER)
"""The types that implement `RulesetView`."""
