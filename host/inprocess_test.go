package host

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/platform/inproc"
)

func TestDoGoesThroughEverything(t *testing.T) {
	app := boot(t, `
@RestController
export class Api {
  @GetMapping("/who/{name}") who(@PathVariable name: string, @RequestParam loud: boolean, request: HttpRequest) {
    return { name, loud, agent: request.getHeader("User-Agent"), from: request.getRemoteAddr() };
  }
  @PostMapping("/echo") echo(@RequestBody body: string) { return body; }
}`, vm.Options{})
	s, err := New(app, Settings{ContextPath: "/api", MaxBodyBytes: 100}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		request inproc.Request
		status  int
		body    string // a part of it
	}{
		{
			inproc.Request{Method: "GET", Target: "/api/who/Ad%C3%A9?loud=yes", Headers: [][2]string{{"User-Agent", "test"}}},
			200, `{"name":"Adé","loud":true,"agent":["test"],"from":"127.0.0.1"}`,
		},
		{inproc.Request{Method: "GET", Target: "/api/who/Ada?loud=maybe"}, 400, `"detail":"`},
		{inproc.Request{Method: "GET", Target: "/who/Ada"}, 404, ""},
		{inproc.Request{Method: "DELETE", Target: "/api/echo"}, 405, ""},
		{inproc.Request{Method: "HEAD", Target: "/api/who/Ada?loud=1"}, 200, ""},
		{inproc.Request{Method: "POST", Target: "/api/echo", Body: []byte("hello"), Headers: [][2]string{{"Content-Type", "text/plain"}}}, 200, "hello"},
		{inproc.Request{Method: "POST", Target: "/api/echo", Body: make([]byte, 1<<20)}, 413, ""},
		{inproc.Request{Method: "GET", Target: "/api/a%2Fb"}, 400, ""},
	} {
		got, err := s.Do(t.Context(), test.request)
		if err != nil || got.Status != test.status || !strings.Contains(string(got.Body), test.body) {
			t.Errorf("%s %s: got %d %s, %v", test.request.Method, test.request.Target, got.Status, got.Body, err)
		}
	}
}

func TestDoRefusesWhatIsNoRequest(t *testing.T) {
	s, err := New(boot(t, `export const a = GetMapping("/")(() => "")`, vm.Options{}), Settings{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range []inproc.Request{
		{Method: "GET", Target: "users"},
		{Method: "GET", Target: "/a b"},
		{Method: "GET X", Target: "/"},
		{Method: "GET", Target: "/", Headers: [][2]string{{"A", "b\r\nC: d"}}},
		{Method: "GET", Target: "/", Headers: [][2]string{{"A:", "b"}}},
	} {
		if _, err := s.Do(t.Context(), r); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%+v: got %v", r, err)
		}
	}
}

func TestDoEndsWithItsContext(t *testing.T) {
	// the timeout must not end it
	app := boot(t, `export const wait = GetMapping("/")(() => new Promise(() => {}))`, vm.Options{HandlerTimeout: time.Second})
	s, err := New(app, Settings{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Millisecond)
	defer cancel()
	if _, err := s.Do(ctx, inproc.Request{Method: "GET", Target: "/"}); fault.KindOf(err) != fault.Canceled {
		t.Errorf("got %v", err)
	}
}
