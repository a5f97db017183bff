"""GraphQL's parser, which may work in slices and leaves no cycles of objects behind.

The library links each token with the next and the previous one, and each node with its tokens. Such cycles wait for a
full collection of garbage, which then holds up everybody for longer than all the rest of the work on a document.
"""

from typing import Final

from graphql import DocumentNode, GraphQLSyntaxError, Lexer, Location, SelectionSetNode, Source, Token
from graphql.language.parser import Parser

from api.execution.stepwise import Step

TOKEN_POINTS: Final = 3
"""What it costs to parse a token, in points."""


def parsed(query: str, tokens_max: int, step: Step) -> DocumentNode:
    """The syntax tree of a document, whose nodes know their place but not their tokens. Raises GraphQLSyntaxError."""
    source = Source(query)
    lexer = _Lexer(source, step)
    try:
        return _Parser(source, lexer=lexer, max_tokens=tokens_max).parse_document()
    except RecursionError:
        pass  # outside of this block, since the error would keep all its frames
    raise GraphQLSyntaxError(source, lexer.token.start, "Document is nested too deeply.")


class _Lexer(Lexer):
    """A slice of the work may end after each token."""

    def __init__(self, source: Source, step: Step) -> None:
        super().__init__(source)
        self._step = step

    def advance(self) -> Token:
        """The next token. Forgets those before the last one."""
        self._step(TOKEN_POINTS)
        token = super().advance()
        self.last_token.prev = None
        return token


class _Parser(Parser):
    """Writes down where a node begins and ends, without the tokens there."""

    def loc(self, start_token: Token) -> Location | None:
        """The place of a node."""
        place = super().loc(start_token)
        if place is not None:
            place.start_token = place.end_token = None  # type: ignore[assignment]
        return place


def take_apart(document: DocumentNode) -> None:
    """Empties a syntax tree that nobody needs: a validation that was ended holds on to it, in a cycle of its own."""
    rest: list[SelectionSetNode | None] = [getattr(node, "selection_set", None) for node in document.definitions]
    object.__setattr__(document, "definitions", ())  # the nodes are frozen
    while rest:
        selected = rest.pop()
        if selected is not None:
            rest += [getattr(node, "selection_set", None) for node in selected.selections]
            object.__setattr__(selected, "selections", ())
