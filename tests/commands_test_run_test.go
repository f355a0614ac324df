package tests

import (
	"io"
	"path/filepath"
	"regexp"

	"github.com/rogpeppe/go-internal/testscript"
)

// beginRun is run for what never listens: a watch.
func beginRun(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, !neg && len(args) >= 2, "begin-run <name> [NAME=value]… <argument>…")
	env, arguments := assignments(stateOf(ts).env, args[1:])
	app, err := launch(fwrun(ts, env, arguments...), filepath.Join(ts.Getenv("WORK"), args[0]+".log"))
	ts.Check(err)
	ts.Defer(app.kill)
	stateOf(ts).running[args[0]] = app
}

// unstable is what differs from run to run.
var unstable = regexp.MustCompile(`\b\d+ ms\b|\b\d+\.\d s\b|"traceId":"[0-9a-f]{32}"`)

func printStable(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, !neg && len(args) == 0, "stable")
	_, err := io.WriteString(ts.Stdout(), unstable.ReplaceAllString(ts.ReadFile("stdout"), "…"))
	ts.Check(err)
}
