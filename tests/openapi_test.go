package tests

import (
	"os/exec"
	"path/filepath"
	"testing"
)

// TestExampleDocuments: the OpenAPI documents of scripts/examples are those of testdata/openapi; -update writes them. A review of a change shows
// what it means for clients.
func TestExampleDocuments(t *testing.T) {
	bin, err := build()
	if err != nil {
		t.Fatal(err)
	}
	examples, err := filepath.Glob("../scripts/examples/*")
	if err != nil || len(examples) < 8 {
		t.Fatalf("%d examples, %v", len(examples), err)
	}
	for _, folder := range examples {
		name := filepath.Base(folder)
		t.Run(name, func(t *testing.T) {
			text, err := exec.CommandContext(t.Context(), filepath.Join(bin, "fwrun"), "openapi", folder, "--yaml").Output()
			if err != nil {
				t.Fatal(err)
			}
			generated(t, filepath.Join("testdata", "openapi", name+".yaml"), string(text))
		})
	}
}
