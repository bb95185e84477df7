# Lígalo. `make` alone lists the targets.
PYTHON ?= python3
ARGS ?=
ROUNDS ?= 1000000
# The Python for which `make setup` installs numpy; without it, a python3 that has numpy.
WITH_NUMPY = $(or $(wildcard .venv/bin/python),$(PYTHON))

.DEFAULT_GOAL := help
.PHONY: help run demo-traffic setup test test-all check faults manage manifest release-commit packages static secrets install-units rehearse-install schema publish-schema client-code client lock messages bench-replay bench-math bench-agreement bench-ledger bench-many bench-play bench-live bench-api bench-pages bench-reports bench-rtp-alarm rng-battery bench-signals bench-signals-full bench-signals-night bench-stalled plots reference screenshots clean rehearse test-pg15 rehearse-restore rehearse-upgrade rehearse-growth rehearse-shards

help: ## list the targets
	@grep -E '^[a-z0-9-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z0-9-]+):.*## /make \1\t/' | expand -t 20

run: ## set everything up and serve on http://127.0.0.1:8000/ (HOST=, PORT=, HISTORY_DAYS=0 without history); Ctrl-C stops it
	@$(PYTHON) -m tools.launch run

demo-traffic: ## let bots play at the running demo, for ten minutes or until Ctrl-C (PORT=, ARGS="--minutes 60 --players 20")
	@$(PYTHON) -m tools.launch manage demo_traffic --url http://127.0.0.1:$(or $(PORT),8000)/ $(ARGS)

setup: ## do everything that `make run` does before it serves
	@$(PYTHON) -m tools.launch setup

test: ## run the tests that a change needs, in parallel, on a real PostgreSQL (ARGS="tests/wallet -k bet", ARGS=--timings)
	@$(PYTHON) -m tools.launch test $(ARGS)

test-all: ## run all tests, including the exhaustive and sweeping ones, with new random examples
	@$(PYTHON) -m tools.launch test-all $(ARGS)

check: ## check lint, format, import contracts, types, templates, migrations, production settings
	@$(PYTHON) -m tools.launch check

faults: ## inject every fault that the ledger must survive; prints a table (ARGS="--seconds 30 --only web")
	@$(PYTHON) -m tools.launch faults $(ARGS)

rehearse: ## kill everything behind the site under load on three PostgreSQL machines; hours (ARGS="--trials 1 --seed 7 --nodes 2 --only primary")
	@$(or $(wildcard .venv/bin/python),$(PYTHON)) -m tools.rehearsals.failover $(ARGS)

test-pg15: ## run the tests that need a database on Debian's PostgreSQL 15 (ARGS="tests/wallet")
	@$(or $(wildcard .venv/bin/python),$(PYTHON)) -m tools.rehearsals.pg15 $(ARGS)
rehearse-restore: ## rehearse a restore to one second before a disaster, on another machine; minutes (ARGS="--seed 7")
	@$(or $(wildcard .venv/bin/python),$(PYTHON)) -m tools.rehearsals.restore $(ARGS)

rehearse-upgrade: ## rehearse an upgrade from the last release without a failed request; minutes (ARGS="--from COMMIT")
	@$(or $(wildcard .venv/bin/python),$(PYTHON)) -m tools.rehearsals.upgrade $(ARGS)

rehearse-growth: ## measure bets and reports beside a year of rounds, and archive its first month; a hundredth in a quarter of an hour (ARGS="--rounds 1000000 --folder /mnt/growth")
	@$(or $(wildcard .venv/bin/python),$(PYTHON)) -m tools.benchmarks.growth $(ARGS)

manage: ## run a manage.py command on the database of `make run` (ARGS="check_ledger")
	@$(PYTHON) -m tools.launch manage $(ARGS)

manifest: ## for a release: write the SHA-256 of every file of the product to var/manifest.txt (ARGS=/tmp/manifest.txt)
	@$(PYTHON) -m tools.launch manifest $(ARGS)

release-commit: ## for a release: write its commit into RELEASES (ARGS=HEAD~1)
	@$(PYTHON) -m tools.launch release-commit $(ARGS)

packages: ## for an installation: make .venv with the packages of requirements.txt
	@$(PYTHON) -m tools.launch packages

static: ## for an installation: collect the static files in a folder (FOLDER=/var/lib/ligalo/static)
	@$(PYTHON) -m tools.launch collect-static $(FOLDER)

secrets: ## for an installation: make its missing secret files (FOLDER=/etc/ligalo, DATABASE=127.0.0.1:5432)
	@$(PYTHON) -m tools.launch make-secrets $(FOLDER) $(DATABASE)

install-units: ## for an installation: write systemd units, user, log limits and ligalo-manage below a folder (DESTDIR=/)
	@$(PYTHON) -m tools.launch install-units $(or $(DESTDIR),/)

rehearse-install: ## install and start everything of deploy/processes.toml in a folder, without Docker or root, and prove that it works
	@$(or $(wildcard .venv/bin/python),$(PYTHON)) -m tools.installation

schema: ## write api/openapi.json, the reviewed copy of the API's OpenAPI document, and the client's part made of it
	@$(PYTHON) -m tools.launch manage write_api_schema
	@$(PYTHON) -m tools.launch client-code

client-code: ## generate clients/python/ligalo_client/generated from api/openapi.json
	@$(PYTHON) -m tools.launch client-code

client: ## build the wheel of the Python client in var/client
	@$(PYTHON) -m tools.launch client

publish-schema: ## for a release: make api/openapi.json the published contract, unless it breaks clients
	@$(PYTHON) -m tools.contract --publish

lock: ## compile the package lists, with hashes, from the .in files
	@$(PYTHON) -m tools.launch lock $(ARGS)

messages: ## collect the translatable texts into locale/ and compile them (needs gettext)
	@$(PYTHON) -m tools.launch messages

bench-replay: ## measure the rounds per second of `replay --batch` (ARGS="--rounds 50000")
	@$(PYTHON) -m tools.benchmarks.replay $(ARGS)

bench-math: ## measure time, memory and parts of `rtp` for ten rule sets (ARGS="--runs 5")
	@$(WITH_NUMPY) -m tools.benchmarks.mathematics $(ARGS)

bench-agreement: ## compare two million rounds of each of 18 rule sets with the mathematics; half an hour
	@$(WITH_NUMPY) -m tools.benchmarks.agreement $(ARGS)

bench-ledger: ## compare transfers per second with the server's own TPC-B, up to five million entries; nine minutes (ARGS="--quick")
	@$(or $(wildcard .venv/bin/python),$(PYTHON)) -m tools.benchmarks.ledger $(ARGS)

bench-many: ## compare settling the seven players of a deal by seven calls of post() and by one of post_many()
	@$(or $(wildcard .venv/bin/python),$(PYTHON)) -m tools.benchmarks.ledger_many $(ARGS)

bench-play: ## compare a request of play with a bare Django view, after a million rounds; ten minutes (ARGS="--quick")
	@$(or $(wildcard .venv/bin/python),$(PYTHON)) -m tools.benchmarks.play $(ARGS)

bench-live: ## measure 5,000 open streams, then 15 full live tables, also with a standby; fifteen minutes (ARGS="--quick", ARGS="--minutes 10")
	@$(or $(wildcard .venv/bin/python),$(PYTHON)) -m tools.benchmarks.live $(ARGS)

bench-api: ## compare bets and decisions by the API with the page's, and time its lists after a million rounds; ten minutes (ARGS="--quick")
	@$(or $(wildcard .venv/bin/python),$(PYTHON)) -m tools.benchmarks.api $(ARGS)

bench-pages: ## measure a first visit on a throttled phone: bytes, first card, load, way to the first hand; three minutes (ARGS="--times 3")
	@$(or $(wildcard .venv/bin/python),$(PYTHON)) -m tools.benchmarks.pages $(ARGS)

bench-stalled: ## measure how long others wait beside 200 stalled forms, on a running site (ARGS="http://127.0.0.1:8000 --bodies 200")
	@$(PYTHON) -m tools.benchmarks.stalled $(ARGS)

bench-reports: ## measure the cost of each report, its page and its files on a million rounds (ROUNDS=10000000, ARGS="--days 366")
	@$(or $(wildcard .venv/bin/python),$(PYTHON)) -m tools.benchmarks.reports --rounds $(ROUNDS) $(ARGS)

bench-rtp-alarm: ## measure false alarms of the RTP alarm, and how soon it finds a fault; twenty minutes (ARGS="--rounds 50000")
	@$(or $(wildcard .venv/bin/python),$(PYTHON)) -m tools.benchmarks.rtp_alarm $(ARGS)

rng-battery: ## test the random numbers on ten million cards, and that faulty copies are rejected; two minutes (ARGS="--cards 1000000")
	@$(or $(wildcard .venv/bin/python),$(PYTHON)) -m tools.randomness $(ARGS)

bench-signals: ## print power and false alarms of each statistical signal on simulated players; twenty minutes (ARGS="--only CC1,INT1")
	@$(or $(wildcard .venv/bin/python),$(PYTHON)) -m tools.benchmarks.signals $(ARGS)

bench-signals-full: ## the same with enough years to see false alarms of half a per cent a year; hours
	@$(or $(wildcard .venv/bin/python),$(PYTHON)) -m tools.benchmarks.signals --players 1000 --years 1000 --rounds 72000 $(ARGS)

bench-signals-night: ## measure the nightly increment of fraud signals, and that of twice the players (ARGS="--rounds 200000")
	@$(or $(wildcard .venv/bin/python),$(PYTHON)) -m tools.benchmarks.signals_night $(ARGS)

rehearse-shards: ## move money between two ledgers 10,000 times, with kills at every step; minutes (ARGS="--transfers 1000 --seed 7")
	@$(or $(wildcard .venv/bin/python),$(PYTHON)) -m tools.shards $(ARGS)

plots: ## redraw the plots of docs/mathematics.md, and print their figures
	@$(WITH_NUMPY) -m tools.benchmarks.plots $(ARGS)

reference: ## generate docs/rules-reference.md from the fields of the rules
	@$(PYTHON) -m blackjack reference > docs/rules-reference.md

screenshots: ## retake the pictures of docs/screenshots (needs Chromium)
	@$(PYTHON) -m tools.launch test -n 0 -q tests/everywhere/screenshots.py

clean: ## remove caches and collected static files; data, secrets and packages stay
	rm -rf var/static var/log var/bytecode .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -not -path './.venv/*' -prune -exec rm -rf {} +
