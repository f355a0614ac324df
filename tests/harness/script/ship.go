package script

import (
	"os"
	"os/exec"
	"strconv"
	"syscall"

	"github.com/rogpeppe/go-internal/testscript"
)

// runFile is run for an executable that carries an application.
func runFile(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, len(args) >= 2, "[!] run-file <name> <file> [NAME=value]… [argument]…")
	env, arguments := assignments(stateOf(ts).env, args[2:])
	cmd := exec.Command(ts.MkAbs(args[1]), arguments...)
	cmd.Dir, cmd.Env = ts.MkAbs("."), env
	awaitStart(ts, neg, args[0], cmd)
}

// spoilFile cuts bytes off the end of a file, or changes one that is so many bytes before it.
func spoilFile(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, !neg && len(args) == 3 && (args[1] == "cut" || args[1] == "change"), "spoil <file> cut|change <bytes>")
	path := ts.MkAbs(args[0])
	content, err := os.ReadFile(path)
	ts.Check(err)
	n, err := strconv.Atoi(args[2])
	ts.Check(err)
	if n = len(content) - n; args[1] == "cut" {
		content = content[:n]
	} else {
		content[n] ^= 1
	}
	// A process that another test begins meanwhile would have the file open for a moment, and a file that is written to cannot be run.
	fresh := path + ".spoiled"
	syscall.ForkLock.RLock()
	err = os.WriteFile(fresh, content, 0o755)
	syscall.ForkLock.RUnlock()
	ts.Check(err)
	ts.Check(os.Rename(fresh, path))
}
