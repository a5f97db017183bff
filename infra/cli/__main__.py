"""`python -m infra.cli`, the same as `emberlog`. Does nothing else."""

from infra.cli import main

main()
