"""The options of a new game, as a client sends them: typed, or as exact JSON."""

from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import strawberry

from api.graphql.command import Malformed, chosen_field
from api.graphql.scalars import Json
from api.graphql.structs.convert import builtins_of, one_of
from api.graphql.structs.position import CONVERTER, RULESETS_IN_ORDER
from domain.engine.codec import plain

if TYPE_CHECKING:
    OptionsInput: TypeAlias = Any
else:
    OptionsInput = one_of(
        "OptionsInput",
        {
            ruleset.id: (CONVERTER.options_input(ruleset), f"If `ruleset` is `{ruleset.id}`, which is {ruleset.title}.")
            for ruleset in RULESETS_IN_ORDER
        },
        "The options of one ruleset. What is left out is as printed.",
    )

Options: TypeAlias = Annotated[
    OptionsInput | None,
    strawberry.argument(description="The options, typed, under the ruleset's name; left out: all as printed."),
]
OptionsJson: TypeAlias = Annotated[
    Json | None,
    strawberry.argument(
        description="The options as a JSON object of names from `Ruleset.options`, instead of `options`: for clients "
        "that know no ruleset."
    ),
]


def read_options(ruleset: str, options: object | None, options_json: object | None) -> dict[str, Any]:
    """The options that were given in one of the two ways, by their names in the ruleset. Raises Malformed."""
    if options is not None and options_json is not None:
        raise Malformed("Give `options` or `optionsJson`, not both.")
    if options is None:
        return _of_json(options_json)
    named, values = chosen_field(options)
    if named != ruleset:
        raise Malformed(f"These are options of {named}; the game is opened with another ruleset.", f"$.{named}")
    given: dict[str, Any] = builtins_of(values) if values is not None else {}
    return {name: value for name, value in given.items() if value is not None}


def _of_json(given: object | None) -> dict[str, Any]:
    if given is None:
        return {}
    if not isinstance(given, dict) or not plain(given) or not all(_is_plain_option(each) for each in given.values()):
        raise Malformed("Options are a JSON object of strings, whole numbers, booleans and lists of strings.")
    return given


def _is_plain_option(value: object) -> bool:
    if isinstance(value, list):
        return all(isinstance(word, str) for word in value)
    return isinstance(value, str | int | None)
