package http

import (
	"testing"

	"github.com/fwrun/fwrun/tests/harness/script"
)

// TestHTTP sends requests of every kind, valid or not, and compares the answers.
func TestHTTP(t *testing.T) { script.Run(t, ".") }

// TestHTTPInChunks sends the bodies of those scripts that are about bodies and their limits in chunks.
func TestHTTPInChunks(t *testing.T) {
	script.RunInChunks(t, "bodies*.txtar", "uploads*.txtar", "raw.txtar", "wire.txtar", "collections.txtar", "entity-xml.txtar", "prototypes.txtar",
		"validation-forms.txtar")
}
