"""The log on Citus: how its tables are distributed, and what goes another way there than on one server."""
