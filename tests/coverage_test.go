package tests

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	coverageRow  = regexp.MustCompile(`^\| (.+) \| (.+) \|$`)
	coverageName = regexp.MustCompile("`([^`]+)`")
)

// TestSpecCoverage: every test that docs/spec-coverage.md names for a line exists. A name is a script of this
// folder, "http/entity.txtar", or a Go test with its package, "host TestStreams".
func TestSpecCoverage(t *testing.T) {
	text, err := os.ReadFile("../docs/spec-coverage.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := 0
	for _, line := range strings.Split(string(text), "\n") {
		row := coverageRow.FindStringSubmatch(line)
		if row == nil || row[1] == "line" || strings.HasPrefix(row[1], "---") {
			continue
		}
		rows++
		names := coverageName.FindAllStringSubmatch(row[2], -1)
		if len(names) == 0 {
			t.Errorf("%s: no test is named", row[1])
		}
		for _, name := range names {
			if !coverageExists(t, name[1]) {
				t.Errorf("%s: there is no test %s", row[1], name[1])
			}
		}
	}
	if rows < 50 {
		t.Errorf("only %d lines were read", rows)
	}
}

func coverageExists(t *testing.T, name string) bool {
	t.Helper()
	folder, test, isGo := strings.Cut(name, " ")
	if !isGo {
		_, err := os.Stat(name)
		return err == nil
	}
	files, err := filepath.Glob(filepath.Join("..", folder, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(text), "\nfunc "+test+"(") {
			return true
		}
	}
	return false
}
