"""The world outside: settings, stores, messages, servers and the command line.

Nothing imports this; it holds no rule.
"""
