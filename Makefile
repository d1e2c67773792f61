# Two commands matter: `make serve` and `make test`. Each sets up what it needs on a fresh machine.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
PORT ?= 8000

.PHONY: setup serve test lint bench clean

# Serving needs neither torch nor the test tools.
$(VENV)/serve.stamp: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --editable '.[cpu]'
	touch $@

$(VENV)/all.stamp: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --editable '.[cpu,train,test,loadtest,bench]'
	touch $@ $(VENV)/serve.stamp

setup: $(VENV)/all.stamp

serve: $(VENV)/serve.stamp
	$(BIN)/dragoman serve --port $(PORT)

test: $(VENV)/all.stamp
	$(BIN)/python -m pytest

lint: $(VENV)/all.stamp
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy service export models loadtest tests

# `make bench BENCH="--sentences FILE"` measures everything, for an hour and a half.
BENCH ?= --quick

bench: $(VENV)/all.stamp
	$(BIN)/python -m loadtest.bench $(BENCH)

clean:
	rm -rf $(VENV)
