"""`python -m infra.cli`, the same as `emberlog`."""

from infra.cli import main

main()
