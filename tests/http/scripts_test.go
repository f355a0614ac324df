package http

import (
	"testing"

	"github.com/fwrun/fwrun/tests/harness/script"
)

// TestHTTP sends requests of every kind, valid or not, and compares the answers.
func TestHTTP(t *testing.T) { script.Run(t, ".") }
