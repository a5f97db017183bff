"""The API: translates between the outside and the use cases. No rules, no SQL, and nothing of `infra`."""
