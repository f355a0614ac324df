// Package operations looks after running processes: management endpoints, telemetry, proxies, units.
package operations

import (
	"testing"

	"github.com/fwrun/fwrun/tests/harness"
)

func TestMain(m *testing.M) { harness.Main(m) }
