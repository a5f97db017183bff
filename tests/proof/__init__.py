"""Tests of the tree, the signer, the evidence bundles and their verifiers."""
