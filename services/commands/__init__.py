"""The write side: a command on its way from a principal to the log."""
