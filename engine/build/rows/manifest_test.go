package rows_test

import (
	"testing"

	"github.com/fwrun/fwrun/engine/build/buildtest"
)

// TestManifest holds what is found against testdata.
func TestManifest(t *testing.T) {
	buildtest.Run(t, "testdata/*.txtar")
}
