"""Enums that a later service may extend."""

from enum import StrEnum
from typing import Self


class OpenEnum(StrEnum):
    """An enum of the schema. A value that this kit does not know becomes a member of its own: enums may grow."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}.{self.name}"

    @classmethod
    def _missing_(cls, value: object) -> Self | None:
        if not isinstance(value, str):
            return None
        member = str.__new__(cls, value)
        member._name_ = member._value_ = value
        return member
