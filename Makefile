# `make play` and `make test` do all of their own set-up in .venv.

# Nothing but a shell and Python is called: the `;` keeps builtins in the shell.
SHELL := /bin/sh
.DEFAULT_GOAL := help
.PHONY: help play test check serve bench soak

# The first Python here that is new enough; override with make PYTHON=…
PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11 python; do \
	if $$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then \
	echo $$p; break; fi; done)
BIN := .venv/bin
INSTALL = $(BIN)/python -m pip install --quiet --disable-pip-version-check --editable
STAMP = @$(BIN)/python -c 'import pathlib; pathlib.Path("$@").touch()'

help:
	@printf '%s\n' \
	  'make play    the card room with bots, in this terminal' \
	  '             (make play GAME=holdem: straight to a table)' \
	  'make test    every check and test' \
	  'make serve   a server on localhost: 7000 (connect) and 2222 (ssh)' \
	  'make bench   the budgets, measured' \
	  'make soak    the long runs';

.venv/made:
	@if [ -z "$(PYTHON)" ]; then echo 'pokertui needs Python 3.11 or newer.' >&2; exit 1; fi
	@printf '%s\n' 'Setting up .venv (once, about a minute) …';
	@$(PYTHON) -m venv .venv
	$(STAMP)

.venv/for-play: .venv/made pyproject.toml
	@$(INSTALL) .
	$(STAMP)

.venv/for-test: .venv/made pyproject.toml
	@$(INSTALL) '.[dev]'
	$(STAMP)

play: .venv/for-play
	@$(BIN)/pokertui $(if $(GAME),play $(GAME))

serve: .venv/for-play
	@$(BIN)/pokertui serve --listen 127.0.0.1:7000 --ssh 127.0.0.1:2222

check: .venv/for-test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# Compiled once for all the processes that tests start, wherever else nobody wants that; the tests
# themselves beside the checks, which leave a core idle.
test: .venv/for-test
	@PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest -m 'not soak' -n 0 -q --collect-only \
	  >/dev/null & $(MAKE) --no-print-directory check && wait
	PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest -m 'not soak'

bench: .venv/for-test
	@$(BIN)/python -m tests.bench

soak: .venv/for-test
	$(BIN)/python -m pytest -m soak --timeout 3600
