"""The error of the embedded servers."""


class EmbeddedError(Exception):
    """An embedded server cannot be used. The text says why and what to do, and never holds a password."""
