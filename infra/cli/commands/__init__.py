"""The commands of `emberlog`, one module per command or group of commands."""
