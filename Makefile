# make demo   installs Kibitz into .venv and shows the main job (ARGS=--no-window: prints the events instead)
# make test   installs what the tests need and runs them
# make texts  puts the texts of the source into the translators' catalogues (app/locale) and compiles these
PYTHON ?= python3
ARGS ?=
VENV := .venv
KIBITZ := $(VENV)/bin/python -m app.cli

.PHONY: demo test check texts train-smoke clean

demo: $(VENV)/installed
	$(KIBITZ) demo $(ARGS)

test: $(VENV)/installed-test
	$(VENV)/bin/python -m pytest -n auto --dist loadfile

check: $(VENV)/installed-test
	$(VENV)/bin/ruff check
	$(VENV)/bin/ruff format --check
	$(VENV)/bin/mypy

texts: $(VENV)/installed-test
	$(VENV)/bin/python -m tests.catalogues

$(VENV)/installed: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Kibitz needs Python 3.11 or newer; say which with: make PYTHON=python3.11 $(MAKECMDGOALS)" >&2; exit 2; }
	@$(PYTHON) -m venv $(VENV) || \
	  { echo "this Python cannot make a venv; on Debian and Ubuntu: sudo apt-get install -y python3-venv" >&2; rm -rf $(VENV); exit 2; }
	$(VENV)/bin/python -m pip install --quiet --disable-pip-version-check -e .
	@touch $@

$(VENV)/installed-test: $(VENV)/installed
	$(VENV)/bin/python -m pip install --quiet --disable-pip-version-check -e '.[test]'
	@touch $@

clean:
	rm -rf $(VENV) build *.egg-info
