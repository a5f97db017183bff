"""What feeds read of Postgres: the order of moves, and the order in which lists change."""
