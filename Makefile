# Commands of the project; `make help` lists them. Works with GNU make 3.81 and newer.

PORT ?= 3000
HOST ?= 127.0.0.1
ARGS ?=
NAME ?= agent_trace

# The first Python on the path that is new enough; when there is none, bootstrap.py says so.
PYTHON ?= $(shell for name in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$name -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo $$name; exit; }; done; echo python3)

# The virtualenv's own Node comes first, so that nothing else has to be installed.
RUN = PATH="$(CURDIR)/.venv/bin:$$PATH" PYRIGHT_PYTHON_IGNORE_WARNINGS=1
PY = .venv/bin/python
JS = find components thinking_ui tests bench -name '*.js' -not -path '*/node_modules/*'
JS_TESTS = find tests -name '*.test.js'

.PHONY: help demo example docs test test-all check format bench bench-providers bench-costs bench-load bench-peers lock clean setup-demo setup

help: ## list the commands
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /\1|/' | awk -F'|' '{ printf "  make %-12s %s\n", $$1, $$2 }'

demo: setup-demo ## serve the demo app (PORT=3000)
	@$(PY) -m tools.serve --port "$(PORT)" --host "$(HOST)"

example: setup ## serve one of examples/ (NAME=agent_trace PORT=3000)
	@$(RUN) $(PY) -m tools.example "$(NAME)" --port "$(PORT)" --host "$(HOST)"

docs: setup ## write the tables of docs/ anew from the code, and make static pages in .build/docs/
	@$(PY) -m tools.docs

test: setup ## unit, JavaScript and browser tests (ARGS="..." goes to pytest)
	@$(RUN) sh -c 'files=$$($(JS_TESTS)); [ -z "$$files" ] || node --test $$files'
	@$(RUN) $(PY) -m tools.tests $(ARGS)

test-all: setup ## the same and the slow tests
	@$(MAKE) test ARGS="-m 'slow or not slow' $(ARGS)"

check: setup ## linting, formatting, types, JavaScript syntax
	@$(RUN) ruff check .
	@$(RUN) ruff format --check .
	@$(RUN) pyright
	@$(RUN) sh -c '$(JS) -exec node --check {} \;'

format: setup ## format the code and fix what can be fixed automatically
	@$(RUN) ruff check --fix .
	@$(RUN) ruff format .

bench: setup ## measure the live path beside a bare page, half an hour (ARGS="--quick" takes two minutes)
	@$(RUN) sh -c 'failed=0; $(PY) -m bench.providers || failed=1; $(PY) -m bench.costs || failed=1; \
		$(PY) -m bench.run $(ARGS) || failed=1; exit $$failed'

bench-providers: setup ## of these, only how fast the streams of providers become events, a minute
	@$(RUN) $(PY) -m bench.providers $(ARGS)

bench-costs: setup ## of these, only what single things cost beside others, two minutes (ARGS="--only python")
	@$(RUN) $(PY) -m bench.costs $(ARGS)

bench-load: setup ## how many live streams one process holds, beside bare websockets (ARGS="--streams 100 --seconds 10")
	@$(RUN) $(PY) -m bench.load $(ARGS)

bench-peers: setup ## the same work through other frameworks (ARGS="--only gradio,panel --reps 1")
	@$(RUN) $(PY) -m bench.peers $(ARGS)

lock: setup ## write constraints.txt and reflex.lock anew (UPGRADE=1 takes the newest versions)
	@$(PY) -m tools.lock $(if $(UPGRADE),--upgrade)

clean: ## remove everything that the other commands made
	rm -rf .venv .web .build .states dist assets/external .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

setup-demo:
	@$(PYTHON) tools/bootstrap.py demo

setup:
	@$(PYTHON) tools/bootstrap.py dev
