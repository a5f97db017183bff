"""The pages. Nearly empty: the start page only."""
