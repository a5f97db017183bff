"""The signer, which signs the global order as it grows, and the witness, which cosigns what it has checked."""
