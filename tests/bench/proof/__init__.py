"""Figures of proof: the verifier, the tree, the signer, re-adjudication and questions across games."""
