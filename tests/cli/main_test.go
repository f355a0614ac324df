// Package cli runs fwrun as people do on a command line, and makes the mistakes that they make.
package cli

import (
	"testing"

	"github.com/fwrun/fwrun/tests/harness"
)

func TestMain(m *testing.M) { harness.Main(m) }
