"""The audit desk: what arbiters, and after the end the seats, may read of a game beside its steps.

Reading order: ports.py (what is stored), ledger.py (all commands), knowledge.py (what a seat knew), tempo.py (facts of
time), receipts.py, reports/ (the five walk-throughs), readjudicate.py (the same games by another version).
"""
