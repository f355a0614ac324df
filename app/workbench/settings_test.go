package workbench

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/platform/config"
)

// TestSettings: there is the page in development; elsewhere it has to be asked for, and its users prove who they are.
func TestSettings(t *testing.T) {
	hides := &manifest.Manifest{
		Routes:   []*manifest.Route{{Path: "/_fwrun"}, {Path: "/_fwrun/a"}, {Path: "/_fwrunning"}},
		Handlers: []*manifest.Handler{{Name: "own"}},
	}
	for _, c := range []struct {
		text     string
		dev      bool
		enabled  bool
		hidden   int
		problems string
	}{
		{"{}", true, true, 2, ""},
		{"{}", false, false, 2, ""},
		{"devtools: { enabled: false }", true, false, 0, ""},
		{"devtools: { enabled: true }", false, true, 2, "without asking who uses it"},
		{"devtools: { enabled: true }\nmanagement: { auth: { token: 0123456789abcdef0123456789abcdef } }", false, true, 2, ""},
	} {
		props, problems := config.Load(fstest.MapFS{"config/application.yml": {Data: []byte(c.text)}}, config.Options{})
		if len(problems) > 0 {
			t.Fatal(problems)
		}
		r := props.Reader()
		s := Read(r, c.dev)
		if s.Enabled != c.enabled || s.Local != c.dev || len(s.Hidden(hides)) != c.hidden {
			t.Errorf("%s in development %v: %+v, and %d routes are hidden", c.text, c.dev, s, len(s.Hidden(hides)))
		}
		if found := r.Problems(); len(found) != min(1, len(c.problems)) || len(found) == 1 && !strings.Contains(found[0].Message, c.problems) {
			t.Errorf("%s in development %v: %v", c.text, c.dev, found)
		}
	}
	mount := Mount(func() *Parts {
		t.Error("the page was made for nobody")
		return nil
	})
	if !mount.Private || !mount.Below || mount.Path != "/_fwrun" {
		t.Errorf("got %+v", mount)
	}
}
