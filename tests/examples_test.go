package tests

import "testing"

// TestExamples runs every example as a user would, README included.
func TestExamples(t *testing.T) { runScripts(t, "examples") }
