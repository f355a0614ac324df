//go:build !linux

package script

import "github.com/rogpeppe/go-internal/testscript"

func killServer(ts *testscript.TestScript, _ bool, _ []string) { ts.Fatalf("for Linux only") }

func upgradeServer(ts *testscript.TestScript, _ bool, _ []string) { ts.Fatalf("for Linux only") }
