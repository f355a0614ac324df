//go:build !unix

package main

import (
	"os/exec"
	"syscall"
)

// newGroup does nothing on systems without process groups.
func newGroup(*exec.Cmd) {}

// signalGroup ends the command itself.
func signalGroup(command *exec.Cmd, _ syscall.Signal) { _ = command.Process.Kill() }
