package tests

import (
	"os"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/engine/manifest"
)

// TestGuideListsTheConstraints: docs/guide/validation.md has a row for each.
func TestGuideListsTheConstraints(t *testing.T) {
	text, err := os.ReadFile("../docs/guide/validation.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range manifest.Decorators() {
		if manifest.IsConstraint(d.Name) && !strings.Contains(string(text), "| `@"+d.Name) {
			t.Errorf("the guide does not list @%s", d.Name)
		}
	}
}
