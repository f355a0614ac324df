// Command times tells where the time of a run of the tests goes: scripts/times.sh calls it.
//
//	times run <folder> <test binary> [argument]…    runs a test binary, and notes what it took
//	times table <folder>                            prints what go test and the runs have left in the folder, as Markdown
package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		if failed := (*exec.ExitError)(nil); errors.As(err, &failed) {
			os.Exit(failed.ExitCode())
		}
		fmt.Fprintln(os.Stderr, "times:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	switch {
	case len(args) >= 3 && args[0] == "run":
		return note(args[1], args[2], args[3:])
	case len(args) == 2 && args[0] == "table":
		return table(os.Stdout, args[1])
	}
	return errors.New("usage: times run <folder> <test binary> [argument]… | times table <folder>")
}
