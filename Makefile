# Lígalo. `make` alone lists what there is.
PYTHON ?= python3
ARGS ?=
ROUNDS ?= 1000000
# What `make setup` installs numpy for; without it, a python3 that has numpy itself.
WITH_NUMPY = $(or $(wildcard .venv/bin/python),$(PYTHON))

.DEFAULT_GOAL := help
.PHONY: help run demo-traffic setup test test-all check faults manage manifest lock messages bench-replay bench-math bench-agreement bench-ledger bench-many bench-play bench-live bench-reports bench-rtp-alarm bench-stalled plots reference screenshots clean

help: ## list these targets
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /make \1\t/' | expand -t 20

run: ## set everything up and serve on http://127.0.0.1:8000/ (HOST=, PORT=, HISTORY_DAYS=0 without history); Ctrl-C stops it
	@$(PYTHON) -m tools.launch run

demo-traffic: ## bots play at the demo that runs, for ten minutes or until Ctrl-C (PORT=, ARGS="--minutes 60 --players 20")
	@$(PYTHON) -m tools.launch manage demo_traffic --url http://127.0.0.1:$(or $(PORT),8000)/ $(ARGS)

setup: ## everything that `make run` does before it serves
	@$(PYTHON) -m tools.launch setup

test: ## the tests that a change needs, in parallel, on a real PostgreSQL (ARGS="tests/wallet -k bet", ARGS=--timings)
	@$(PYTHON) -m tools.launch test $(ARGS)

test-all: ## all tests: the exhaustive and sweeping ones too, with new random examples
	@$(PYTHON) -m tools.launch test-all $(ARGS)

check: ## lint, format, import contracts, types, templates, migrations, production settings
	@$(PYTHON) -m tools.launch check

faults: ## every fault that the ledger must survive, made for real; a table (ARGS="--seconds 30 --only web")
	@$(PYTHON) -m tools.launch faults $(ARGS)

manage: ## a command of manage.py on the database of `make run` (ARGS="check_ledger")
	@$(PYTHON) -m tools.launch manage $(ARGS)

manifest: ## at a release: write the SHA-256 of every file of the product, for `verify_build` to compare with
	@$(PYTHON) -m tools.launch manage verify_build --write

lock: ## compile the lists of packages, with hashes, from the .in files
	@$(PYTHON) -m tools.launch lock $(ARGS)

messages: ## collect the texts into locale/ and compile them (needs gettext)
	@$(PYTHON) -m tools.launch messages

bench-replay: ## how many rounds a second `replay --batch` answers (ARGS="--rounds 50000")
	@$(PYTHON) -m tools.benchmarks.replay $(ARGS)

bench-math: ## time, memory and parts of `rtp` for ten rule sets (ARGS="--runs 5")
	@$(WITH_NUMPY) -m tools.benchmarks.mathematics $(ARGS)

bench-agreement: ## two million rounds of each of 18 rule sets against the mathematics; half an hour
	@$(WITH_NUMPY) -m tools.benchmarks.agreement $(ARGS)

bench-ledger: ## transfers a second beside the server's own TPC-B, to five million entries; nine minutes (ARGS="--quick")
	@$(or $(wildcard .venv/bin/python),$(PYTHON)) -m tools.benchmarks.ledger $(ARGS)

bench-many: ## settling the seven players of a deal, by seven calls of post() and by one of post_many()
	@$(or $(wildcard .venv/bin/python),$(PYTHON)) -m tools.benchmarks.ledger_many $(ARGS)

bench-play: ## what a request of play costs beside a bare Django view, with a million rounds before; ten minutes (ARGS="--quick")
	@$(or $(wildcard .venv/bin/python),$(PYTHON)) -m tools.benchmarks.play $(ARGS)

bench-live: ## 5,000 open streams, then 15 full live tables, also with a standby; fifteen minutes (ARGS="--quick", ARGS="--minutes 10")
	@$(or $(wildcard .venv/bin/python),$(PYTHON)) -m tools.benchmarks.live $(ARGS)

bench-stalled: ## how long others wait beside 200 forms that stall, at a site that runs (ARGS="http://127.0.0.1:8000 --bodies 200")
	@$(PYTHON) -m tools.benchmarks.stalled $(ARGS)

bench-reports: ## what each report, its page and its files cost on a million rounds (ROUNDS=10000000, ARGS="--days 366")
	@$(or $(wildcard .venv/bin/python),$(PYTHON)) -m tools.benchmarks.reports --rounds $(ROUNDS) $(ARGS)

bench-rtp-alarm: ## how often the alarm on returns is wrong, and how soon it finds a fault; twenty minutes (ARGS="--rounds 50000")
	@$(or $(wildcard .venv/bin/python),$(PYTHON)) -m tools.benchmarks.rtp_alarm $(ARGS)

plots: ## draw the pictures of docs/mathematics.md anew, and print their figures
	@$(WITH_NUMPY) -m tools.benchmarks.plots $(ARGS)

reference: ## write docs/rules-reference.md from the fields of the rules
	@$(PYTHON) -m blackjack reference > docs/rules-reference.md

screenshots: ## take the pictures of docs/screenshots anew (needs Chromium)
	@$(PYTHON) -m tools.launch test -n 0 -q tests/everywhere/screenshots.py

clean: ## remove caches and collected files; data, secrets and packages stay
	rm -rf var/static var/log var/bytecode .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -not -path './.venv/*' -prune -exec rm -rf {} +
