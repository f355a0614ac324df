package crypto_test

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

// node runs an expression in Node after peer.js, in which crypto is the module, and returns its value as JSON. Without Node the test is
// skipped.
func node(t *testing.T, expression string) string {
	t.Helper()
	needs.Program(t, "node")
	file := filepath.Join(t.TempDir(), "peer.cjs")
	script := peerScript + "\nconst crypto_ = require('crypto');\nconsole.log(JSON.stringify(" + expression + "));\n"
	if err := os.WriteFile(file, []byte(script), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(t.Context(), "node", file).CombinedOutput()
	if err != nil {
		t.Fatalf("node: %v\n%s", err, out)
	}
	return string(out)
}

// ours runs an expression after peer.js here.
func ours(t *testing.T, p *page, expression string) string {
	t.Helper()
	return p.eval(peerScript + "\nconst crypto_ = nodeCrypto;\nreturn JSON.stringify(" + expression + ")")
}

// TestSameAsNode: what is computed is what Node computes.
func TestSameAsNode(t *testing.T) {
	t.Parallel()
	for _, function := range []string{"produceDigests", "produceCiphers"} {
		expression := function + "(crypto_)"
		want, got := map[string]any{}, map[string]any{}
		if err := json.Unmarshal([]byte(node(t, expression)), &want); err != nil {
			t.Fatal(err)
		}
		text := ours(t, newPage(t), expression)
		if err := json.Unmarshal([]byte(text), &got); err != nil {
			t.Fatalf("%s: %s", function, text)
		}
		for name, value := range want {
			a, _ := json.Marshal(value)
			if b, _ := json.Marshal(got[name]); string(a) != string(b) {
				t.Errorf("%s\n got %s\nNode %s", name, b, a)
			}
		}
		if len(want) < 5 {
			t.Errorf("%s has made %d values", function, len(want))
		}
	}
}

// TestBothWays: keys and signatures of Node's are read here, and ours in Node.
func TestBothWays(t *testing.T) {
	t.Parallel()
	p := newPage(t)
	made := node(t, "producePairs(crypto_)")
	if got := ours(t, p, "checkPairs(crypto_, "+made+")"); got != `"good"` {
		t.Errorf("here, of Node's: %s", got)
	}
	made = ours(t, p, "producePairs(crypto_)")
	if made[0] != '{' {
		t.Fatal(made)
	}
	if got := node(t, "checkPairs(crypto_, "+made+")"); got != "\"good\"\n" {
		t.Errorf("in Node, of ours: %s", got)
	}
}
