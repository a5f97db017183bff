"""The habits of CONTRIBUTING.md that a program can check."""
