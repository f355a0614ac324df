package bundle

import (
	"bytes"
	"testing"
)

// TestFinallyBlocksOfAsyncGenerators: the helper is changed; if esbuild changes the helper, the change has to
// be reviewed. Its effect is tested in host's TestAClientThatLeaves.
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
