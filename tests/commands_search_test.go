package tests

import (
	"fmt"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/fwrun/fwrun/migrate/search/searchtest"
)

// searching is held by the script that uses the node, which all scripts share.
var searching sync.Mutex

// startSearch gives the script the node, for itself and empty.
func startSearch(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, !neg && len(args) == 0, "search")
	searching.Lock()
	ts.Defer(searching.Unlock)
	t := scriptTB{ts: ts, t: stateOf(ts).t}
	node := searchtest.Shared(t)
	node.Clean(t)
	ts.Setenv("SEARCH", searchtest.NewProxy(t, node).URL)
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

func (s scriptTB) Skipf(format string, args ...any) { s.t.Skip(fmt.Sprintf(format, args...)) }

func (s scriptTB) Cleanup(f func()) { s.ts.Defer(f) }
