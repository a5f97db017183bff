"""What the audit desk reads beside games: outages, runs by another version, events across games."""
