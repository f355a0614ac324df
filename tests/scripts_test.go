package tests

import "testing"

// TestCommandLine runs fwrun with the arguments, variables and files a user gives it.
func TestCommandLine(t *testing.T) { runScripts(t, "cli") }

// TestErrors starts applications that cannot run, and compares what the terminal shows.
func TestErrors(t *testing.T) { runScripts(t, "errors") }

// TestHTTP sends requests of every kind, sensible or not, and compares the answers.
func TestHTTP(t *testing.T) { runScripts(t, "http") }

// TestRobust runs what would end a lesser process: loops, floods, signals.
func TestRobust(t *testing.T) { runScripts(t, "robust") }

// TestReload changes the files of applications that are being served.
func TestReload(t *testing.T) { runScripts(t, "reload") }
