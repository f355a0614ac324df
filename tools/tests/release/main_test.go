// Package release makes the files of a release, and installs them.
package release

import (
	"os"
	"sync"
	"testing"

	"github.com/fwrun/fwrun/tests/harness"
)

func TestMain(m *testing.M) {
	harness.Main(m, func() {
		if folder, err := work(); err == nil {
			_ = os.RemoveAll(folder)
		}
	})
}

// work is where the tests of this area keep a release.
var work = sync.OnceValues(func() (string, error) { return os.MkdirTemp("", "fwrun-release-") })
