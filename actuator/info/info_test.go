package info_test

import (
	"context"
	"errors"
	"fmt"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/fwrun/fwrun/actuator"
	"github.com/fwrun/fwrun/actuator/info"
)

func told(t *testing.T, s info.Settings, list ...info.Contributor) string {
	t.Helper()
	server, err := actuator.New(actuator.Options{Base: "/actuator", Endpoints: []actuator.Endpoint{info.New(list, s).Endpoint()}})
	if err != nil {
		t.Fatal(err)
	}
	w := httptest.NewRecorder()
	server.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), "GET", "/actuator/info", nil))
	return w.Body.String()
}

// TestMerged: objects are merged, and otherwise the later contributor counts. Nothing is an empty object.
func TestMerged(t *testing.T) {
	one := map[string]any{"a": 1, "owner": map[string]any{"team": "core", "deep": map[string]any{"x": 1}}, "list": []int{1}}
	other := map[string]any{"a": 2, "owner": map[string]any{"mail": "a@example.com", "deep": map[string]any{"y": 2}}, "list": []int{2}}
	for range 2 { // what is merged is not changed
		got := told(t, info.Settings{}, info.Values("app", map[string]any{"app": one}), info.Values("app", map[string]any{"app": other}))
		if got != `{"app":{"a":2,"list":[2],"owner":{"deep":{"x":1,"y":2},"mail":"a@example.com","team":"core"}}}` {
			t.Error(got)
		}
	}
	if got := told(t, info.Settings{}, info.Fixed("app", nil)); got != "{}" {
		t.Error(got)
	}
	if got := told(t, info.Settings{}); got != "{}" {
		t.Error(got)
	}
}

// TestFailures: contributors that fail, panic or hang are left out.
func TestFailures(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		defer close(release)
		failures := make(chan string, 3)
		got := told(t, info.Settings{
			Timeout: time.Second,
			Failed:  func(_ context.Context, name string, err error) { failures <- name + ": " + err.Error() },
		},
			info.Values("app", map[string]any{"app": map[string]any{"a": 1}}),
			info.Contributor{Name: "fails", Tell: func(context.Context) (map[string]any, error) {
				return map[string]any{"b": 1}, errors.New("oh")
			}},
			info.Contributor{Name: "panics", Tell: func(context.Context) (map[string]any, error) { panic("oh") }},
			info.Contributor{Name: "hangs", Tell: func(context.Context) (map[string]any, error) { <-release; return nil, nil }},
		)
		if got != `{"app":{"a":1}}` {
			t.Error(got)
		}
		all := fmt.Sprint(<-failures, <-failures, <-failures)
		for _, want := range []string{"fails: oh", "panic: oh", "hangs: ", "no answer within 1s"} {
			if !strings.Contains(all, want) {
				t.Errorf("%q lacks %q", all, want)
			}
		}
	})
}

func TestProcess(t *testing.T) {
	got := told(t, info.Settings{}, info.Process(1<<30), info.OS(), info.Build("shop", "1.2"))
	for _, want := range []string{
		fmt.Sprintf(`"pid":%d,`, os.Getpid()), `"max":1073741824,`, `"uptime":"PT`, `"heap":{"committed":`, `"os":{"arch":"`,
		`"build":{"artifact":"shop","name":"shop",`, `"version":"1.2"`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%s lacks %s", got, want)
		}
	}
}
