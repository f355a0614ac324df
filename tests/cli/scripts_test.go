package cli

import (
	"testing"

	"github.com/fwrun/fwrun/tests/harness/script"
	"github.com/fwrun/fwrun/tests/needs"
)

// TestCommandLine runs fwrun with the arguments, variables and files that a user gives it.
func TestCommandLine(t *testing.T) { script.Run(t, ".") }

// TestErrors starts applications with errors, and compares the output on the terminal.
func TestErrors(t *testing.T) { script.Run(t, "errors") }

// TestGit runs what asks git.
func TestGit(t *testing.T) {
	needs.Program(t, "git")
	script.Run(t, "git")
}

// TestCoverageAddsUp runs what lcov adds up.
func TestCoverageAddsUp(t *testing.T) {
	needs.Program(t, "lcov")
	script.Run(t, "lcov")
}
