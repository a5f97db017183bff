"""Tests of the folds, their runner and their stores."""
