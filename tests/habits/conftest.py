"""Which checks wait until all areas are merged."""
