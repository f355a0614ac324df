package openapi

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/openapi"
	"github.com/fwrun/fwrun/platform/config"
	"github.com/fwrun/fwrun/security"
)

func read(t *testing.T, text string, dev bool) (Settings, []string) {
	t.Helper()
	props, problems := config.Load(fstest.MapFS{"config/application.yml": {Data: []byte(text)}}, config.Options{})
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	r := props.Reader()
	s := Read(r, "shop", dev)
	var messages []string
	for _, d := range r.Problems() {
		messages = append(messages, d.Message)
	}
	return s, messages
}

// TestDocument: the document says what the settings and the application say, and nothing is made of it before somebody asks.
func TestDocument(t *testing.T) {
	s, problems := read(t, "openapi: { title: Orders, servers: ['https://api.example.com', /v1] }", false)
	if len(problems) > 0 {
		t.Error(problems)
	}
	m := &manifest.Manifest{
		Routes:   []*manifest.Route{{Methods: []string{http.MethodGet}, Path: "/orders"}},
		Handlers: []*manifest.Handler{{Name: "orders", Demand: &manifest.Demand{Demand: security.Authenticated()}}},
	}
	if guard := guardsOf(m, nil)(m.Routes[0], http.MethodGet); !guard.Known || guard.Refuses {
		t.Errorf("the guard is %+v", guard)
	}
	rules, err := security.NewRules([]security.Rule{{Pattern: "/orders", Demand: security.OneOf("admin")}})
	if err != nil {
		t.Fatal(err)
	}
	if guard := guardsOf(m, rules)(m.Routes[0], http.MethodGet); !guard.Refuses || len(guard.OneOf) != 1 {
		t.Errorf("the guard is %+v", guard)
	}
	text := string(openapi.JSON(s.Document(m, Application{Version: "7.1", ContextPath: "/api"})))
	if !json.Valid([]byte(text)) {
		t.Error("it is not JSON")
	}
	for _, part := range []string{"Orders", "7.1", "https://api.example.com", "/v1"} {
		if !strings.Contains(text, part) {
			t.Errorf("%s is not in %s", part, text)
		}
	}
	_, problems = read(t, "openapi: { servers: [example] }", false)
	if len(problems) != 1 || !strings.Contains(problems[0], "neither a URL nor a path") {
		t.Error(problems)
	}
}

func TestMounts(t *testing.T) {
	never := func() schema.Node {
		t.Error("a document was made for nobody")
		return nil
	}
	for _, c := range []struct {
		text    string
		dev     bool
		enabled bool
	}{{"{}", false, false}, {"{}", true, true}, {"openapi: { enabled: true }", false, true}, {"openapi: { enabled: false }", true, false}} {
		s, _ := read(t, c.text, c.dev)
		if got := len(s.Mounts(never)); got != map[bool]int{true: 3}[c.enabled] {
			t.Errorf("%s in development %v: %d paths", c.text, c.dev, got)
		}
	}
}
