package docs

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

var (
	coverageRow  = regexp.MustCompile(`^\| (.+) \| (.+) \|$`)
	coverageName = regexp.MustCompile("`([^`]+)`")
)

// TestSpecCoverage: every test that docs/spec-coverage.md names for a line exists. A name is a script below
// tests, "http/entity.txtar", or a Go test with its package, "host TestStreams".
func TestSpecCoverage(t *testing.T) {
	if rows := checkCoverage(t, "../../docs/spec-coverage.md"); rows < 50 {
		t.Errorf("only %d lines were read", rows)
	}
}

// checkCoverage looks for the tests that the last column of the tables in a file names, and returns how many rows there are.
func checkCoverage(t *testing.T, file string) (rows int) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		row := coverageRow.FindStringSubmatch(strings.TrimSuffix(line, "\n"))
		if row == nil || row[2] == "test" || strings.HasPrefix(row[1], "---") {
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
	return rows
}

// requirements is how many requirements the sections of chapters 6 to 10 of the OWASP ASVS 5.0.0 have.
var requirements = map[string]int{
	"6.1": 3, "6.2": 12, "6.3": 8, "6.4": 6, "6.5": 8, "6.6": 4, "6.7": 2, "6.8": 4,
	"7.1": 3, "7.2": 4, "7.3": 2, "7.4": 5, "7.5": 3, "7.6": 2,
	"8.1": 4, "8.2": 4, "8.3": 3, "8.4": 2,
	"9.1": 3, "9.2": 4,
	"10.1": 2, "10.2": 3, "10.3": 5, "10.4": 16, "10.5": 5, "10.6": 2, "10.7": 3,
}

var requirement = regexp.MustCompile(`\b(10|[6-9])\.(\d)\.(\d+)(?: to (?:10|[6-9])\.\d\.(\d+))?`)

// TestThreats: the guide says of each requirement once who answers it, and the tests that it names exist.
func TestThreats(t *testing.T) {
	const file = "../../docs/guide/threats.md"
	checkCoverage(t, file)
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	answered := map[string]int{}
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "| 10.3.1 ") {
			line = strings.Replace(line, "9.2.3", "", 1) // it refers to that one
		}
		for _, found := range requirement.FindAllStringSubmatch(line, -1) {
			section := found[1] + "." + found[2]
			first, _ := strconv.Atoi(found[3])
			last := first
			if found[4] != "" {
				last, _ = strconv.Atoi(found[4])
			}
			for n := first; n <= last; n++ {
				if n < 1 || n > requirements[section] {
					t.Errorf("there is no requirement %s.%d", section, n)
				}
				answered[fmt.Sprint(section, ".", n)]++
			}
		}
	}
	for section, count := range requirements {
		for n := 1; n <= count; n++ {
			if name := fmt.Sprint(section, ".", n); answered[name] != 1 {
				t.Errorf("%s is there %d times", name, answered[name])
			}
		}
	}
}

func coverageExists(t *testing.T, name string) bool {
	t.Helper()
	folder, test, isGo := strings.Cut(name, " ")
	if !isGo {
		_, err := os.Stat(filepath.Join("..", name))
		return err == nil
	}
	files, err := filepath.Glob(filepath.Join("..", "..", folder, "*_test.go"))
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
