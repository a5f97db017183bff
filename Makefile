# Two commands on a fresh machine: `make demo` and `make test`. Needs Python 3.11 or later with pip and venv, nothing else.
# ARGS goes to the command: `make demo ARGS=--exit`, `make test ARGS="-k refused -n 0"`.

PYTHON ?= python3
ARGS ?=
BIN := .venv/bin

.PHONY: help demo up test clients lint format bench sdl lock ready ready-dev python clean

help:  ## this list
	@sed -n 's/^\([a-z-]*\):.*##\(.*\)/  make \1\t\2/p' Makefile | expand -t 16

demo: ready  ## start everything, let four bots play a game through the public API, keep serving (ARGS=--exit ends instead)
	@exec $(BIN)/emberlog demo $(ARGS)

up: ready  ## start everything and serve until Ctrl-C
	@exec $(BIN)/emberlog up $(ARGS)

test: ready-dev  ## all tests, on two cores
	$(BIN)/python -m pytest -n 2 --dist loadgroup $(ARGS)

clients:  ## what the tests of Node's clients and of the pages' accessibility take (needs Node and npm); without it they are left out
	cd tests/clients/node && npm ci --no-audit --no-fund

lint: ready-dev  ## ruff, mypy --strict and the direction of imports
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: ready-dev  ## let ruff format and sort
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: ready-dev  ## one table of figures and ratios, measured in one run
	$(BIN)/python -m tests.bench $(ARGS)

# Renewing the pins takes uv (`pip install uv`). UPGRADE=--upgrade looks for later versions; without it only what
# pyproject.toml asks for changes. The demo installs the first file, tests and benchmarks the second.
COMPILE = uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-header --no-annotate $(UPGRADE)

lock:  ## renew both lock files (UPGRADE=--upgrade for later versions)
	$(COMPILE) --extra embedded pyproject.toml -o requirements.lock
	$(COMPILE) --all-extras -c requirements.lock pyproject.toml -o requirements-dev.lock

clean:  ## remove .venv and caches; the data in .emberlog stays
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

ready: python
	@$(PYTHON) -I tools/bootstrap.py

ready-dev: python
	@$(PYTHON) -I tools/bootstrap.py --dev

python:
	@command -v $(PYTHON) >/dev/null || { echo "There is no $(PYTHON) here. Emberlog needs Python 3.11 or later: install it, or name yours: make PYTHON=/path/to/python"; exit 3; }
