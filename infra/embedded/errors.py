"""What an embedded server could not do, in a sentence for people. Never holds a password."""


class EmbeddedError(Exception):
    """The text says what is wrong and what to do about it."""
