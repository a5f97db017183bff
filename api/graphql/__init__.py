"""The GraphQL schema and how operations on it are checked, run and shared. Knows no transport but what it is given."""
