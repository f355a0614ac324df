package script

import (
	"fmt"
	"os"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/fwrun/fwrun/migrate/search/searchtest"
)

// Searching is held by the script that uses the node, which all scripts share.
var Searching sync.Mutex

// startSearch gives the script the node, for itself and empty, or one of its own with TLS and users.
func startSearch(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, !neg && len(args) <= 1, "search [bare|secured]")
	t := scriptTB{ts: ts, t: stateOf(ts).t}
	if len(args) == 1 && args[0] == "secured" {
		node := searchtest.StartSecured(t)
		ts.Setenv("SEARCH", node.URL)
		ts.Setenv("SEARCH_CA", node.Certificate())
		return
	}
	Searching.Lock()
	ts.Defer(Searching.Unlock)
	node := searchtest.Shared(t)
	node.Clean(t)
	ts.Setenv("SEARCH", node.URL)
	if len(args) == 0 {
		ts.Setenv("SEARCH", searchtest.NewProxy(t, node).URL)
	}
}

// scriptTB is a testing.TB for a script, as far as searchtest needs one.
type scriptTB struct {
	testing.TB
	ts *testscript.TestScript
	t  testscript.T
}

func (scriptTB) Helper() {}

func (s scriptTB) Fatal(args ...any) { s.ts.Fatalf("%s", fmt.Sprint(args...)) }

func (s scriptTB) Fatalf(format string, args ...any) { s.ts.Fatalf(format, args...) }

func (s scriptTB) Skip(args ...any) { s.t.Skip(fmt.Sprint(args...)) }

func (s scriptTB) Skipf(format string, args ...any) { s.t.Skip(fmt.Sprintf(format, args...)) }

func (s scriptTB) TempDir() string {
	folder, err := os.MkdirTemp("", "fwrun-search-")
	s.ts.Check(err)
	s.ts.Defer(func() { _ = os.RemoveAll(folder) })
	return folder
}

func (s scriptTB) Cleanup(f func()) { s.ts.Defer(f) }
