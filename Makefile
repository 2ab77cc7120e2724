# make run    start the portal here (PORT=8000, HOST=127.0.0.1; HOST=0.0.0.0 opens it to the hall)
# make test   run every test that this machine can run
# make rehearse-all   play every event that comes along, at three sizes and 20 seeds, fields of 100 and more at 5 (about an hour)

PYTHON ?= python3
PORT ?= 8000
HOST ?= 127.0.0.1
PYTEST_ARGS ?= -n 2
export PORT HOST

VENV := .venv/bin/python

.PHONY: setup run environment environment-dev test coverage check bench uniformity messages diagrams lock rehearse-all

setup: environment
	@$(VENV) -m portal.prepare

run: setup
	@exec $(VENV) -m portal.supervisor

environment:
	@$(PYTHON) deploy/set_up.py

environment-dev:
	@$(PYTHON) deploy/set_up.py --development

test: environment-dev
	@$(VENV) -m pytest $(PYTEST_ARGS)

coverage: environment-dev
	@$(VENV) -m coverage run -m pytest -q -p no:cacheprovider scoring
	@$(VENV) -m coverage report

check: environment-dev
	@$(VENV) deploy/check.py

bench: environment-dev
	@$(VENV) -m benchmarks

uniformity: environment-dev
	@$(VENV) -m tournaments.tests.pairing.uniformity 100000

messages: environment-dev
	@$(VENV) deploy/messages.py

diagrams: environment-dev
	@$(VENV) manage.py draw_states > docs/states.md

lock:
	uv pip compile --quiet --universal --generate-hashes --no-header --no-annotate pyproject.toml -o requirements.lock
	uv pip compile --quiet --universal --generate-hashes --no-header --no-annotate --extra dev pyproject.toml -o requirements-dev.lock

REHEARSAL ?= --all --sizes 3 --seeds 20 --large 100 --jobs 2 --withdraw 0.2 --late 0.1 --forfeit 0.1 --correct 0.1

rehearse-all: environment-dev
	@$(VENV) manage.py rehearse $(REHEARSAL)
