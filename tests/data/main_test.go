// Package data runs applications and migrations on every database and on a search node.
package data

import (
	"testing"

	"github.com/fwrun/fwrun/tests/harness"
)

func TestMain(m *testing.M) { harness.Main(m) }
