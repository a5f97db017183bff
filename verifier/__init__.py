"""The verifier of evidence bundles: one file for any machine with Python, without the service and without a network."""
