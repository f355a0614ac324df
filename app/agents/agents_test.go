package agents

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/mcp"
	"github.com/fwrun/fwrun/platform/config"
)

func read(t *testing.T, text string) (Settings, []string) {
	t.Helper()
	props, problems := config.Load(fstest.MapFS{"config/application.yml": {Data: []byte(text)}}, config.Options{})
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	r := props.Reader()
	s := Read(r, "/home/me/shop", "/api", schema.Limits{RefuseUnknown: true})
	var messages []string
	for _, d := range r.Problems() {
		messages = append(messages, d.Message)
	}
	return s, messages
}

func TestRead(t *testing.T) {
	s, problems := read(t, "{}")
	if len(problems) > 0 || s.Server.Name != "shop" || s.Server.Version != "0.0.0" ||
		s.Server.OAuth != nil || !s.Manifest.Closed || !s.Server.JSON.RefuseUnknown {
		t.Errorf("got %+v, %v", s, problems)
	}
	s, problems = read(t, "framework: { application: { name: a }, mcp: { path: /agents, "+
		"oauth: { resource: 'https://a.example.com/x', authorizationServers: ['https://b.example.com'] } } }")
	if len(problems) > 0 || s.Server.Name != "a" || s.Manifest.Path != "/agents" ||
		s.Server.OAuth == nil || !strings.HasSuffix(s.Server.OAuth.Metadata, "/api/agents") {
		t.Errorf("got %+v, %v", s.Server.OAuth, problems)
	}
	for text, want := range map[string]string{
		"path: /": "is not a valid path",
		"oauth: { resource: 'a', authorizationServers: [b] }": "must be the URL",
		"oauth: { resource: 'https://a.example.com' }":        "authorizationServers",
	} {
		if _, problems := read(t, "framework: { mcp: { "+text+" } }"); len(problems) != 1 || !strings.Contains(problems[0], want) {
			t.Errorf("%s: %v", text, problems)
		}
	}
}

// TestRule: pages of other origins may use the endpoint only where they are named.
func TestRule(t *testing.T) {
	if s, _ := read(t, "{}"); s.Rule() != nil {
		t.Error("there is a rule for nobody")
	}
	s, _ := read(t, "framework: { mcp: { path: /agents, allowedOrigins: ['https://a.example.com/'] } }")
	if rule := s.Rule(); rule == nil || rule.Path != "/agents" || !slices.Equal(rule.Origins, []string{"https://a.example.com"}) {
		t.Errorf("got %+v", rule)
	}
}

// TestNames: every name is accepted where clients use names that the server does not know, and that is told where a web page could use it.
func TestNames(t *testing.T) {
	for _, c := range []struct {
		at      Place
		allowed []string
		all     bool
		told    bool
	}{
		{Place{Address: "127.0.0.1:8080"}, nil, false, false},
		{Place{Address: "0.0.0.0:8080"}, nil, true, true},
		{Place{Address: "0.0.0.0:8080"}, []string{"api.example.com"}, false, false},
		{Place{Address: "/run/a.sock", Unix: true}, nil, true, false},
	} {
		own := mcp.Settings{AllowedHosts: c.allowed}
		if told := c.at.openToNames(&own); told != c.told || slices.Contains(own.AllowedHosts, "*") != c.all {
			t.Errorf("%+v: %v, %v", c.at, own.AllowedHosts, told)
		}
	}
}
