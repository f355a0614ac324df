# Few verbs: build, test, check, bench. `make check` is what CI runs.
export CGO_ENABLED = 0
LINT_VERSION = v2.12.0
LINT = bin/golangci-lint-$(LINT_VERSION)
# A cache of this checkout's own: findings remember paths, and the exclusions go by path.
export GOLANGCI_LINT_CACHE = $(CURDIR)/bin/lint-cache
# The whole-program tests start the binary in processes of its own, which the race detector does not see, and a release is made on one
# goroutine. The go command begins with the packages that it is told of first, and takes each once: those that take the longest.
LONGEST = ./migrate/search ./queue/jetstream ./queue/kafka ./engine/guard ./app ./queue/table ./queue/rabbitmq
RACED = $(LONGEST) $(shell go list ./... | grep -vE '/(bench|cmd|release|scripts|site|tests)(/|$$)')
BENCHED = $(shell grep -rl --include='*_test.go' --exclude-dir=node_modules '^func Benchmark' . | xargs dirname | sort -u)

# Many tests wait for servers: with more packages at a time than processors these are busy meanwhile. The whole-program tests, which the
# race detector does not run, share the disk with few.
AT_ONCE = -p 3

.PHONY: build image test check compat format vet lint race fuzz bench release site clean

build: ## the binary, in bin/, optimised for where release/fwrun.pgo says that the time goes
	go build -pgo=release/fwrun.pgo -trimpath -o bin/fwrun ./cmd/fwrun

image: build ## the image of fwrun alone, in bin/
	bin/fwrun image -o bin/fwrun.tar --name fwrun:latest

test: ## unit and whole-program tests, without the profile: with it every library is compiled once more
	go test -timeout 40m ./tests ./bench $(LONGEST) ./...

compat: ## docs/guide/compatibility.md, of what the tests in tests/compat find
	go test -count=1 ./tests/platform -run '^(TestCompatibility|TestNodeAgrees)$$' -update

check: format vet lint race fuzz test ## everything CI holds

format: $(LINT)
	@changed="$$($(LINT) fmt --diff ./... 2>&1)"; if [ -n "$$changed" ]; then echo "$$changed"; echo "run: $(LINT) fmt ./..."; exit 1; fi

vet:
	go vet ./...

lint: $(LINT)
	$(LINT) run ./...

race: ## what runs on several goroutines, with the race detector (which needs cgo)
	CGO_ENABLED=1 go test -race -short -timeout 25m $(AT_ONCE) $(RACED)

fuzz: ## each fuzz target with a few thousand inputs; findings go to testdata/fuzz
	./scripts/fuzz.sh 3000x

bench: ## the figures of the hot path, with allocations
	go test -run '^$$' -bench . -benchmem $(BENCHED)

release: ## the files of a release, in dist/, of the commit that is checked out: make release VERSION=v1.2.3 [PLATFORMS=linux/amd64,…]
	go run ./release/make -version "$(VERSION)" -platforms "$(PLATFORMS)" -o dist

site: ## the documentation as static pages, which scripts/examples/site serves: make site [SITE=folder] [BASE=/path/]
	go run ./site/make $(if $(SITE),-o "$(SITE)") $(if $(BASE),-base "$(BASE)")

clean:
	rm -rf bin

$(LINT):
	@mkdir -p bin
	GOBIN=$(CURDIR)/bin go install github.com/golangci/golangci-lint/v2/cmd/golangci-lint@$(LINT_VERSION)
	mv bin/golangci-lint $@
