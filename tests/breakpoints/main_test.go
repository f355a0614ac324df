// Package breakpoints debugs an application as an editor does, at each kind of place that a script has.
package breakpoints

import (
	"testing"

	"github.com/fwrun/fwrun/tests/harness"
)

func TestMain(m *testing.M) { harness.Main(m) }
