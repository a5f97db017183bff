"""Use cases: what principals do with games. One file a use case; the outside world only through `ports`."""
