PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SHELL := /bin/bash
EDITORS := neovim emacs-nox elpa-eglot elpa-lsp-mode vim vim-ale

.PHONY: demo test test-editors check format bench clean

demo: $(VENV)/.installed
	@$(BIN)/citeloom write examples/main.tex

test: $(VENV)/.developed check
	@tools/find-tex
	$(BIN)/python -m pytest -n auto

test-editors: $(VENV)/.developed
	@dpkg -s $(EDITORS) >/dev/null 2>&1 || \
	  { apt-get update -q && apt-get install -y -q --no-install-recommends $(EDITORS); }
	$(BIN)/python -m pytest tests/editors

check: $(VENV)/.developed
	$(BIN)/ruff check --no-cache .
	$(BIN)/ruff format --no-cache --check .
	$(BIN)/mypy
	PYTHONPATH=latex:server $(BIN)/lint-imports --no-cache

format: $(VENV)/.developed
	$(BIN)/ruff check --fix-only .
	$(BIN)/ruff format .

bench: $(VENV)/.benched
	$(BIN)/python -m bench

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .hypothesis

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
