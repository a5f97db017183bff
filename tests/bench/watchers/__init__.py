"""Many watchers of one game at one API process, beside a server that only sends."""
