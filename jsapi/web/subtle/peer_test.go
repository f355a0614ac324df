package subtle_test

import (
	_ "embed"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/fwrun/fwrun/tests/needs"
)

//go:embed testdata/peer.js
var peerScript string

// node runs an expression in Node after peer.js, and returns its value as JSON. Without Node the test is skipped, unless

func node(t *testing.T, expression string) string {
	t.Helper()
	needs.Program(t, "node")
	file := filepath.Join(t.TempDir(), "peer.cjs")
	script := peerScript + "\nconst {subtle} = require('crypto').webcrypto;\n" + expression + ".then(value => console.log(JSON.stringify(value)));\n"
	if err := os.WriteFile(file, []byte(script), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), "node", "--no-warnings", file)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("node: %v\n%s", err, out)
	}
	return string(out)
}

// ours runs an expression after peer.js here.
func ours(p *page, expression string) string {
	return p.eval(peerScript + "\nreturn JSON.stringify(await " + expression + ")")
}

// TestSameAsNode: what is computed is what Node computes.
func TestSameAsNode(t *testing.T) {
	t.Parallel()
	want, got := map[string]string{}, map[string]string{}
	if err := json.Unmarshal([]byte(node(t, "produceFixed(subtle)")), &want); err != nil {
		t.Fatal(err)
	}
	text := ours(newPage(t), "produceFixed(subtle)")
	if err := json.Unmarshal([]byte(text), &got); err != nil {
		t.Fatal(text)
	}
	for name, value := range want {
		if got[name] != value {
			t.Errorf("%s\n got %s\nNode %s", name, got[name], value)
		}
	}
	if len(want) < 40 {
		t.Errorf("there are %d values", len(want))
	}
}

// TestBothWays: keys and signatures of Node's are read here, and ours in Node.
func TestBothWays(t *testing.T) {
	t.Parallel()
	p := newPage(t)
	made := node(t, "producePairs(subtle)")
	if got := ours(p, "checkPairs(subtle, "+made+")"); got != "[]" {
		t.Errorf("here, of Node's: %s", got)
	}
	made = ours(p, "producePairs(subtle)")
	if made[0] != '{' {
		t.Fatal(made)
	}
	if got := node(t, "checkPairs(subtle, "+made+")"); got != "[]\n" {
		t.Errorf("in Node, of ours: %s", got)
	}
}
