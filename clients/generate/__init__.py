"""Writes the typed parts of both client kits from the schema and from `operations.graphql`."""
