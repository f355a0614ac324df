# Few verbs: build, test, check, bench. `make check` is what CI runs; docs/testing.md tells what runs where, and how long.
export CGO_ENABLED = 0
LINT_VERSION = v2.12.0
LINT = bin/golangci-lint-$(LINT_VERSION)
# A cache of this checkout's own: findings remember paths, and the exclusions go by path.
export GOLANGCI_LINT_CACHE = $(CURDIR)/bin/lint-cache
# Compilers collect garbage near a limit only: see tests/needs.
COMPILER = GOGC=off GOMEMLIMIT=1536MiB
# The packages of the engine whose tests run with tricks.
TRICKED = $(shell go list -test -f '{{if .ForTest}}{{.ForTest}} {{.Deps}}{{end}}' ./engine/... | grep -w fwrun/engine/inside | cut -d' ' -f1 | sort -u)
BENCHED = $(shell grep -rl --include='*_test.go' --exclude-dir=node_modules --exclude-dir=tools '^func Benchmark' . | xargs dirname | sort -u)

.PHONY: build image test quick check compat format vet lint race plain both fuzz bench release published site clean

build: ## the binary, in bin/, optimised for where cmd/fwrun/fwrun.pgo says that the time goes
	go build -pgo=cmd/fwrun/fwrun.pgo -trimpath -o bin/fwrun ./cmd/fwrun

image: build ## the image of fwrun alone, in bin/
	bin/fwrun image -o bin/fwrun.tar --name fwrun:latest

test: ## all tests, or those of an area: make test AREA=queue [ARGS=-count=1]
	go run ./tests/run -area "$(AREA)" -- $(ARGS)

quick: ## unit tests of what the working tree changed, and of what imports it
	go run ./tests/run -quick -- -short $(ARGS)

compat: ## docs/guide/compatibility.md, of what the tests in tests/platform/compat find
	go test -count=1 ./tests/platform -run '^(TestCompatibility|TestNodeAgrees)$$' -update

check: format lint both ## everything CI holds; lint does what vet does

format: $(LINT)
	@changed="$$($(LINT) fmt --diff ./... 2>&1)"; if [ -n "$$changed" ]; then echo "$$changed"; echo "run: $(LINT) fmt ./..."; exit 1; fi
	go mod tidy -diff
	go -C tools mod tidy -diff

vet:
	go vet ./...
	go -C tools vet ./...

lint: $(LINT) # with 4 GB of memory; what it wants compiled, which the tests want, too, is compiled before, by compilers that have less
	$(COMPILER) go list -e -export -test -f '{{""}}' ./...
	GOGC=off GOMEMLIMIT=4GiB $(LINT) run ./...
	cd tools && $(COMPILER) go list -e -export -test -f '{{""}}' ./... && GOGC=off GOMEMLIMIT=4GiB ../$(LINT) run ./...

race: ## all tests, each once: with the race detector (which needs cgo) where a package has goroutines
	go run ./tests/run -race -area "$(AREA)" -- $(ARGS)

plain: ## the tests of the engine without what goja has no API for: see docs/engine-inside.md
	FWRUN_TRICKS=off go test -short -vet=off $(TRICKED)

both: ## race, and plain beside it
	go run ./tests/run -race -plain -area "$(AREA)" -- $(ARGS)

fuzz: ## each fuzz target with a few thousand inputs; findings go to testdata/fuzz
	./scripts/fuzz.sh 3000x

bench: ## the figures of the hot path, with allocations
	go test -run '^$$' -bench . -benchmem $(BENCHED)
	go -C tools test -run '^$$' -bench . -benchmem ./bench

release: ## the files of a release, in dist/, of the commit that is checked out: make release VERSION=v1.2.3 [PLATFORMS=linux/amd64,…]
	go -C tools run ./release/make -version "$(VERSION)" -platforms "$(PLATFORMS)" -o dist

published: ## the documents as they read once a release is published: the workflow of releases runs it
	go -C tools run ./release/make -publish

site: ## the documentation as static pages, which scripts/examples/site serves: make site [SITE=folder] [BASE=/path/]
	go -C tools run ./site/make $(if $(SITE),-o "$(SITE)") $(if $(BASE),-base "$(BASE)")

clean:
	rm -rf bin

$(LINT): # what is not its hot path without inlining, which takes the compiler a third of its time
	@mkdir -p bin
	$(COMPILER) GOBIN=$(CURDIR)/bin go install -gcflags=github.com/...=-l github.com/golangci/golangci-lint/v2/cmd/golangci-lint@$(LINT_VERSION)
	mv bin/golangci-lint $@
