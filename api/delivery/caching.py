"""What may be cached of an answer to a GET, by whom and for how long.

An answer is public only if every field in it is named below, nobody has sent a token, and the games in it are over.
Everything else may change or depends on the caller: a client may store it, but asks each time whether it still holds.
Names and titles are not below although a finished game has them: persons may be renamed or erased at any moment
(GAME-PERSON-01), and no cache may then go on calling them by their names.
"""

import hashlib
from collections.abc import Iterator
from typing import Final, NamedTuple

from graphql import (
    DocumentNode,
    FieldNode,
    FragmentDefinitionNode,
    FragmentSpreadNode,
    GraphQLNamedType,
    GraphQLSchema,
    InlineFragmentNode,
    OperationType,
    SelectionSetNode,
    get_named_type,
    is_interface_type,
    is_object_type,
)

from api.execution.execute import CheckedDocument

VARY: Final = "Accept, Accept-Encoding, Authorization"
OVER_SECONDS: Final = 86_400
"""A day, not a year: an operator may restore a backup that is older than what somebody has."""
RELEASE_SECONDS: Final = 300
"""What a release may change: the words of rules, new rulesets."""

NEVER: Final = "no-store"
"""Errors and whatever holds a token."""
REVALIDATED: Final = "private, no-cache"
IMMUTABLE: Final = f"public, max-age={OVER_SECONDS}, immutable"
RELEASED: Final = f"public, max-age={RELEASE_SECONDS}"

OF_RELEASE: Final = frozenset(
    {
        "Query.rule", "Query.rules", "Query.ruleset", "Query.rulesets", "Query.__schema", "Query.__type",
        "Rule.id", "Rule.ruleset", "Rule.page", "Rule.title", "Rule.text", "Rule.source", "Rule.reconstructed",
        "Rule.errata",
        "RuleConnection.edges", "RuleConnection.pageInfo", "RuleConnection.totalCount", "RuleEdge.node",
        "RuleEdge.cursor", "Erratum.id", "Erratum.sinceVersion", "Erratum.rule", "Erratum.before", "Erratum.after",
        "Ruleset.id", "Ruleset.title", "Ruleset.version", "Ruleset.versions", "Ruleset.errata", "Ruleset.seatsMin",
        "Ruleset.seatsMax", "Ruleset.options", "Ruleset.bots", "Ruleset.components", "Ruleset.rules",
        "Ruleset.publication", "Publication.designers", "Publication.publisher", "Publication.year",
        "Publication.ageMin", "Publication.minutes", "Option.name", "Option.title", "Option.description",
        "Option.default", "Option.values", "Option.kind", "Option.valueTitles", "Option.rules",
    }
)  # fmt: skip
"""Fields that change with a release at most."""

OF_FINISHED_GAMES: Final = frozenset(
    {
        "Query.game", "Game.id", "Game.version", "Game.ruleset", "Game.rulesetVersion", "Game.step", "Game.steps",
        "Game.view", "StepConnection.edges", "StepConnection.pageInfo", "StepConnection.totalCount", "StepEdge.node",
        "StepEdge.cursor", "Step.gameId", "Step.version", "Step.cursor", "Step.time", "Step.commandId", "Step.line",
        "Step.hash", "Step.prevHash", "Step.stateHash", "Step.turn", "Step.view", "Line.type", "Line.seat",
        "Line.facts", "View.version", "View.phase", "View.toAct", "View.position", "PageInfo.hasNextPage",
        "PageInfo.hasPreviousPage", "PageInfo.startCursor", "PageInfo.endCursor", "Game.recordedSteps",
        "Game.recordedCommands", "RecordedStepConnection.edges", "RecordedStepConnection.pageInfo",
        "RecordedStepEdge.cursor", "RecordedStepEdge.node", "RecordedStep.version", "RecordedStep.hash",
        "RecordedStep.prevHash", "RecordedStep.body", "RecordedCommandConnection.edges",
        "RecordedCommandConnection.pageInfo", "RecordedCommandEdge.cursor", "RecordedCommandEdge.node",
        "RecordedCommand.ordinal", "RecordedCommand.commandId", "RecordedCommand.outcome", "RecordedCommand.link",
        "RecordedCommand.content", "RecordedCommand.body", "RecordedCommand.answer",
    }
)  # fmt: skip
"""Fields that never change once their game is over."""

COMMANDS_ANSWER: Final = "CommandAnswer"
"""The union that commands answer with."""

WHOLE: Final = frozenset({"View.position"})
"""Fields with everything below them: a ruleset's view has no names. Rules that it cites count by themselves: the games
of a rule are a list that changes."""
CITED: Final = "Rule"


class Nature(NamedTuple):
    """What the fields of an operation say of its answer. `is_stable`: all of them are named above; `of_release`: some
    change with a release; `of_games`: some need their games to be over; `holds_secret`: it may have a token in it."""

    is_stable: bool = False
    of_release: bool = False
    of_games: bool = False
    holds_secret: bool = False


def nature_of(schema: GraphQLSchema, checked: CheckedDocument, name: str | None) -> Nature:
    """The nature of an operation. It is computed once for each document that is checked.

    A mutation that answers with anything but a command's answer may hold a token. Such an answer is never compressed,
    because the length of what is compressed tells something of it, and never stored.
    """
    nature = checked.natures.get(name)
    if nature is None:
        nature = checked.natures[name] = _nature_of(schema, checked, name)
    assert isinstance(nature, Nature)
    return nature


def _nature_of(schema: GraphQLSchema, checked: CheckedDocument, name: str | None) -> Nature:
    operation = checked.operation(name)
    assert operation is not None and checked.document is not None
    root = schema.get_root_type(operation.operation)
    assert root is not None
    fields = frozenset(_Selected(schema, checked.document).fields(root, operation.selection_set))
    if operation.operation is OperationType.MUTATION:
        names = {each.partition(".")[2] for each in fields if each.startswith(f"{root.name}.")}
        return Nature(
            holds_secret=any(get_named_type(root.fields[each].type).name != COMMANDS_ANSWER for each in names)
        )
    return Nature(
        is_stable=fields <= OF_RELEASE | OF_FINISHED_GAMES,
        of_release=bool(fields & OF_RELEASE),
        of_games="Query.game" in fields,
    )


class _Selected:
    """Reads which fields a document selects, as `Type.field`."""

    def __init__(self, schema: GraphQLSchema, document: DocumentNode) -> None:
        self._types = schema.type_map
        self._fragments = {
            each.name.value: each for each in document.definitions if isinstance(each, FragmentDefinitionNode)
        }
        self._visited: set[tuple[str, bool]] = set()

    def fields(self, parent: GraphQLNamedType, selected: SelectionSetNode, *, is_whole: bool = False) -> Iterator[str]:
        """The fields that are selected here and below. `is_whole`: those of a field of WHOLE stand for themselves."""
        for node in selected.selections:
            match node:
                case FieldNode():
                    yield from self._field(parent, node, is_whole=is_whole)
                case FragmentSpreadNode(name=name) if (name.value, is_whole) not in self._visited:
                    self._visited.add((name.value, is_whole))
                    fragment = self._fragments[name.value]
                    of = self._types[fragment.type_condition.name.value]
                    yield from self.fields(of, fragment.selection_set, is_whole=is_whole)
                case InlineFragmentNode(type_condition=on):
                    of = parent if on is None else self._types[on.name.value]
                    yield from self.fields(of, node.selection_set, is_whole=is_whole)

    def _field(self, parent: GraphQLNamedType, node: FieldNode, *, is_whole: bool) -> Iterator[str]:
        name = node.name.value
        coordinate = f"{parent.name}.{name}"
        if name == "__typename":
            return
        if not is_whole:
            yield coordinate
        if node.selection_set is None or name.startswith("__"):
            return
        if is_object_type(parent) or is_interface_type(parent):
            below = get_named_type(parent.fields[name].type)
            whole = (is_whole or coordinate in WHOLE) and below.name != CITED
            yield from self.fields(below, node.selection_set, is_whole=whole)


def policy_of(nature: Nature, *, anonymous: bool, only_finished_games: bool) -> str:
    """The `Cache-Control` of an answer without errors to a GET."""
    if not anonymous or not nature.is_stable or (nature.of_games and not only_finished_games):
        return REVALIDATED
    return RELEASED if nature.of_release else IMMUTABLE


def is_public(policy: str) -> bool:
    """Whether a cache may hand the answer to somebody else: then it must not say what its caller has left."""
    return policy.startswith("public")


def etag_of(media: str, response: bytes) -> str:
    """The weak tag of an answer: its media type and its data, without what it says of its cost."""
    return f'W/"{hashlib.blake2b(response, digest_size=16, key=media.encode()[:64]).hexdigest()}"'


def matches(if_none_match: str | None, etag: str) -> bool:
    """Whether an `If-None-Match` names this tag. The comparison is weak, as RFC 9110 (13.1.2) requires."""
    tags = {tag.strip().removeprefix("W/") for tag in (if_none_match or "").split(",")}
    return "*" in tags or etag.removeprefix("W/") in tags


__all__ = [
    "IMMUTABLE",
    "NEVER",
    "RELEASED",
    "REVALIDATED",
    "VARY",
    "Nature",
    "etag_of",
    "is_public",
    "matches",
    "nature_of",
    "policy_of",
]
