package script

import (
	"io"
	"regexp"

	"github.com/rogpeppe/go-internal/testscript"
)

// beginRun is run for a process that never listens, such as a watch.
func beginRun(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, !neg && len(args) >= 2, "begin-run <name> [NAME=value]… <argument>…")
	env, arguments := assignments(stateOf(ts).env, args[1:])
	stateOf(ts).running[args[0]] = launched(ts, args[0], fwrun(ts, env, arguments...))
}

// unstable matches the parts of output that differ from run to run.
var unstable = regexp.MustCompile(`\b\d+ ms\b|\b\d+\.\d s\b|"traceId":"[0-9a-f]{32}"`)

func printStable(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, !neg && len(args) == 0, "stable")
	_, err := io.WriteString(ts.Stdout(), unstable.ReplaceAllString(ts.ReadFile("stdout"), "…"))
	ts.Check(err)
}
