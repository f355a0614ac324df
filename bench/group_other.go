//go:build !unix

package main

import (
	"os/exec"
	"syscall"
)

// newGroup does nothing where there are no groups of processes.
func newGroup(*exec.Cmd) {}

// signalGroup ends the command itself.
func signalGroup(command *exec.Cmd, _ syscall.Signal) { _ = command.Process.Kill() }
