"""Runs operations on the schema: their cost, their limits, their answers, and the steps that subscribers share."""
