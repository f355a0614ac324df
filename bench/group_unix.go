//go:build unix

package main

import (
	"os/exec"
	"syscall"
)

// newGroup starts a command, and the processes it starts, in a group of their own.
func newGroup(command *exec.Cmd) { command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// signalGroup sends a signal to a command and its children.
func signalGroup(command *exec.Cmd, signal syscall.Signal) {
	_ = syscall.Kill(-command.Process.Pid, signal)
}
