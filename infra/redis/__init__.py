"""Messages over Redis: hints that a game may have moved. Nothing here carries truth, so all of it may be lost."""
