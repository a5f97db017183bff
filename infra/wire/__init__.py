"""The wire: what the API accepts of a TCP connection before any of its routes is reached."""
