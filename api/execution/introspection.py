"""Answers about the schema: it never changes while a process runs, so each is computed once."""

from collections import OrderedDict
from typing import Final

import msgspec
from graphql import (
    DocumentNode,
    FieldNode,
    FragmentDefinitionNode,
    OperationDefinitionNode,
    OperationType,
    SelectionSetNode,
)

from api.execution.execute import OperationRequest

CACHED_MAX: Final = 64
CACHED_BYTES_MAX: Final = 1_000_000
"""A longer answer is computed each time. The whole schema has less than half of it."""

FIELDS: Final = frozenset({"__schema", "__type", "__typename"})


class Introspection:
    """The answers in bytes, by (text, operation, variables). The one that was not used for longest is dropped."""

    def __init__(self) -> None:
        self._answers: OrderedDict[bytes, bytes] = OrderedDict()

    def cached(self, request: OperationRequest) -> bytes | None:
        """The answer to this request, if it was computed lately."""
        answer = self._answers.get(_key(request))
        if answer is not None:
            self._answers.move_to_end(_key(request))
        return answer

    def put(self, request: OperationRequest, answer: bytes) -> None:
        """Remembers an answer, unless it is too long."""
        if len(answer) > CACHED_BYTES_MAX:
            return
        self._answers[_key(request)] = answer
        if len(self._answers) > CACHED_MAX:
            self._answers.popitem(last=False)


def only_introspects(document: DocumentNode, operation: OperationDefinitionNode) -> bool:
    """Whether an operation asks about the schema and about nothing else."""
    if operation.operation is not OperationType.QUERY:
        return False
    fragments = {node.name.value: node for node in document.definitions if isinstance(node, FragmentDefinitionNode)}
    rest: list[SelectionSetNode] = [operation.selection_set]
    visited: set[str] = set()
    while rest:
        for node in rest.pop().selections:
            if isinstance(node, FieldNode):
                if node.name.value not in FIELDS:
                    return False
                continue
            inner = getattr(node, "selection_set", None)
            name = getattr(getattr(node, "name", None), "value", "")
            if inner is None and name not in visited:
                visited.add(name)
                inner = fragments[name].selection_set
            if inner is not None:
                rest.append(inner)
    return True


def _key(request: OperationRequest) -> bytes:
    return msgspec.json.encode((request.query, request.operation_name, request.variables), order="sorted")
