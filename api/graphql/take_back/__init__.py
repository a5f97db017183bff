"""The mutations of take-backs and motions."""
