PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SHELL := /bin/bash
EXTENSION := vscode-extension
# What goes into the .vsix; docs and tests do not.
PACKAGED := $(shell find $(EXTENSION)/src $(EXTENSION)/media $(EXTENSION)/bundled/requirements.txt \
  server latex -type f ! -name '*.pyc') $(EXTENSION)/package.json $(EXTENSION)/README.md \
  $(EXTENSION)/CHANGELOG.md $(EXTENSION)/LICENSE $(EXTENSION)/build.mjs $(EXTENSION)/.vscodeignore pyproject.toml
export CITELOOM_EDITORS ?= $(CURDIR)/$(EXTENSION)/build/editors

MINUTES ?= 60

.PHONY: demo test test-slow test-editors release fuzz check format ledger bench clean

demo: $(VENV)/.installed
	@$(BIN)/citeloom write examples/main.tex

test: $(VENV)/.developed $(EXTENSION)/node_modules/.installed check
	@tools/find-tex
	$(BIN)/python -m pytest -n auto -m "not slow" --ignore=tests/editors

# Real corpora, long random sessions, processes that are killed at any moment.
test-slow: $(VENV)/.developed
	@tools/find-tex
	$(BIN)/python -m pytest -n auto -m slow --ignore=tests/editors

# Two at a time: they wait for most of their time.
test-editors: $(VENV)/.developed $(EXTENSION)/dist/citeloom.vsix
	@tools/install-editors
	@$(EXTENSION)/test/setup.sh
	$(BIN)/python -m pytest -rsR -n 2 tests/editors

# Wheel, source archive and .vsix of what is committed, each tried in a fresh environment; in dist.
release: $(VENV)/bin/python
	$(BIN)/python tools/release

# Searches at random for what the property tests do not allow; what it finds becomes an @example.
fuzz: $(VENV)/.developed
	tools/fuzz $(MINUTES)

check: $(VENV)/.developed
	$(BIN)/ruff check --no-cache .
	$(BIN)/ruff format --no-cache --check .
	$(BIN)/mypy
	PYTHONPATH=latex:server $(BIN)/lint-imports --no-cache

format: $(VENV)/.developed
	$(BIN)/ruff check --fix-only .
	$(BIN)/ruff format .

# What each capability costs; SINCE=COMMIT: and what has changed since then, in what is committed.
ledger:
	@$(PYTHON) tools/ledger $(and $(SINCE),$(SINCE) HEAD)

bench: $(VENV)/.benched
	$(BIN)/python -m bench

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .hypothesis
	rm -rf $(addprefix $(EXTENSION)/,node_modules build dist bundled/*.whl)

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: $(VENV)/bin/python pyproject.toml
	@echo "Setting up $(VENV) (once) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(VENV)/.developed: $(VENV)/.installed tools/requirements
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check $$(tools/requirements dev)
	@touch $@

$(VENV)/.benched: $(VENV)/.developed
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check $$(tools/requirements bench)
	@touch $@

# Not there afterwards where no packages can be fetched: then the extension is not tested.
$(EXTENSION)/node_modules/.installed: $(EXTENSION)/package.json $(EXTENSION)/package-lock.json
	@tools/install-extension

$(EXTENSION)/dist/citeloom.vsix: $(EXTENSION)/node_modules/.installed $(VENV)/bin/python $(PACKAGED)
	@[ ! -e $< ] || (cd $(EXTENSION) && PYTHON=../$(BIN)/python npm run package)
