package agents

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/mcp"
	"github.com/fwrun/fwrun/platform/inproc"
)

// TestGiven: what changes the tools counts, and a profile in an option goes before that of the environment.
func TestGiven(t *testing.T) {
	env := []string{"HOME=/home/ada", "FWRUN_PROFILE=dev", "framework_mcp_readOnly=true", "FRAMEWORK_MCP_PATH=/agents"}
	own := []string{"framework_mcp_readOnly=true", "FRAMEWORK_MCP_PATH=/agents"}
	for profile, want := range map[string]string{"": "profile dev", "prod": "profile prod"} {
		if got := Given(profile, env); !slices.Equal(got, append(slices.Clone(own), want)) {
			t.Errorf("%q: %q", profile, got)
		}
	}
	if got := Given("", env[:1]); got != nil {
		t.Errorf("%q", got)
	}
}

// passed asks a handler as another process would.
func passed(h http.Handler, method, body string) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(method, "/agents", strings.NewReader(body)))
	return w
}

// TestHandler: a message that was passed on is sent on behalf of whom it says, to a name that the server knows.
func TestHandler(t *testing.T) {
	var sent inproc.Request
	var failed error
	type who struct{}
	endpoint := Endpoint{
		Settings: Settings{
			Manifest: manifest.Agents{Path: "/mcp"},
			Server:   mcp.Settings{MaxBodyBytes: 100, AllowedHosts: []string{"*", "desk.example.com"}},
		},
		ContextPath: "/shop", Manifest: &manifest.Manifest{Tools: []*manifest.Tool{{}}},
		As: func(ctx context.Context, name string, roles, _ []string) context.Context {
			return context.WithValue(ctx, who{}, name+" "+strings.Join(roles, ","))
		},
		Do: func(ctx context.Context, r inproc.Request) (inproc.Response, error) {
			if got, _ := ctx.Value(who{}).(string); got != "ada USER" {
				t.Errorf("on behalf of %q", got)
			}
			sent = r
			return inproc.Response{Status: http.StatusAccepted, Body: []byte("done")}, failed
		},
	}
	h := Handler(func() Endpoint { return endpoint }, []string{"profile dev"})
	if got := passed(h, http.MethodGet, "").Body.String(); strings.TrimSpace(got) != `{"limit":100,"given":["profile dev"]}` {
		t.Error(got)
	}
	by := Caller{As: "ada", Roles: []string{"USER"}, Headers: [][2]string{{"X-Key", "yes"}, {"host", "evil.example.com"}}}
	message, err := json.Marshal(Passed{by, []byte("not JSON")})
	if err != nil {
		t.Fatal(err)
	}
	if got := passed(h, http.MethodPost, string(message)); got.Code != http.StatusAccepted || got.Body.String() != "done" {
		t.Error(got)
	}
	want := [][2]string{{"Content-Type", "application/json"}, {"Accept", "application/json"}, {"Host", "desk.example.com"}, {"X-Key", "yes"}}
	if sent.Target != "/shop/mcp" || string(sent.Body) != "not JSON" || !slices.Equal(sent.Headers, want) {
		t.Errorf("%+v", sent)
	}
	failed = errors.New("it has ended")
	got := passed(h, http.MethodPost, string(message))
	if got.Code != http.StatusInternalServerError || !strings.Contains(got.Body.String(), "it has ended") {
		t.Error(got)
	}
	if got := passed(h, http.MethodPost, "{"); got.Code != http.StatusInternalServerError {
		t.Error(got)
	}
	endpoint.Manifest = &manifest.Manifest{}
	if got := passed(h, http.MethodGet, "").Body.String(); !strings.Contains(got, `"limit":0`) {
		t.Error(got)
	}
	if _, _, err := endpoint.Post(t.Context(), nil, Caller{}); !errors.Is(err, ErrNone) {
		t.Error(err)
	}
}
