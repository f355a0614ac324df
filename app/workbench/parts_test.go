package workbench

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/fwrun/fwrun/devtools"
)

type asKey struct{}

// TestOnBehalfOf: what the page sends is on behalf of whom the developer names, and otherwise of nobody.
func TestOnBehalfOf(t *testing.T) {
	p := &Parts{As: func(ctx context.Context, name string, roles, scopes []string) context.Context {
		return context.WithValue(ctx, asKey{}, name+" "+roles[0]+" "+scopes[0])
	}}
	if got := p.onBehalfOf(t.Context(), nil).Value(asKey{}); got != nil {
		t.Errorf("on behalf of %v", got)
	}
	ada := &Identity{Name: "ada", Roles: []string{"ADMIN"}, Scopes: []string{"read"}}
	if got := p.onBehalfOf(t.Context(), ada).Value(asKey{}); got != "ada ADMIN read" {
		t.Errorf("on behalf of %v", got)
	}
}

// TestManage: the management endpoints answer below the page, at their own paths.
func TestManage(t *testing.T) {
	p := &Parts{Management: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.WriteString(w, r.URL.Path+" "+r.URL.RawPath)
	})}
	server := devtools.New(devtools.Options{
		Guard: devtools.Guard{Local: true}, Others: map[string]http.Handler{"manage/": http.HandlerFunc(p.manage)},
	})
	for path, want := range map[string]string{
		"loggers": "/actuator/loggers ", "": "/actuator ", "loggers/a%2Fb": "/actuator/loggers/a/b ",
	} {
		r := httptest.NewRequest(http.MethodGet, devtools.Path+"/api/manage/"+path, nil)
		r.RemoteAddr, r.Host = "127.0.0.1:5000", "localhost"
		w := httptest.NewRecorder()
		server.ServeHTTP(w, r)
		if w.Body.String() != want {
			t.Errorf("%s: %d %q, want %q", path, w.Code, w.Body, want)
		}
	}
}
