# Owl: `make run` opens the demo, `make test` checks everything, `make help` lists the rest.
# Each target does the set-up that it needs. A fresh machine needs Go 1.26.8, a C++ compiler,
# make and Python 3 with pip.
#
# OWL_NATIVE=DIR        use a prepared folder of native parts, download nothing
# EPICS_BASE and PVXS   build against a site's own EPICS; EPICS_HOST_ARCH names the library folder

VERSION  := $(shell git describe --tags --always --dirty 2>/dev/null || echo dev)
SOURCES  := go.mod go.sum $(shell find app views engine epics ingest assets -not -name '*_test.go')
FUZZTIME ?= 20s
LINT     := .cache/bin/golangci-lint
LINT_MOD := github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.15.0

ifneq ($(OWL_NATIVE),)
NATIVE   := $(abspath $(OWL_NATIVE))
SITE_CXX := -D_GLIBCXX_USE_CXX11_ABI=0 -I$(NATIVE)/include
SITE_LD  := -L$(NATIVE)/lib -Wl,-rpath,$(NATIVE)/lib
else
NATIVE   := $(CURDIR)/.native
endif
ifneq ($(and $(EPICS_BASE),$(PVXS)),)
ARCH     := $(or $(EPICS_HOST_ARCH),linux-x86_64)
SITE_CXX := $(addprefix -I,$(PVXS)/include $(EPICS_BASE)/include $(EPICS_BASE)/include/os/Linux $(EPICS_BASE)/include/compiler/gcc)
SITE_LD  := -Wl,--disable-new-dtags $(foreach dir,$(PVXS)/lib/$(ARCH) $(EPICS_BASE)/lib/$(ARCH),-L$(dir) -Wl,-rpath,$(dir))
endif
ifneq ($(SITE_CXX),)
export CGO_CXXFLAGS := -O2 $(SITE_CXX)
export CGO_LDFLAGS  := -O2 $(SITE_LD)
export GOFLAGS      := $(shell go env GOFLAGS) -tags=ownnative
IOC_FLAGS := $(SITE_CXX) $(SITE_LD)
else
IOC_FLAGS := -D_GLIBCXX_USE_CXX11_ABI=0 -I$(NATIVE)/include -L$(NATIVE)/lib -Wl,-rpath,\$$ORIGIN/../lib:\$$ORIGIN/../.native/lib
endif

.PHONY: help run test test-native test-llm test-neo4j test-stores soak build bench shots lint fmt fuzz dist check-dist native verify-native tools clean always

help: ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  make %-14s %s\n", $$1, $$2}' Makefile

run: build ## open the console on the demo facility; without a terminal, answer one question and end
	@if [ -t 0 ] && [ -t 1 ]; then exec bin/owl demo; else exec bin/owl demo --smoke; fi

test: build ## set up, vet, build and run every test
	go vet ./...
	OWL_NATIVE=$(NATIVE) go test ./...

test-native: ## test the download of the native parts, with made-up wheels
	python3 assets/native/fetch_test.py

build: native bin/owl bin/owl-ioc ## build bin/owl, and the IOC of the demo facility

bin/owl: $(SOURCES) bin/.flags | native
	go build -ldflags '-X main.version=$(VERSION)' -o $@ ./app

bin/owl-ioc: $(wildcard epics/sim/ioc/*) bin/.ioc.flags | native
	CXX="$(CXX)" sh epics/sim/ioc/build.sh $@ $(IOC_FLAGS)

# What else a build depends on: a program is linked again when its text changes.
bin/.flags: FLAGS := $(VERSION) $(SITE_CXX) $(SITE_LD)
bin/.ioc.flags: FLAGS := $(CXX) $(IOC_FLAGS)
bin/.flags bin/.ioc.flags: always
	@mkdir -p bin && { echo '$(FLAGS)' | cmp -s - $@ || echo '$(FLAGS)' >$@; }

LLM ?= large
test-llm: native ## ask a real language model, 1.3 GB; LLM=small takes 130 MB and only checks the wire
	@for size in small $(LLM); do python3 engine/adapters/llm/testdata/fetch.py .cache/llm $$size || echo "the tests of this model are skipped" >&2; done
	OWL_TEST_LLM=$(LLM) go test -count=1 -v -timeout 90m -run '^(TestWire|TestLargeModel)$$' ./engine/adapters/llm

test-neo4j: native ## ask a real Neo4j, started here with Java 17 and Maven; 130 MB and some minutes
	@mkdir -p .cache/neo4j
	OWL_NATIVE=$(NATIVE) OWL_TEST_NEO4J=$(CURDIR)/.cache/neo4j go test -p 1 -count=1 -v -timeout 20m -run "RealServer|AnswersLike" ./engine/adapters/neo4j ./app/wire

test-stores: ## ask a real Meilisearch and Qdrant, whose addresses stand in OWL_TEST_MEILISEARCH and OWL_TEST_QDRANT
	go test -count=1 -v -run TestRealServer ./engine/adapters/meilisearch ./engine/adapters/qdrant

SOAK ?= 30m
soak: build ## watch, get and restart an IOC for SOAK, and see that nothing grows
	OWL_NATIVE=$(NATIVE) OWL_SOAK=$(SOAK) go test -count=1 -v -timeout 24h -run '^TestSoak$$' ./epics

bench: build ## measure speed and memory and print a table
	OWL_NATIVE=$(NATIVE) go run ./bench/speed

shots: build ## take the pictures of the README from the console on the demo facility
	OWL_NATIVE=$(NATIVE) go run ./bench/shots

lint: native $(LINT) ## run the linters of .golangci.yml
	$(LINT) run ./...

fmt: $(LINT) ## format the Go files
	$(LINT) fmt ./...

$(LINT): | tools
	@echo "building golangci-lint, about 3 minutes the first time" >&2
	GOBIN=$(abspath $(dir $@)) go install $(LINT_MOD)

fuzz: native ## run every fuzz target for FUZZTIME each
	@list=$$(go test -list '^Fuzz' ./...) || { echo "$$list" >&2; exit 1; }; echo "$$list" | \
	awk '/^Fuzz/ {f[++n] = $$1} /^ok/ {for (i = 1; i <= n; i++) print $$2, f[i]; n = 0}' | \
	while read -r package target; do \
		echo "$$package $$target"; \
		go test -run '^$$' -fuzz "^$$target\$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 20x "$$package" || exit 1; \
	done

dist: native ## make dist/owl-VERSION-linux-amd64.tar.gz, which needs no Go, compiler or network
	NATIVE=$(NATIVE) VERSION=$(VERSION) sh assets/native/dist.sh

check-dist: dist ## unpack it into an empty folder and run it there
	VERSION=$(VERSION) sh assets/native/check-dist.sh

native: tools
ifeq ($(OWL_NATIVE),)
	@python3 assets/native/fetch.py $(NATIVE)
else
	@test -d $(NATIVE)/lib || { echo "OWL_NATIVE=$(OWL_NATIVE) has no folder lib" >&2; exit 1; }
endif

verify-native: native ## read every native part and compare its SHA-256
	@python3 assets/native/fetch.py --verify $(NATIVE)

tools:
	@need() { command -v "$$1" >/dev/null || { echo "missing: $$2" >&2; exit 1; }; }; \
	need go "Go 1.26.8 or newer; install it and put it on PATH"; \
	need $(firstword $(CXX)) "a C++ compiler; install g++, or set CXX"; \
	need python3 "Python 3.8 or newer with pip; install python3 and python3-pip"; \
	go list -m >/dev/null

clean: ## remove all that make has made here
	rm -rf bin dist .cache .native .native.*
