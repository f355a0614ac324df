// Command bench measures the binary as a whole, where `go test -bench` measures its parts.
//
//	go -C tools run ./bench table    # against fasthttp, Fastify, NestJS, Bun, Hono and Go: five small endpoints, and a backend of articles
//	go -C tools run ./bench reload   # from a saved file to the answer of the new code
//	go -C tools run ./bench packages -binaries …  # what large packages cost at a start, a reload and a check; it installs them with npm
//	go -C tools run ./bench start    # start to first 200, and idle memory, of the users example
//	go -C tools run ./bench await    # 5,000 requests that each await a 200 ms fetch, on two workers
//	go -C tools run ./bench clone    # from a fresh clone to the first answer, and what each library costs
//	go -C tools run ./bench compare  # this tree against an earlier commit
//	go -C tools run ./bench tricks   # this tree with all tricks of the engine, and without one of them at a time
//	go -C tools run ./bench memory   # idle memory and start of this tree against an earlier commit
//	go -C tools run ./bench mcp      # tools of an MCP server, against the official Go and TypeScript SDKs
//	go -C tools run ./bench migrate  # migrations of SQLite and of a search cluster, from the command line
//	go -C tools run ./bench tokens   # a route that takes a token, against Fastify with @fastify/jwt
//	go -C tools run ./bench images   # three variants of a photograph of 12 megapixels, against golang.org/x/image
//	go -C tools run ./bench platform  # what applications use of the web platform and of Node's modules, against Node and Go's own calls
//	go -C tools run ./bench queues   # messages of an application: a second, in a request, at start, beside requests
//	go -C tools run ./bench management  # what management endpoints and metrics cost: at start, idle, in a request, when asked
//	go -C tools run ./bench supervise  # a server that is killed under load: when the next one answers, and what fails
//	go -C tools run ./bench attack  # bombs, floods, slow sockets, stops and kills for ten minutes, beside an honest client
//	go -C tools run ./bench overload  # four times as many requests as can be served: how late the answers are, and for how long
//	go -C tools run ./bench scale  # what applications of 10 to 3,000 controllers cost: check, starts, reload, memory
//	go -C tools run ./bench logins  # 100 log-ins a second: how late the answers of a plain route are beside them
//	go -C tools run ./bench heavy  # a plain route beside handlers that compute for a tenth of a second, against an earlier commit
//	go -C tools run ./bench coverage  # a run of the tests of an example without and with counters
//	go -C tools run ./bench inspect  # what the debugger's port costs, an attached debugger, counters, and attaching to 1,000 controllers
//	go -C tools run ./bench profile  # where the time goes, for the compiler: cmd/fwrun/fwrun.pgo
//
// It builds what it measures, runs it on loopback and prints medians. Flags follow the
// command; `go -C tools run ./bench table -help` lists them.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
)

func main() {
	err := os.Chdir("..") // out of the folder of its module: paths are those of the repository
	if err == nil {
		err = run(os.Args[1:])
	}
	if err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// command is one command of the command line, with the flags after it.
type command struct {
	name string
	run  func(args []string) error
}

func commands() []command {
	return []command{
		{"table", measureTable},
		{"start", withBinary(measureStart)},
		{"await", withBinary(measureAwait)},
		{"clone", measureClone},
		{"reload", measureReload},
		{"packages", measurePackages},
		{"compare", measureChange},
		{"tricks", measureTricks},
		{"memory", measureMemory},
		{"cache", measureCacheHit},
		{"mcp", measureMCP},
		{"migrate", measureMigrate},
		{"tokens", measureTokens},
		{"images", measureImages},
		{"platform", measurePlatform},
		{"queues", measureQueues},
		{"management", measureManagement},
		{"supervise", measureSupervise},
		{"attack", measureAttack},
		{"overload", measureOverload},
		{"scale", measureScale},
		{"logins", measureLogins},
		{"heavy", measureHeavy},
		{"coverage", measureCoverage},
		{"inspect", measureInspect},
		{"profile", makeProfile},
	}
}

func run(args []string) error {
	all := commands()
	if len(args) > 0 {
		if i := slices.IndexFunc(all, func(c command) bool { return c.name == args[0] }); i >= 0 {
			return all[i].run(args[1:])
		}
	}
	var names []string
	for _, c := range all {
		names = append(names, c.name)
	}
	return fmt.Errorf("usage: go -C tools run ./bench %s", strings.Join(names, "|"))
}

// withBinary builds the binary of this tree and passes it to a measurement without flags.
func withBinary(measure func(binary string) error) func([]string) error {
	return func(args []string) error {
		if len(args) != 0 {
			return fmt.Errorf("there are no flags: %q", args)
		}
		folder, remove, err := scratch()
		if err != nil {
			return err
		}
		defer remove()
		binary, err := buildFwrun(folder)
		if err != nil {
			return err
		}
		return measure(binary)
	}
}
