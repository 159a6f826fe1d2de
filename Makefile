# Two commands on a fresh machine: `make demo` and `make test`. Both make .venv first, if it isn't there.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/installed
MINIMUM := .venv-minimum

# Without bytecode files every process would compile torch's Python anew: three seconds each, in a hundred tests.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help demo test test-all test-pythons test-minimum check fast-tests all-tests format install clean

help:
	@echo "make demo      install, then train a small GPT on this machine (a few minutes)"
	@echo "make test      lint, types, imports and the fast tests"
	@echo "make test-all  the slow tests too"
	@echo "make test-pythons  the fast tests on every Python from 3.11 to 3.14 that is here"
	@echo "make test-minimum  the fast tests with the lowest versions that pyproject.toml allows"
	@echo "make check     lint, types and which folder may import which"
	@echo "make format    put the code in its standard form"

demo: install
	$(BIN)/fledge demo

# The checks run beside the tests: mypy alone would keep one core idle for half a minute.
test: install
	@$(MAKE) --no-print-directory -j 2 check fast-tests

test-all: install
	@$(MAKE) --no-print-directory -j 2 check all-tests

# On a fresh machine both workers would compile torch's Python to bytecode at the same moment, each for itself.
WARM := python -c 'import torch, numpy, hypothesis, rich, pyarrow.parquet, fledge.cli.main'
# Tests that wait for a page, a process or a file leave their core to other workers. A thread that waits sleeps:
# torch's would spin, and keep the others from their work.
TESTS := env OMP_NUM_THREADS=1 OMP_WAIT_POLICY=passive
WORKERS := -n 4 --dist=worksteal

fast-tests: install
	@$(BIN)/$(WARM)
	$(TESTS) $(BIN)/pytest $(WORKERS) -m "not slow"

all-tests: install
	@$(BIN)/$(WARM)
	$(TESTS) $(BIN)/pytest $(WORKERS)

# Each has its own .venv-VERSION. Looks in PATH and in pyenv; a Python that is not here is named and left out.
test-pythons:
	@for version in 3.11 3.12 3.13 3.14; do \
		for python in python$$version $(HOME)/.pyenv/versions/$$version.*/bin/python$$version none; do \
			if $$python --version 2>/dev/null; then break; fi; \
		done; \
		if [ $$python = none ]; then echo "no Python $$version here"; continue; fi; \
		$(MAKE) --no-print-directory fast-tests VENV=.venv-$$version PYTHON=$$python || exit 1; \
	done

# In a venv of its own, and alone: it takes as long as `make test` and a gigabyte of downloads.
test-minimum: $(MINIMUM)/installed
	$(TESTS) $(MINIMUM)/bin/pytest $(WORKERS) -m "not slow"

$(MINIMUM)/installed: pyproject.toml constraints-minimum.txt
	test -d $(MINIMUM) || $(PYTHON) -m venv $(MINIMUM)
	$(MINIMUM)/bin/python -m pip install --quiet --no-compile --disable-pip-version-check -c constraints-minimum.txt -e '.[dev]'
	@touch $@

check: install
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache --no-logo

format: install
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

install: $(STAMP)

$(STAMP): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "fledge needs Python 3.11 or newer. Try: make $(MAKECMDGOALS) PYTHON=python3.12"; exit 1; }
	test -d $(VENV) || $(PYTHON) -m venv $(VENV)
	@# a new pip first: the one that Python brings resolves and unpacks this list a third slower
	$(BIN)/python -m pip install --quiet --no-compile --disable-pip-version-check -c constraints.txt pip
	$(BIN)/python -m pip install --quiet --no-compile --disable-pip-version-check -c constraints.txt -e '.[dev]'
	@touch $@

clean:
	rm -rf $(VENV) .venv-*
