package tests

import (
	"os"
	"strconv"
	"strings"
	"syscall"

	"github.com/rogpeppe/go-internal/testscript"
)

// serversOf returns the processes that a supervisor has started.
func serversOf(pid int) (list []int) {
	text, _ := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/task/" + strconv.Itoa(pid) + "/children")
	tasks, _ := os.ReadDir("/proc/" + strconv.Itoa(pid) + "/task")
	for _, task := range tasks { // a thread of the process has started it
		if task.Name() != strconv.Itoa(pid) {
			more, _ := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/task/" + task.Name() + "/children")
			text = append(append(text, ' '), more...)
		}
	}
	for _, word := range strings.Fields(string(text)) {
		if n, err := strconv.Atoi(word); err == nil {
			list = append(list, n)
		}
	}
	return list
}

func killServer(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, len(args) == 1, "kill-server <name>")
	app := runningApplication(ts, args[0])
	list := serversOf(app.cmd.Process.Pid)
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
	ts.Check(runningApplication(ts, args[0]).cmd.Process.Signal(syscall.SIGUSR2))
}
