package agents_test

import (
	"testing"

	"github.com/fwrun/fwrun/engine/build/buildtest"
)

// TestManifest holds what is found against testdata, and the mistakes against those that the tests of package engine have.
func TestManifest(t *testing.T) {
	buildtest.Run(t, "testdata/*.txtar", "../../testdata/problems/mcp-[adhmnp]*.txtar", "../../testdata/problems/mcp-resources.txtar", "../../testdata/problems/mcp-targets.txtar", "../../testdata/problems/mcp-targets-js.txtar")
}
