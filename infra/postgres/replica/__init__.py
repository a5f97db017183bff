"""Reading from a streaming replica, so that replays, exports and audits take no time of the primary."""
