// Package release installs the binary as users of Go do, and runs what it makes of an application: an executable, an image.
package release

import (
	"testing"

	"github.com/fwrun/fwrun/tests/harness"
)

func TestMain(m *testing.M) { harness.Main(m) }
