package script

import (
	"bytes"
	"errors"
	"io"
	"net"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"syscall"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/fwrun/fwrun/tests/harness"
)

func runApplication(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, len(args) >= 2, "[!] run <name> [NAME=value]… <argument>…")
	env, arguments := assignments(stateOf(ts).env, args[1:])
	awaitStart(ts, neg, args[0], fwrun(ts, env, arguments...))
}

func expectExit(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, !neg && len(args) >= 1, "exits <code> [NAME=value]… <argument>…")
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	env, arguments := assignments(stateOf(ts).env, args[1:])
	cmd := fwrun(ts, env, arguments...)
	var out, problems bytes.Buffer
	cmd.Stdout, cmd.Stderr = io.MultiWriter(ts.Stdout(), &out), io.MultiWriter(ts.Stderr(), &problems)
	ts.Check(cmd.Start())
	timer := time.AfterFunc(harness.Patience, func() { _ = cmd.Process.Kill() })
	defer timer.Stop()
	if err := cmd.Wait(); err != nil && !errors.As(err, new(*exec.ExitError)) {
		ts.Check(err)
	}
	if code := cmd.ProcessState.ExitCode(); code != want {
		ts.Fatalf("the exit code is %d, want %d", code, want)
	}
	checkMigrateDocument(ts, arguments, want, out.String(), problems.String())
}

func takePort(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, !neg && len(args) == 1, "taken <NAME>")
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	ts.Check(err)
	ts.Defer(func() { _ = listener.Close() })
	ts.Setenv(args[0], strconv.Itoa(listener.Addr().(*net.TCPAddr).Port))
}

func sendSignal(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, !neg && len(args) == 2, "signal <name> INT|TERM|KILL|HUP")
	signal, ok := map[string]os.Signal{"HUP": syscall.SIGHUP, "INT": syscall.SIGINT, "TERM": syscall.SIGTERM, "KILL": syscall.SIGKILL}[args[1]]
	usage(ts, ok, "signal <name> INT|TERM|KILL|HUP")
	ts.Check(runningApplication(ts, args[0]).Cmd.Process.Signal(signal))
}

func awaitEnd(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, !neg && len(args) == 2, "ended <name> <code>")
	want, err := strconv.Atoi(args[1])
	ts.Check(err)
	app := runningApplication(ts, args[0])
	select {
	case <-app.Exited:
	case <-time.After(harness.Patience):
		ts.Fatalf("%s still runs after %v:\n%s", args[0], harness.Patience, app.Log.Bytes())
	}
	delete(stateOf(ts).running, args[0])
	_, _ = ts.Stderr().Write(app.Log.Bytes())
	if code := app.Cmd.ProcessState.ExitCode(); code != want {
		ts.Fatalf("the exit code is %d, want %d:\n%s", code, want, app.Log.Bytes())
	}
}

func awaitLog(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, !neg && len(args) == 2, "logged <name> <regexp>")
	pattern, err := regexp.Compile(`(?m)` + args[1])
	ts.Check(err)
	app := runningApplication(ts, args[0])
	_, err = harness.UntilLogged(app.Log, app.Exited, 0, pattern)
	ts.Check(err)
}

// variableFromLog waits until the log matches, and sets a variable to the first group.
func variableFromLog(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, !neg && len(args) == 3, "from-log <NAME> <name> <regexp>")
	pattern, err := regexp.Compile(`(?m)` + args[2])
	ts.Check(err)
	app := runningApplication(ts, args[1])
	at, err := harness.UntilLogged(app.Log, app.Exited, 0, pattern)
	ts.Check(err)
	text, _ := app.Log.SoFar()
	ts.Setenv(args[0], string(pattern.FindSubmatch(text[at[0]:at[1]])[1]))
}
