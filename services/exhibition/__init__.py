"""Games of bots that always go on, for those who come to watch."""
