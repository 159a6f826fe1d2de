# Two commands on a fresh machine: `make demo` and `make test`. Both make .venv first, if it isn't there.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --no-compile --disable-pip-version-check
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

# Tests that wait for a page, a process or a file leave their core to other workers. A thread that waits sleeps:
# torch's would spin, and keep the others from their work.
TESTS := env OMP_NUM_THREADS=1 OMP_WAIT_POLICY=passive
WORKERS := -n 3 --dist=worksteal
# On a fresh machine every worker would compile the same modules to bytecode, each for itself: one does it first.
WARM := pytest --collect-only -m "not slow"

fast-tests: install
	@$(TESTS) $(BIN)/$(WARM) > $(VENV)/collected.txt || cat $(VENV)/collected.txt
	$(TESTS) $(BIN)/pytest $(WORKERS) -m "not slow"

all-tests: install
	@$(TESTS) $(BIN)/$(WARM) > $(VENV)/collected.txt || cat $(VENV)/collected.txt
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
	$(PIP) -c constraints.txt pip
	@# torch is half of what there is to unpack: two pips use both cores, and the third installs what they did not
	grep -v '^torch=' constraints.txt > $(VENV)/others.txt
	$(PIP) --no-deps -c constraints.txt torch & $(PIP) --no-deps -r $(VENV)/others.txt; wait
	$(PIP) -c constraints.txt -e '.[dev]'
	@touch $@

clean:
	rm -rf $(VENV) .venv-*
