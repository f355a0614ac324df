//go:build !linux

package robust

import (
	"os"
	"os/exec"
	"testing"
)

// contained would make a command run in a control group, which only Linux has.
func contained(*testing.T, int) func(name string, args ...string) *exec.Cmd { return nil }

// makePipe would make a named pipe: here it makes a folder, which cannot be read either.
func makePipe(name string) error { return os.Mkdir(name, 0o700) }
