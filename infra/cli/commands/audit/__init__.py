"""Commands of the audit desk: reports, games by another version, dumps and statistics."""
