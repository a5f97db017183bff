"""The transparency log and the evidence of one game: trees, tiles, signed notes, bundles. Only the standard library."""
