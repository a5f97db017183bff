"""The evidence of a game in one file: of a whole one, or of what its reader may know of it so far (GAME-PROOF-02)."""

from services.reads.bundle.finished import bundle_of
from services.reads.bundle.part import part_of
from services.reads.bundle.sources import NoEvidence, Sources

__all__ = ["NoEvidence", "Sources", "bundle_of", "part_of"]
