package health_test

import (
	"testing"

	"github.com/fwrun/fwrun/engine/build/buildtest"
)

// TestManifest compares what is found with testdata.
func TestManifest(t *testing.T) {
	buildtest.Run(t, "testdata/*.txtar")
}
