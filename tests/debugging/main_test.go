// Package debugging attaches the debuggers that people use to the real program.
package debugging

import (
	"testing"

	"github.com/fwrun/fwrun/tests/harness"
)

func TestMain(m *testing.M) { harness.Main(m) }
