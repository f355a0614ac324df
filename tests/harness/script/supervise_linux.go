package script

import (
	"syscall"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/fwrun/fwrun/tests/harness"
)

func killServer(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, len(args) == 1, "kill-server <name>")
	app := runningApplication(ts, args[0])
	list := harness.ServersOf(app.Cmd.Process.Pid)
	if neg && len(list) > 0 {
		ts.Fatalf("%s is a supervisor", args[0])
	}
	if !neg && len(list) == 0 {
		ts.Fatalf("%s has no server", args[0])
	}
	if neg {
		return
	}
	for _, pid := range list {
		ts.Check(syscall.Kill(pid, syscall.SIGKILL))
	}
}

func upgradeServer(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, !neg && len(args) == 1, "upgrade <name>")
	ts.Check(runningApplication(ts, args[0]).Cmd.Process.Signal(syscall.SIGUSR2))
}
