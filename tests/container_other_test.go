//go:build !linux

package tests

import (
	"os"
	"os/exec"
	"testing"
	"time"
)

// contained would make a command run in a control group, which only Linux has.
func contained(*testing.T, int) func(name string, args ...string) *exec.Cmd { return nil }

// makePipe would make a named pipe: here it makes a folder, which cannot be read either.
func makePipe(name string) error { return os.Mkdir(name, 0o700) }

// computed would return the CPU time of a process.
func computed(int) (used time.Duration, known bool) { return 0, false }
