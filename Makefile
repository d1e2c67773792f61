# Two commands matter: `make serve` and `make test`. Each sets up what it needs on a fresh machine.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
PORT ?= 8000
# Weights are read faster where memory comes in huge pages.
HUGE_PAGES = GLIBC_TUNABLES=glibc.malloc.hugetlb=1

.PHONY: setup serve test browser lint bench lock image-test clean

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
	$(HUGE_PAGES) $(BIN)/dragoman serve --port $(PORT)

# Faults first and alone, since they compare how long others wait. The rest in two processes: a test and its server
# mostly take turns. The tests of a file stay together, in their order.
test: $(VENV)/all.stamp browser
	$(BIN)/python -m pytest -m faults
	$(BIN)/python -m pytest -m "not faults" --numprocesses 2 --dist loadfile --no-loadscope-reorder

# The page is tested in a real browser, Debian's. Whoever may not install it has to, or names another in CHROMIUM.
browser:
	@command -v chromium >/dev/null || [ -n "$$CHROMIUM" ] || \
	    { apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium >/dev/null; }

lint: $(VENV)/all.stamp
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy service export models loadtest tests

# `make bench BENCH="--sentences FILE"` measures everything, for an hour and a half.
BENCH ?= --quick

bench: $(VENV)/all.stamp
	$(HUGE_PAGES) $(BIN)/python -m loadtest.bench $(BENCH)

# Writes requirements/*.txt anew from pyproject.toml: what the images install. Needed whenever a dependency changes.
LOCK := uv pip compile --quiet --upgrade --generate-hashes --no-annotate --python-version 3.11 --python-platform linux \
    --custom-compile-command 'make lock'

lock: $(VENV)/all.stamp
	$(BIN)/$(LOCK) pyproject.toml --extra cpu --output-file requirements/cpu.txt
	$(BIN)/$(LOCK) pyproject.toml --extra gpu --output-file requirements/gpu.txt
	$(BIN)/$(LOCK) requirements/build.in --output-file requirements/build.txt

# Builds the image and runs it; see docs/deployment.md.
image-test:
	$(PYTHON) -m tests.image

clean:
	rm -rf $(VENV)
