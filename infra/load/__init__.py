"""`emberlog bench`: players, watchers and readers, to see what a machine bears. It knows the public API alone."""
