"""How many rows a statement reads, as a number in its text instead of a value.

Postgres plans a prepared statement anew each time while it thinks that a plan for all values would be worse, and of a
limit that is a value it thinks that it is a tenth of the table. The larger the table, the worse that looks: in a large
list each question was planned, and in a small one only the first.
"""


def first_rows(statement: str, limit: int) -> str:
    """The statement with an end: no more than `limit` rows. For limits that the service chooses, which are few."""
    return f"{statement} LIMIT {limit:d}"


def rounded_up(limit: int) -> int:
    """The next power of two, or the middle below it, for a limit that a client chooses: 24 for 21, 128 for 101.
    Postgres has a statement to remember for each limit."""
    power = 1 << max(limit - 1, 0).bit_length()
    middle = power * 3 // 4
    return middle if limit <= middle else power
