"""The processes of the service: the whole of it, its children, and the API or a worker alone."""
