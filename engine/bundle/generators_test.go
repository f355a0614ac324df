package bundle

import (
	"bytes"
	"testing"
)

// TestFinallyBlocksOfAsyncGenerators: the helper is mended; if it looks different one day, it
// has to be looked at again. What it does is seen in host's TestAClientThatLeaves.
func TestFinallyBlocksOfAsyncGenerators(t *testing.T) {
	b, problems := build(t, map[string]string{
		"a.js": "export async function* a() { try { yield 1 } finally { await 2 } }",
	})
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	if !bytes.Contains(b.Output.Code, []byte(returnsOnce)) || bytes.Contains(b.Output.Code, []byte(returnsAgain)) {
		t.Errorf("the helper is not the one that was mended:\n%s", b.Output.Code)
	}
}
