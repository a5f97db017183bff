"""Messages over Redis: hints that a game may have moved. Every message may be lost."""
