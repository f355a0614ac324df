// Package robust does to a process what could break it: bombs, floods, kills, reloads and upgrades.
package robust

import (
	"testing"

	"github.com/fwrun/fwrun/tests/harness"
)

func TestMain(m *testing.M) { harness.Main(m) }

// server is a running application of one script, with what the tests of this area ask it.
type server struct{ *harness.Server }

func startScript(t *testing.T, script string, env ...string) *server {
	t.Helper()
	return &server{harness.StartScript(t, script, env...)}
}

func startScriptWith(t *testing.T, o harness.Options, script string, env ...string) *server {
	t.Helper()
	return &server{harness.StartScriptWith(t, o, script, env...)}
}
