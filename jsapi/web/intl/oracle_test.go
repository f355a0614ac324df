package intl_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/tests/needs"
)

// leastAgreement is how many of a hundred results of a group are at least those of Node. What is below a hundred is a difference on purpose, or
// one of versions, of which docs/guide/intl.md has a list.
var leastAgreement = map[string]int{
	"currency":     97, // Node 20 writes the decimals of compact money, which ECMA-402 no longer does
	"dateResolved": 92, // V8 takes letters of quoted texts for fields
	"dateRange":    95, // rare sets of fields, such as hours and fractions of seconds without minutes
	"calendars":    60, // names of calendars that CLDR published with an earlier version only
	"localeTags":   90, // V8 has no language where ECMA-402 has und
}

const usualAgreement = 98

// TestNodeWritesTheSame compares thousands of results with those of Node, if there is one with data of the same version.
func TestNodeWritesTheSame(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes some seconds")
	}
	node := needs.Program(t, "node")
	version, err := exec.Command(node, "-p", "process.versions.cldr").Output()
	if err != nil || !strings.HasPrefix(string(version), "48") {
		t.Skipf("the data of node is of CLDR %s", version)
	}
	source, err := os.ReadFile("testdata/oracle.js")
	if err != nil {
		t.Fatal(err)
	}
	script := string(source) + `;(() => { const out = []; oracle((group, result, choices) => out.push(JSON.stringify([group, ` +
		`choices.map(String).join(' '), result])), 150); return out.join('\n'); })()`
	theirs := filepath.Join(t.TempDir(), "oracle.js")
	if err := os.WriteFile(theirs, []byte("console.log(eval("+quote(script)+"))"), 0o600); err != nil {
		t.Fatal(err)
	}
	expected, err := exec.CommandContext(t.Context(), node, theirs).Output()
	if err != nil {
		t.Fatal(err)
	}
	v := newVM(t)
	value, err := v.Runtime.RunString(script)
	if err != nil {
		t.Fatal(err)
	}
	compare(t, strings.Split(value.String(), "\n"), strings.Split(strings.TrimSuffix(string(expected), "\n"), "\n"))
}

func compare(t *testing.T, got, want []string) {
	t.Helper()
	if len(got) != len(want) || len(got) < 3000 {
		t.Fatalf("%d results, and %d of node", len(got), len(want))
	}
	all, same, differing := map[string]int{}, map[string]int{}, map[string][]string{}
	for i := range got {
		group := strings.SplitN(got[i], `"`, 3)[1]
		all[group]++
		if got[i] == want[i] {
			same[group]++
		} else {
			differing[group] = append(differing[group], "got  "+got[i]+"\nwant "+want[i])
		}
	}
	for group, count := range all {
		least := leastAgreement[group]
		if least == 0 {
			least = usualAgreement
		}
		t.Logf("%s: %d of %d", group, same[group], count)
		if same[group]*100 < least*count {
			t.Errorf("%s: %d of %d are as node's\n%s", group, same[group], count, strings.Join(differing[group], "\n"))
		}
	}
}

// quote writes a text as a string of JavaScript.
func quote(s string) string {
	return "`" + strings.NewReplacer("\\", "\\\\", "`", "\\`", "${", "\\${").Replace(s) + "`"
}
