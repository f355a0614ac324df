//go:build unix

package main

import (
	"os"
	"os/exec"
	"syscall"
)

// newGroup starts a command, and the processes it starts, in a group of their own.
func newGroup(command *exec.Cmd) { command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// signalGroup sends a signal to a command and its children.
func signalGroup(command *exec.Cmd, signal syscall.Signal) {
	_ = syscall.Kill(-command.Process.Pid, signal)
}

// mostMemory returns the most resident memory that a process had, in MB.
func mostMemory(ended *os.ProcessState) float64 {
	usage, ok := ended.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	return float64(usage.Maxrss) / 1024 // Linux counts in KB
}
