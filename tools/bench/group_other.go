//go:build !unix

package main

import (
	"os"
	"os/exec"
	"syscall"
)

// newGroup does nothing on systems without process groups.
func newGroup(*exec.Cmd) {}

// signalGroup ends the command itself.
func signalGroup(command *exec.Cmd, _ syscall.Signal) { _ = command.Process.Kill() }

// mostMemory returns 0: it is not known.
func mostMemory(*os.ProcessState) float64 { return 0 }
