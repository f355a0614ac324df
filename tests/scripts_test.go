package tests

import "testing"

// TestCommandLine runs fwrun with the arguments, variables and files that a user gives it.
func TestCommandLine(t *testing.T) { runScripts(t, "cli") }

// TestErrors starts applications with errors, and compares the output on the terminal.
func TestErrors(t *testing.T) { runScripts(t, "errors") }

// TestHTTP sends requests of every kind, valid or not, and compares the answers.
func TestHTTP(t *testing.T) { runScripts(t, "http") }

// TestRobust runs what could break a process: endless loops, floods, signals.
func TestRobust(t *testing.T) { runScripts(t, "robust") }

// TestReload changes the files of applications that are being served.
func TestReload(t *testing.T) { runScripts(t, "reload") }
