"""The world outside: settings, stores, messages, servers and the command line. No other layer imports it."""
