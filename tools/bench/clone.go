package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"syscall"
	"time"

	"github.com/fwrun/fwrun/tests/ports"
)

// readmeCommand returns the first command of the README, with a flag that makes Go record what it
// compiled when.
func readmeCommand(graph string) []string {
	return []string{"run", "-debug-actiongraph=" + graph, "./cmd/fwrun", "scripts/examples/users"}
}

// measureClone clones the repository into an empty folder, runs the README's first command there
// with empty caches, and reports how the time to the first answer was spent.
func measureClone(args []string) error {
	flags := flag.NewFlagSet("clone", flag.ContinueOnError)
	from := flags.String("from", ".", "the repository to clone: a folder or a URL")
	asMarkdown := flags.Bool("markdown", false, "print the section of tools/bench/README.md")
	if err := flags.Parse(args); err != nil {
		return err
	}
	folder, remove, err := scratch()
	if err != nil {
		return err
	}
	defer remove()
	c := newClone(folder)
	defer c.makeWritable()
	if err := c.clone(*from); err != nil {
		return err
	}
	if err := c.firstAnswer(); err != nil {
		return err
	}
	costs, err := c.costs()
	if err != nil {
		return err
	}
	return printGrids(os.Stdout, costs.grids(c), *asMarkdown)
}

// clone is a fresh checkout with caches of its own.
type clone struct {
	folder  string // the checkout
	modules string // GOMODCACHE
	env     []string
	graph   actionGraph

	cloned, downloaded, built, answered time.Duration // the duration of each step
}

func newClone(folder string) *clone {
	c := &clone{folder: filepath.Join(folder, "fwrun"), modules: filepath.Join(folder, "modules")}
	c.env = append(os.Environ(),
		"GOMODCACHE="+c.modules, "GOCACHE="+filepath.Join(folder, "cache"), "GOFLAGS=", "CGO_ENABLED=0",
		"FWRUN_CACHE="+filepath.Join(folder, "fwrun-cache"))
	return c
}

func (c *clone) clone(from string) error {
	began := time.Now()
	command := exec.Command("git", "clone", "--quiet", from, c.folder)
	command.Stderr = os.Stderr
	err := command.Run()
	c.cloned = time.Since(began)
	return err
}

// firstAnswer runs the README's command until /users is answered, ends it, and divides the time
// by Go's records: Go compiles only after it has downloaded everything.
func (c *clone) firstAnswer() error {
	port, err := ports.Free()
	if err != nil {
		return err
	}
	graph := filepath.Join(filepath.Dir(c.folder), "actions.json")
	command := exec.Command("go", readmeCommand(graph)...)
	command.Dir = c.folder
	command.Env = append(c.env, "SERVER_PORT="+port)
	newGroup(command)
	began := time.Now()
	if err := command.Start(); err != nil {
		return err
	}
	answered, err := waitFor("http://127.0.0.1:"+port+"/users", 30*time.Minute)
	// Interrupt as Ctrl-C does: go waits for the program that it runs, and then writes its
	// records.
	signalGroup(command, syscall.SIGINT)
	_ = command.Wait()
	if err != nil {
		return err
	}
	text, err := os.ReadFile(graph)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(text, &c.graph); err != nil {
		return err
	}
	compiling, linked := c.graph.span()
	c.downloaded, c.built, c.answered = compiling.Sub(began), linked.Sub(compiling), answered.Sub(linked)
	return nil
}

// waitFor sends requests until the answer is 200, and returns the time of that answer.
func waitFor(url string, limit time.Duration) (time.Time, error) {
	client := &http.Client{Timeout: 10 * time.Second}
	for began := time.Now(); time.Since(began) < limit; time.Sleep(2 * time.Millisecond) {
		response, err := client.Get(url)
		if err != nil {
			continue
		}
		_ = response.Body.Close()
		if response.StatusCode == http.StatusOK {
			return time.Now(), nil
		}
	}
	return time.Time{}, fmt.Errorf("%s did not answer within %v", url, limit)
}

// makeWritable lets the module cache, whose folders are read-only, be removed.
func (c *clone) makeWritable() {
	_ = filepath.WalkDir(c.modules, func(path string, entry os.DirEntry, err error) error {
		if err == nil && entry.IsDir() {
			_ = os.Chmod(path, 0o700)
		}
		return nil
	})
}

// action is one step of a build, as `go build -debug-actiongraph` writes it.
type action struct {
	Mode      string
	Package   string
	TimeStart time.Time
	TimeDone  time.Time
	CmdReal   time.Duration
	CmdUser   time.Duration
	CmdSys    time.Duration
}

type actionGraph []action

// span returns when the first compiler started and when the linker was done.
func (g actionGraph) span() (compiling, linked time.Time) {
	for _, a := range g {
		switch {
		case a.Mode == "build" && !a.TimeStart.IsZero() && (compiling.IsZero() || a.TimeStart.Before(compiling)):
			compiling = a.TimeStart
		case a.Mode == "link":
			linked = a.TimeDone
		}
	}
	return compiling, linked
}

// cpu returns the CPU time of compiler and assembler for each package, and that of the linker.
func (g actionGraph) cpu() (byPackage map[string]time.Duration, linking time.Duration) {
	byPackage = map[string]time.Duration{}
	for _, a := range g {
		switch a.Mode {
		case "build":
			byPackage[a.Package] += a.CmdUser + a.CmdSys
		case "link":
			linking += a.CmdUser + a.CmdSys
		}
	}
	return byPackage, linking
}

// sortedBy returns the keys by descending value.
func sortedBy[V int64 | time.Duration](values map[string]V) []string {
	keys := make([]string, 0, len(values))
	for key := range values {
		keys = append(keys, key)
	}
	slices.SortFunc(keys, func(a, b string) int {
		switch {
		case values[a] > values[b]:
			return -1
		case values[a] < values[b]:
			return 1
		}
		return 0
	})
	return keys
}
