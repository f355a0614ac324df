package openapi

import (
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/fwrun/fwrun/tests/harness"
)

// TestExampleDocuments: the OpenAPI documents of scripts/examples are those of testdata/documents; -update writes them. A review of a change shows
// what it means for clients.
func TestExampleDocuments(t *testing.T) {
	bin := harness.Binary(t)
	examples, err := filepath.Glob("../../scripts/examples/*")
	if err != nil || len(examples) < 8 {
		t.Fatalf("%d examples, %v", len(examples), err)
	}
	for _, folder := range examples {
		name := filepath.Base(folder)
		t.Run(name, func(t *testing.T) {
			text, err := exec.CommandContext(t.Context(), bin, "openapi", folder, "--yaml").Output()
			if err != nil {
				t.Fatal(err)
			}
			harness.Generated(t, filepath.Join("testdata", "documents", name+".yaml"), string(text))
		})
	}
}
