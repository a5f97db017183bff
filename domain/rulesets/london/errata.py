"""The errata of London: what was corrected, and since which version."""

from typing import Final

from domain.engine.errata import Erratum

ERRATA: Final[tuple[Erratum, ...]] = ()
"""All of them, in the order of their numbers."""
