# Two commands need nothing but Python 3.11: `make demo` and `make test`. Works with GNU make 3.81 (macOS) and newer.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
HASH := $(shell cksum < pyproject.toml | cut -d' ' -f1)
BASE := $(VENV)/.installed-base-$(HASH)
DEV := $(VENV)/.installed-dev-$(HASH)
WORKERS ?= 2

.PHONY: demo test check format bench clean help

help:
	@echo "make demo    install, run the whole job on a generated world, and say where the report is (1 minute)"
	@echo "make test    install with the developer's tools, check and test everything (2 to 4 minutes)"
	@echo "make check   only ruff, mypy and the import layers"
	@echo "make format  let ruff lay the code out"
	@echo "make bench   measure ingest, graph, trees, gates, search and episodes (10 minutes or more)"
	@echo "make clean   remove the virtual environment, caches and runs-out/"

demo: $(BASE)
	@$(BIN)/isthmus run examples/demo.toml

test: check
	$(BIN)/pytest -n $(WORKERS) --dist loadfile

check: $(DEV)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(DEV)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(DEV)
	$(BIN)/python benchmarks/all.py

clean:
	rm -rf $(VENV) runs-out .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	    { echo "isthmus needs Python 3.11 or newer; name one: make PYTHON=python3.12 ..." >&2; exit 2; }
	$(PYTHON) -m venv $(VENV)

$(BASE): | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(DEV): | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@ $(BASE)
