package script

import (
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/fwrun/fwrun/tests/harness"
)

var assignment = regexp.MustCompile(`^[A-Z][A-Z0-9_]*=`)

func startApplication(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, len(args) >= 2, "[!] start <name> <folder> [NAME=value]… [flag]…")
	name, env, flags := args[0], stateOf(ts).env, args[2:]
	env, flags = assignments(env, flags)
	arguments := append([]string{"serve", args[1], "--port", "0", "--log-format", "json"}, flags...)
	awaitStart(ts, neg, name, fwrun(ts, env, arguments...))
}

// assignments moves NAME=value from the front of words into the environment.
func assignments(env, words []string) (all, rest []string) {
	for len(words) > 0 && assignment.MatchString(words[0]) {
		env, words = append(env[:len(env):len(env)], words[0]), words[1:]
	}
	return env, words
}

// fwrun returns a command that runs the binary in the script's folder.
func fwrun(ts *testscript.TestScript, env []string, args ...string) *exec.Cmd {
	if len(args) > 0 && args[0] == "test" && !slices.ContainsFunc(args, func(arg string) bool { return strings.HasPrefix(arg, "--timeout") }) {
		args = append(slices.Clip(args), "--timeout", "1m") // the machine may be busy
	}
	cmd := exec.Command(stateOf(ts).bin, args...)
	cmd.Dir, cmd.Env = ts.MkAbs("."), env
	return stateOf(ts).within(cmd)
}

// beginStart starts fwrun and does not wait.
func beginStart(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, !neg && len(args) >= 2, "begin-start <name> <folder> [NAME=value]… [flag]…")
	env, flags := assignments(stateOf(ts).env, args[2:])
	arguments := append([]string{"serve", args[1], "--port", "0", "--log-format", "json"}, flags...)
	stateOf(ts).running[args[0]] = launched(ts, args[0], fwrun(ts, env, arguments...))
}

func awaitListening(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, !neg && len(args) == 1, "listens <name>")
	untilListening(ts, false, args[0], runningApplication(ts, args[0]))
}

// awaitStart runs fwrun until it listens or, if the start should fail, until it has ended.
func awaitStart(ts *testscript.TestScript, neg bool, name string, cmd *exec.Cmd) {
	untilListening(ts, neg, name, launched(ts, name, cmd))
}

func launched(ts *testscript.TestScript, name string, cmd *exec.Cmd) *harness.App {
	app, err := harness.Launch(cmd, filepath.Join(ts.Getenv("WORK"), name+".log"))
	ts.Check(err)
	ts.Defer(app.Kill)
	return app
}

func untilListening(ts *testscript.TestScript, neg bool, name string, app *harness.App) {
	select {
	case url := <-app.Log.Listening:
		if neg {
			ts.Fatalf("%s listens, but should have failed to start", name)
		}
		stateOf(ts).running[name] = app
		ts.Setenv("URL", url)
	case <-app.Exited:
		_, _ = ts.Stderr().Write(app.Log.Bytes())
		if code := app.Cmd.ProcessState.ExitCode(); !neg || code == 0 {
			ts.Fatalf("%s ended with the exit code %d before it listened:\n%s", name, code, app.Log.Bytes())
		}
	case <-time.After(harness.Patience):
		ts.Fatalf("%s does not listen after %v:\n%s", name, harness.Patience, app.Log.Bytes())
	}
}

func shutDown(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, !neg && len(args) == 1, "shutdown <name>")
	state := stateOf(ts)
	app := runningApplication(ts, args[0])
	delete(state.running, args[0])
	ts.Check(app.Cmd.Process.Signal(syscall.SIGTERM))
	select {
	case <-app.Exited:
		if app.Err != nil {
			ts.Fatalf("%s did not stop cleanly: %v\n%s", args[0], app.Err, app.Log.Bytes())
		}
	case <-time.After(harness.Patience):
		ts.Fatalf("%s still runs %v after SIGTERM:\n%s", args[0], harness.Patience, app.Log.Bytes())
	}
}

func runningApplication(ts *testscript.TestScript, name string) *harness.App {
	app := stateOf(ts).running[name]
	if app == nil {
		ts.Fatalf("%s was not started", name)
	}
	return app
}
