"""Dumps of finished games, and statistics over them. Parquet and DuckDB are in the extra `data`."""
