# The commands of the project. `make` alone lists them; each installs what it misses.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help

PORT ?= 8080
DATA ?= data
SUDO := $(shell [ "$$(id -u)" = 0 ] || echo sudo)

# An import that Package.swift does not declare fails the build, warm or cold.
BUILD := swift build --explicit-target-dependency-import-check error
# With the standard library in the program its calls lead there at once: an edit costs a tenth less, and
# the program runs where no Swift is. What one module calls of another becomes part of it, which saves some
# more. What it is measured beside is built alike.
OPTIMISED := -c release --static-swift-stdlib -Xswiftc -cross-module-optimization
RELEASE := $(BUILD) $(OPTIMISED)

BUILD_PACKAGES := libsqlite3-dev libssl-dev zlib1g-dev libdeflate-dev libbrotli-dev \
  libqrencode-dev liburing-dev libcurl4-openssl-dev libjemalloc-dev
TEST_PACKAGES := $(BUILD_PACKAGES) nodejs node-typescript chromium-headless-shell fonts-noto-core \
  fonts-noto-cjk python3-venv libfaketime openssl zbar-tools nginx-light caddy

.PHONY: help
help: ## Lists these commands
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  make \1\t/' | expand -t 22

# The build that people run. The tests that start a server start this one: what only an optimised
# build does wrong, such as reading what was freed, is theirs to find.
SERVER := .build/release/dogear

.PHONY: server
server: build-tools ## Builds Dogear, .build/release/dogear
	$(RELEASE) --product dogear

.PHONY: run
run: server ## Builds Dogear and serves it on http://127.0.0.1:8080; open the link it prints
	exec $(SERVER) serve --data $(DATA) --port $(PORT) --web Web

.PHONY: test
test: lint server test-units test-together test-simulation test-browser ## Runs everything: format, build, Swift, conformance, JavaScript, protocol, simulator and browser tests

# What waits for others, or runs on one processor, two at a time, of each the lines together. What only
# computes gives way (`nice`) to whoever has a time to keep.
.PHONY: test-together
test-together:
	$(MAKE) --jobs 2 --output-sync=target test-sockets walk test-autobahn test-web test-protocol

.PHONY: lint
lint: build-tools ## Checks the format of all Swift sources
	swift format lint --strict --recursive --parallel Package.swift Sources Tests

.PHONY: test-swift
test-swift: test-units test-sockets ## Builds with every warning an error and runs the Swift tests

# Those that talk over sockets have a run of their own: beside tests that only compute, and hold all
# threads, their clients would be silent for longer than a server waits. All of them at once would be, too:
# so many have their turn at a time, of which most wait.
SOCKET_TESTS := ^(ServerTests|TransportTests|CommandTests|ReplicaClientTests)\.
SOCKET_TEST_WIDTH := 6

.PHONY: tests
tests: test-tools
	$(BUILD) --build-tests

.PHONY: test-units
test-units: tests
	DOGEAR_FUZZ_SEED=$(FRESH_FROM) swift test --skip-build --skip '$(SOCKET_TESTS)'

# Nobody builds while Swift's tests run: all programs come first.
.PHONY: test-sockets
test-sockets: server walk-program echo-program tests
	DOGEAR_BINARY=$(CURDIR)/$(SERVER) SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=$(SOCKET_TEST_WIDTH) \
	  swift test --skip-build --filter '$(SOCKET_TESTS)'

# A debug build walks only some thousand steps of the same kind.
.PHONY: walk
walk: walk-program ## Walks 100,000 random steps through the navigation; JavaScript's went the same way
	nice .build/release/walk

.PHONY: walk-program
walk-program: build-tools
	$(RELEASE) --product walk

.PHONY: echo-program
echo-program: build-tools
	$(RELEASE) --product echo

# The suite of all WebSocket servers is no part of the project: where it does not stand beside it, or
# is not named, this says so and goes on.
AUTOBAHN ?= ../shared/tools/autobahn

.PHONY: test-autobahn
test-autobahn: echo-program ## Asks the Autobahn suite, where it stands beside, whether we speak WebSocket: all but its longest cases
	Tests/Echo/autobahn.sh .build/release/echo $(AUTOBAHN) --quick
	Tests/Echo/autobahn.sh .build/release/echo $(AUTOBAHN) '9.*' '12.*.3' '13.*.3'

.PHONY: autobahn
autobahn: echo-program ## Runs the whole Autobahn suite, where it stands beside, in about ten minutes
	Tests/Echo/autobahn.sh .build/release/echo $(AUTOBAHN)

# Each target for so long, or for so many inputs if that is sooner, with the coverage of libFuzzer, which
# says at the end how many there were; what it finds is left in .artifacts/fuzz, which Swift's own report
# of a crash would prevent.
FUZZ_SECONDS ?= 60
FUZZ_RUNS ?= -1
FUZZ_TARGETS ?= frames inflate requests wire links imports

.PHONY: fuzz
fuzz: build-tools ## Looks for bytes that break a promise: make fuzz FUZZ_SECONDS=600 FUZZ_TARGETS=frames
	DOGEAR_FUZZ=1 $(RELEASE) --product fuzz --sanitize fuzzer --build-path .build/fuzz
	for target in $(FUZZ_TARGETS); do \
	  mkdir -p .build/fuzz/corpus/$$target .artifacts/fuzz; \
	  SWIFT_BACKTRACE=enable=no DOGEAR_FUZZ_TARGET=$$target \
	    .build/fuzz/release/fuzz -max_total_time=$(FUZZ_SECONDS) -runs=$(FUZZ_RUNS) -timeout=10 \
	    -rss_limit_mb=1024 -print_final_stats=1 -artifact_prefix=.artifacts/fuzz/$$target- \
	    .build/fuzz/corpus/$$target Tests/Fuzz/Corpora/$$target; \
	done

.PHONY: test-web
test-web: test-tools ## Checks and tests the modules of Web/ in Node
	tsc --project Tests/Web/tsconfig.json
	node --check Web/sw.js
	nice node --test --test-concurrency=2 Tests/Web/*.test.mjs

.PHONY: test-protocol
test-protocol: server test-tools .venv/stamp ## Runs the protocol page's examples and a plain Python client
	.venv/bin/python -m pytest -q -n 3 --dist loadgroup Tests/Protocol

.PHONY: test-browser
test-browser: server test-tools .venv/stamp ## Drives the real server with real Chromium; screenshots in .artifacts/
	.venv/bin/python -m pytest -q -n 3 --dist loadgroup Tests/Browser

# The sync engine with its historical bugs to be switched on is a build of its own.
SIMULATE := .build/simulate/release/simulate

.PHONY: simulator
simulator: build-tools
	DOGEAR_MUTANTS=1 $(RELEASE) --product simulate --build-path .build/simulate

.PHONY: simulate
simulate: simulator simulate-traces ## Tries to break the sync engine: make simulate SEEDS=1..2000
	$(SIMULATE) $(or $(SEEDS),1..2000)
	$(SIMULATE) --mutants

# The same worlds every time, beyond those of the Swift tests, and as many fresh ones as FRESH says:
# they follow from the commit, so that one that fails does so again. A bug not found in so many worlds
# fails.
FRESH ?= 300
FRESH_FROM ?= $(shell git log -1 --format=%ct 2>/dev/null || date +%s)000

.PHONY: test-simulation
test-simulation: simulator simulate-traces ## Simulates some eight hundred worlds, finds every planted bug, replays replicas in JavaScript
	$(SIMULATE) 1..100
	$(SIMULATE) 101..500
	@(( $(FRESH) == 0 )) || $(SIMULATE) $(FRESH_FROM)..$$(($(FRESH_FROM) + $(FRESH) - 1))
	$(SIMULATE) --mutants 400

# The replica in JavaScript must do what the one in Swift did.
.PHONY: simulate-traces
simulate-traces: simulator
	$(call install,nodejs)
	rm -rf .artifacts/traces
	$(SIMULATE) --traces .artifacts/traces 1..100
	DOGEAR_TRACES=.artifacts/traces node --test Tests/Web/replica-trace.test.mjs

# Some twenty minutes. PARTS names some of it, of framing, sync, idle, devices, paint, away and first:
# make bench PARTS='framing idle'.
PARTS ?=

.PHONY: bench
bench: peers bench-build test-tools .venv/stamp ## Measures a release build beside its peers: one table, ratios first, and .artifacts/bench.json
	$(BENCH_PLACE) .venv/bin/python Tests/Bench/all.py .artifacts/bench.json $(PARTS)

# Data directories lie on this disk, where /tmp may be in memory.
BENCH_PLACE := TMPDIR=$(CURDIR)/.artifacts/bench

.PHONY: bench-build
bench-build: server
	$(RELEASE) --product Bench
	mkdir -p .artifacts/bench

.PHONY: bench-load
bench-load: bench-build peers ## Measures the front door under load: durable acks, committed edits to 5,000 connections, deaf readers
	$(BENCH_PLACE) .build/release/Bench acks fan-out deaf --json .artifacts/load.json

# SwiftNIO and ws are fetched and built where there is a load to put on them, and nowhere else.
export WSLOAD ?= ../shared/tools/wsload/wsload.cpp

.PHONY: peers
peers: build-tools
ifneq ($(wildcard $(WSLOAD)),)
	$(call install,g++ nodejs node-ws)
	swift build $(OPTIMISED) --package-path Tests/Peers --scratch-path .build/peers --product nio
	$(RELEASE) --product echo
endif

.PHONY: bench-framing
bench-framing: peers ## Measures frames alone beside SwiftNIO and ws: echo, fan-out, a lone round trip
	python3 Tests/Bench/framing.py

.PHONY: bench-idle
bench-idle: server test-tools ## Measures 10,000 silent connections, with TLS and without: memory, and what it costs to come
	python3 Tests/Bench/idle.py

# Each needs a build of its own. Races first: the sockets are where threads meet. One test after the
# other: all at once, ten times as slow, they wait for the machine for longer than a server does.
SANITIZED := ^(FramingTests|StoreTests|TransportTests|ServerTests|ReplicaClientTests)\.

.PHONY: sanitize
sanitize: test-tools ## Runs the tests of frames, store, sockets, server and client under ThreadSanitizer and AddressSanitizer
	TSAN_OPTIONS=suppressions=$(CURDIR)/Tests/thread-sanitizer.txt swift test --sanitize=thread --build-path .build/thread --no-parallel --filter '$(SANITIZED)'
	ASAN_OPTIONS=detect_leaks=0 swift test --sanitize=address --build-path .build/address --no-parallel --filter '$(SANITIZED)'

.PHONY: format
format: build-tools ## Formats all Swift sources in place
	swift format --in-place --recursive --parallel Package.swift Sources Tests

.PHONY: clean
clean: ## Removes everything that was built; keeps the libraries in data/
	rm -rf .build .venv .artifacts

# What is missing is asked of dpkg first, so that a complete machine needs no root and no network.
define install
	@missing=(); for package in $(1); do \
	  dpkg-query -W -f '$${Status}' "$$package" 2>/dev/null | grep -q 'ok installed' \
	    || missing+=("$$package"); \
	done; \
	if (( $${#missing[@]} )); then \
	  echo "Installing $${missing[*]}"; \
	  $(SUDO) apt-get update -qq; \
	  $(SUDO) env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$${missing[@]}"; \
	fi
endef

.PHONY: build-tools
build-tools:
	@command -v swift >/dev/null || { echo "Dogear needs a Swift 6.2 or newer toolchain on the PATH: https://www.swift.org/install" >&2; exit 1; }
	$(call install,$(BUILD_PACKAGES))

.PHONY: test-tools
test-tools: build-tools
	$(call install,$(TEST_PACKAGES))

.venv/stamp: Tests/Browser/requirements.txt
	python3 -m venv .venv
	.venv/bin/pip install --quiet --requirement Tests/Browser/requirements.txt
	touch $@
