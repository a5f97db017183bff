"""The GraphQL schema, one module for each of its types: the type, its input and what builds it."""
