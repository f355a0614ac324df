//go:build unix

package servertest

import (
	"os/exec"
	"syscall"
)

// ownGroup makes a command the first of a group of processes.
func ownGroup(c *exec.Cmd) { c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// killGroup ends a command and what it has started.
func killGroup(c *exec.Cmd) { _ = syscall.Kill(-c.Process.Pid, syscall.SIGKILL) }
