"""Win chances: how a game would end if bots played on from a step, in many worlds that fit what a viewer knows.

Imports the domain only. Reading order: playouts.py (one game to its end, pure), chances.py (many of them from one
step), steps.py (which steps), ports.py (what is stored), analyst.py (a slice of one game), analyst_loop.py (what an
analyst does all day).
"""
