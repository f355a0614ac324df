// Package agents speaks the Model Context Protocol with applications, as official clients do.
package agents

import (
	"testing"

	"github.com/fwrun/fwrun/tests/harness"
)

func TestMain(m *testing.M) { harness.Main(m) }
