"""What cards and boroughs are called in phrases.

A running number tells cards of one name apart: `Paupers B3` is the third Paupers of deck B.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from domain.rulesets.london.components import BOROUGHS, CARDS, COLOUR_OF, FACES, BoroughId, Card, Face, name_of


def _titles() -> Iterator[tuple[Card, str]]:
    """Each card with the shortest title that no other card has. Cards of one printed name have titles of one form."""
    namesakes: dict[str, list[Card]] = {}
    for card in CARDS:
        namesakes.setdefault(name_of(card), []).append(card)
    for name, cards in namesakes.items():
        numbers = [card.partition("#")[2] for card in cards]
        numbered = [f"{name} {number}" for number in numbers]
        coloured = [f"{COLOUR_OF[card]} {title}" for card, title in zip(cards, numbered, strict=True)]
        yield from zip(cards, next(_distinct(([name] * len(cards), numbered, coloured))), strict=True)


def _distinct(choices: Iterable[list[str]]) -> Iterator[list[str]]:
    return (titles for titles in choices if len(set(titles)) == len(titles))


_TITLE: Final[Mapping[Card, str]] = dict(_titles())


def card_title(card: Card) -> str:
    """A card's title. An id that is not a card of the box stays as it is."""
    return _TITLE.get(card, card)


def borough_title(borough: BoroughId) -> str:
    """A borough's name. An id that is not on the map stays as it is."""
    return BOROUGHS[borough].name if borough in BOROUGHS else borough


def _name_with(power: str) -> str:
    """The name of the first face with this power, play effect or choice."""

    def has(face: Face) -> bool:
        abilities = (
            face.power and face.power.id,
            face.play_effect and face.play_effect.kind,
            face.choice and face.choice.kind,
        )
        return power in abilities

    return next(face.name for face in FACES.values() if has(face))


COFFEE_HOUSE: Final = _name_with("place_from_display_on_self")
HOSPITAL: Final = _name_with("flip_instead")
SCHOOL: Final = _name_with("recolour_spent_card")
UNDERGROUND: Final = _name_with("place_underground")
WREN: Final = _name_with("free_placements")
