// Package platform runs packages of npm and what they use of the web platform and of Node.
package platform

import (
	"testing"

	"github.com/fwrun/fwrun/tests/harness"
)

func TestMain(m *testing.M) { harness.Main(m) }
