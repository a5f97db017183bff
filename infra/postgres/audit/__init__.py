"""The evidence of the audit desk on Postgres."""
