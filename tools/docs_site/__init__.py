"""Builds the site of the documents from docs/, the schema, the rules and the codes: `python -m tools.docs_site`."""
