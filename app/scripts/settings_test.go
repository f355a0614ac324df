package scripts_test

import (
	"slices"
	"testing"
	"testing/fstest"

	"github.com/fwrun/fwrun/app/scripts"
	"github.com/fwrun/fwrun/platform/config"
)

// TestVariables: of the environment of the process, packages find what the configuration names.
func TestVariables(t *testing.T) {
	env := []string{"HOME=/home/ada", "LANG=C", "EMPTY="}
	for named, want := range map[string][]string{
		"":            nil,
		"LANG":        {"LANG=C"},
		"EMPTY, HOME": {"HOME=/home/ada", "EMPTY="},
		"home":        nil,
		`"*"`:         env,
	} {
		text := "process: { env: [" + named + "] }"
		props, problems := config.Load(fstest.MapFS{"config/application.yml": {Data: []byte(text)}}, config.Options{})
		if len(problems) > 0 {
			t.Fatal(problems)
		}
		if got := scripts.Read(props.Reader(), t.TempDir(), env, nil).Variables; !slices.Equal(got, want) {
			t.Errorf("[%s]: %q, not %q", named, got, want)
		}
	}
}
