package docs

import (
	"testing"

	"github.com/fwrun/fwrun/tests/harness/script"
)

// TestExamples runs every example as a user would, README included.
func TestExamples(t *testing.T) { script.Run(t, "examples") }
