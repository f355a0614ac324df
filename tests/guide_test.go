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

// TestGuideListsTheRepositoryMethods: docs/guide/repositories.md has each of them, and each decorator of rows.
func TestGuideListsTheRepositoryMethods(t *testing.T) {
	text, err := os.ReadFile("../docs/guide/repositories.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{
		"@Table", "@Id", "@Column", "@Version", "@Transient", "@Query", "findById(", "findAll(", "findPage(", "findBy(", "findOneBy(",
		"exists(", "count(", "save(", "saveAll(", "insert(", "update(", "delete(", "deleteAll(",
	} {
		if !strings.Contains(string(text), name) {
			t.Errorf("the guide does not tell of %s", name)
		}
	}
}
