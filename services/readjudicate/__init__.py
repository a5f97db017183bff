"""A recorded game decided again by another version of its ruleset. Pure, a game at a time, and it changes nothing.

Reading order: findings.py (what may differ), carried.py (a state under another version), local.py (each command on the
state as it was recorded), alike.py and both.py (the quick way of that), followed.py (on in the new world), games.py
(both modes, from what is stored of a game).
"""
