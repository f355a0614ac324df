package web_test

import (
	"testing"

	"github.com/fwrun/fwrun/engine/build/buildtest"
)

// TestManifest compares what is found with testdata, and the mistakes with those in the tests of package engine.
func TestManifest(t *testing.T) {
	buildtest.Run(t, "testdata/*.txtar", "../../testdata/problems/route-*.txtar", "../../testdata/problems/param-*.txtar",
		"../../testdata/problems/path-*.txtar")
}
