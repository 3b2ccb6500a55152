# Every command works from nothing: it makes its own .venv first, quickly when nothing changed.
.DEFAULT_GOAL := help
PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python
PORT ?= 8000
export PORT
# Python keeps what it compiled, whatever the machine says of it: each of our processes starts the sooner.
export PYTHONDONTWRITEBYTECODE =

help: ## this list
	@grep -hE '^[a-z-]+:.*## ' Makefile | sed -E 's/^([a-z-]+):.*## (.*)/  make \1\t\2/' | expand -t 20

$(VENV)/ready: requirements-dev.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed (PYTHON=… names another)."; exit 1; }
	@echo "Setting up $(VENV) (once) …"
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || tests/services.sh python3-venv
	@$(PYTHON) -m venv --clear $(VENV)
	@$(PY) -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.lock
	@touch $@

setup: $(VENV)/ready ## the .venv with the pinned dependencies

run: setup ## a playable site on http://127.0.0.1:8000 (PORT=8010 make run)
	@exec $(PY) manage.py serve

test: setup ## the whole suite, browser, Redis and PostgreSQL tests included
	@tests/services.sh chromium redis-server postgresql nginx
	@tests/services.sh chromium-headless-shell
	@$(PY) manage.py messages --compile
	@$(PY) -m pytest -n 3 --dist loadgroup

test-full: setup ## the suite with the long forms of its tests; once stopped, it goes on where it was
	@tests/services.sh chromium redis-server postgresql nginx
	@tests/services.sh chromium-headless-shell
	@$(PY) manage.py messages --compile
	@FULL=1 $(PY) -m pytest -n 3 --dist loadgroup --go-on=var/test-full.jsonl

check: setup ## format, lint, types, import arrows, migrations, translations, rule cases, fast tests
	@$(VENV)/bin/ruff format --check --quiet .
	@$(VENV)/bin/ruff check --quiet .
	@$(VENV)/bin/mypy --no-error-summary games lobby accounts config tests/fifth_game/baicao & types=$$!; \
	$(PY) manage.py makemigrations --check --dry-run >/dev/null || { echo "Migrations are missing: manage.py makemigrations"; exit 1; }; \
	$(PY) manage.py messages --check && $(PY) manage.py messages --compile && wait $$types
	@$(PY) -m pytest -n 2 -m "not slow and not browser and not redis and not postgres"

bench: peers ## engine and live-table benchmarks beside others' in the same run; prints its tables (10 minutes)
	@$(PY) -m tests.bench $(ONLY)

bench-full: peers ## the same, medians of three (45 minutes); once stopped, it goes on where it was
	@$(PY) -m tests.bench --full $(ONLY)

peers: setup
	@tests/services.sh redis-server postgresql nodejs npm
	@$(PY) -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-bench.lock || echo "pokerkit and rlcard are not installed."
	@mkdir -p var/bench && cp tests/bench/boardgame/package.json var/bench/
	@npm install --prefix var/bench --silent --no-package-lock --no-audit --no-fund --ignore-scripts --legacy-peer-deps || echo "boardgame.io is not installed."
	@$(PY) manage.py messages --compile

shots: setup ## screenshots of every page and table state into var/shots/
	@tests/services.sh chromium
	@tests/services.sh chromium-headless-shell
	@$(PY) manage.py messages --compile
	@$(PY) -m tests.shots

previews: setup ## the pictures of games that messages with a link to a table show
	@tests/services.sh chromium
	@$(PY) -m tests.previews
	@DJANGO_SETTINGS_MODULE=tests.fifth_game.settings $(PY) -m tests.previews

messages: setup ## collect new sentences into locale/*.po
	@$(PY) manage.py messages

lock: ## pin the dependencies anew (needs uv)
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --upgrade --extra dev pyproject.toml -o requirements-dev.lock
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header -c requirements-dev.lock pyproject.toml -o requirements.lock
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header -c requirements-dev.lock --extra bench pyproject.toml -o requirements-bench.lock

.PHONY: help setup run test test-full check bench bench-full peers shots previews messages lock
