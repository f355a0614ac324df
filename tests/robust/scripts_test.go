package robust

import (
	"testing"

	"github.com/fwrun/fwrun/tests/harness/script"
)

// TestRobust runs what could break a process: endless loops, floods, signals.
func TestRobust(t *testing.T) { script.Run(t, ".") }

// TestReload changes the files of applications that are being served.
func TestReload(t *testing.T) { script.Run(t, "reload") }
