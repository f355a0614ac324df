package openapi_test

import (
	"testing"

	"github.com/fwrun/fwrun/engine/build/buildtest"
)

// TestManifest compares what is said of handlers with testdata.
func TestManifest(t *testing.T) {
	buildtest.Run(t, "testdata/*.txtar", "../../testdata/problems/openapi.txtar")
}
