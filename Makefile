# Two commands on a fresh machine: `make demo` and `make test`. Needs Python 3.11 or later with pip and venv, nothing else.
# ARGS goes to the command: `make demo ARGS=--exit`, `make test ARGS="-k refused -n 0"`.

PYTHON ?= python3
ARGS ?=
# Hundreds of processes start in the tests: none should compile the rules anew.
export PYTHONDONTWRITEBYTECODE :=
BIN := .venv/bin
PYTEST = $(BIN)/python -m pytest -n 2 --dist loadfile --no-loadscope-reorder

.PHONY: help demo up dev test test-campaigns test-long faults soak test-containers test-citus test-all clients lint lint-pages format sdl coverage bench \
	docs kits verifier wheel check-wheel lock clean ready ready-dev python

help:  ## this list
	@sed -n 's/^\([a-z-]*\):.*##\(.*\)/  make \1\t\2/p' Makefile | expand -t 24

demo: ready  ## start everything, let four bots play a game through the public API, keep serving (ARGS=--exit ends instead)
	@exec $(BIN)/emberlog demo $(ARGS)

up: ready  ## start everything and serve until Ctrl-C
	@exec $(BIN)/emberlog up $(ARGS)

dev: ready-dev  ## make .venv with all tools; the project in it is this folder

test: ready-dev  ## the fast tests, on two cores: a few minutes
	$(PYTEST) -m "not campaign and not container and not citus" $(ARGS)

test-campaigns: ready-dev  ## the long tests: many seeds, faults, whole games in a browser, the wheel
	$(PYTEST) -m "campaign and not long" $(ARGS)

test-long: ready-dev  ## campaigns that repeat others, or wait; CI leaves them out
	$(PYTEST) -m long $(ARGS)

faults: ready-dev  ## the twenty faults at full length: about half an hour (EMBERLOG_FAULTS_SCALE=0.1 is what CI runs)
	EMBERLOG_FAULTS_SCALE=$${EMBERLOG_FAULTS_SCALE:-1} $(BIN)/python -m pytest -m campaign tests/faults $(ARGS)

test-containers: ready-dev  ## the image and the compose file on a Docker engine of their own (root, Linux)
	$(BIN)/python -m pytest -m container $(ARGS)

test-citus: ready-dev  ## the log on a Citus cluster of three nodes, which it builds at the first run (gcc and make)
	$(BIN)/python -m pytest -m citus tests/citus $(ARGS)

test-all: ready-dev  ## all tests
	$(PYTEST) $(ARGS)

clients: python  ## install what the tests of clients from elsewhere and of accessibility need (Node and npm); without it they are left out
	cd tests/clients/node && npm ci --no-audit --no-fund
	cd tests/clients/lint && npm ci --no-audit --no-fund
	if command -v uv >/dev/null; then \
	    uv venv --quiet --clear --no-project --python $(PYTHON) .venv-clients && \
	    uv pip install --quiet --python .venv-clients/bin/python --no-deps --require-hashes -r tests/clients/ariadne.lock; \
	else \
	    $(PYTHON) -m venv .venv-clients && \
	    .venv-clients/bin/python -m pip install --quiet --no-deps --require-hashes -r tests/clients/ariadne.lock; \
	fi

lint: ready-dev  ## ruff, mypy --strict and the direction of imports
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	cd clients/python && $(abspath $(BIN))/mypy
	$(BIN)/lint-imports

lint-pages:  ## types and lint of the pages' JavaScript; needs Node and npm
	@command -v npm >/dev/null || { echo "There is no npm here: the pages are not linted."; exit 3; }
	cd tests/pages && npm ci --no-audit --no-fund && npm run check

format: ready-dev  ## let ruff format and sort
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

sdl: ready-dev  ## rewrite docs/schema.graphql from the code, and the generated parts of the client kits from it
	$(BIN)/python -m api.graphql.schema > docs/schema.graphql.new
	mv docs/schema.graphql.new docs/schema.graphql
	$(BIN)/python -m clients.generate

coverage: ready-dev  ## rewrite docs/rules-coverage.md: which test names which rule
	$(BIN)/python -m tests.rules_report

bench: ready-dev  ## one table of figures and ratios, measured in one run (ARGS="--beside DIR" compares two checkouts)
	$(BIN)/python -m tests.bench $(ARGS)

soak: ready-dev  ## an hour of games with light faults: figures each minute, an audit at the end (ARGS="--minutes 5")
	$(BIN)/python -m tests.soak $(ARGS)

kits: ready-dev  ## write the generated parts of the client kits and build both into dist/ (the npm package needs Node and npm)
	$(BIN)/python -m clients.generate
	cd clients/python && $(abspath $(BIN))/python -m hatchling build -t wheel -d $(abspath dist)
	@command -v npm >/dev/null || { echo "There is no npm here: the npm package is not built."; exit 3; }
	mkdir -p dist
	cd clients/typescript && npm ci --no-audit --no-fund && npm pack --pack-destination $(abspath dist)

docs: ready-dev  ## build the site of the documents, which the API serves at /docs
	$(BIN)/python -m tools.docs_site

verifier: ready-dev  ## build dist/emberlog-verify.pyz and dist/verify.html, which check the evidence of a game anywhere
	$(BIN)/python -m tools.verifier

wheel: docs  ## build dist/emberlog-*.whl, with the documents in it
	$(BIN)/python -m hatchling build -t wheel

check-wheel: ready-dev  ## build the wheel, install it into an empty environment, play a game there
	tools/check_wheel.sh

# Renewing the pins takes uv (`pip install uv`). UPGRADE=--upgrade looks for later versions; without it only what
# pyproject.toml asks for changes. The demo installs the first file, tests and benchmarks the second, the image's build the third
# (the site of the documents is built from the schema and the rules, so it takes the service's packages too).
COMPILE = uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-header --no-annotate $(UPGRADE)

lock:  ## renew the lock files (UPGRADE=--upgrade for later versions)
	$(COMPILE) --extra embedded pyproject.toml -o requirements.lock
	$(COMPILE) --all-extras -c requirements.lock pyproject.toml -o requirements-dev.lock
	echo ariadne-codegen | $(COMPILE) - -o tests/clients/ariadne.lock
	$(COMPILE) --extra build --extra docs -c requirements-dev.lock pyproject.toml -o requirements-build.lock

clean:  ## remove .venv and caches; the data in .emberlog stays
	rm -rf .venv .venv-clients dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

ready: python
	@$(PYTHON) -I tools/bootstrap.py

ready-dev: python
	@$(PYTHON) -I tools/bootstrap.py --dev

python:
	@command -v $(PYTHON) >/dev/null || { echo "There is no $(PYTHON) here. Emberlog needs Python 3.11 or later: install it, or name yours: make PYTHON=/path/to/python"; exit 3; }
