package host

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/host/hosttest"
	"github.com/fwrun/fwrun/platform/fault"
)

// mounted starts a server with mounts beside the routes of a fake application.
func mounted(t *testing.T, settings Settings, mounts ...Mount) *running {
	t.Helper()
	settings.Policies.Mounts = mounts
	return start(t, fakeRoutes("GET /hello", "GET /agents/other", "GET /{any}"), settings)
}

// told answers with what the call returns about its request.
func told(call *Call) {
	text := fmt.Sprintf("%s %s q=%s a=%s,%d,%d accept=%s host=%s", call.Method(), call.Path(), call.Query("q"), call.Header("X-A"), call.Lines("X-A"),
		call.Lines("X-B"), call.Accept(), call.Host())
	call.Respond(http.StatusTeapot, "text/x", []byte(text))
}

// TestMount: a mount answers its path, whatever the method, and no other path.
func TestMount(t *testing.T) {
	r := mounted(t, Settings{}, Mount{Path: "/agents", Answer: told}, Mount{Path: "/agents/second", Answer: told})
	for line, want := range map[string]string{
		"GET /agents":          "GET /agents q= a=,1,0 accept=x,y host=host",
		"POST /agents?q=1&q=2": "POST /agents q=1 a=,1,0 accept=x,y host=host",
		"DELETE /agents/":      "DELETE /agents q= a=,1,0 accept=x,y host=host",
		"OPTIONS /agents":      "OPTIONS /agents q= a=,1,0 accept=x,y host=host",
		"PUT /%61gents?q=%41":  "PUT /agents q=A a=,1,0 accept=x,y host=host",
		"PATCH /agents/second": "PATCH /agents/second q= a=,1,0 accept=x,y host=host",
	} {
		got := r.ask(line, "", "X-A: ", "Accept: x", "Accept: y")
		if got.status != http.StatusTeapot || got.body != want || got.header.Get("Content-Type") != "text/x" {
			t.Errorf("%s: %d %s", line, got.status, got.body)
		}
	}
	for line, status := range map[string]int{
		"GET /agents/other": 200, "GET /hello": 200, "GET /agent": 200, "GET /Agents": 200, "GET /agents/third": 404, "GET /x/agents": 404,
		"BREW /agents": 501, "GET /agents%2Fsecond": 400,
	} {
		if got := r.ask(line, ""); got.status != status {
			t.Errorf("%s: %d, want %d", line, got.status, status)
		}
	}
	if got := r.ask("HEAD /agents", ""); got.status != http.StatusTeapot || got.body != "" {
		t.Errorf("HEAD: %d %q", got.status, got.body)
	}
}

// TestMountBelow: a mount may answer all paths below its own, except for those of other mounts.
func TestMountBelow(t *testing.T) {
	own := func(call *Call) { call.Respond(http.StatusAccepted, "", nil) }
	r := mounted(t, Settings{ContextPath: "/shop"}, Mount{Path: "/agents", Below: true, Answer: told}, Mount{Path: "/agents/own", Answer: own},
		Mount{Path: "/console", Below: true, Outside: true, Answer: told})
	for path, status := range map[string]int{
		"/shop/agents": 418, "/shop/agents/": 418, "/shop/agents/a.css": 418, "/shop/agents/a/b": 418, "/shop/agents/own": 202, "/shop/agents/own/a": 418,
		"/shop/agentsx": 200, "/shop/agents/../hello": 400, "/console": 418, "/console/a/b.js": 418, "/shop/console/a": 404, "/agents/a": 404,
		"/": 404, "/shop": 404,
	} {
		if got := r.ask("GET "+path, ""); got.status != status || status == 418 && !strings.HasPrefix(got.body, "GET "+strings.TrimSuffix(path, "/")+" ") {
			t.Errorf("%s: %d %s, want %d", path, got.status, got.body, status)
		}
	}
}

// TestMountYields: a mount may leave its path, and those below it, to routes of the application.
func TestMountYields(t *testing.T) {
	settings := Settings{Policies: Policies{}}
	settings.Policies.Mounts = []Mount{{Path: "/agents", Below: true, Yields: true, Answer: told}, {Path: "/hello", Yields: true, Answer: told}}
	r := start(t, fakeRoutes("GET /hello", "GET /agents/other"), settings)
	for line, status := range map[string]int{
		"GET /agents": 418, "POST /agents": 418, "GET /agents/a": 418, "GET /agents/other": 200, "POST /agents/other": 405, "GET /agents/other/a": 418,
		"GET /hello": 200, "DELETE /hello": 405, "OPTIONS /hello": 204, "GET /hello/a": 404,
	} {
		if got := r.ask(line, ""); got.status != status {
			t.Errorf("%s: %d, want %d", line, got.status, status)
		}
	}
}

// TestMountOutside: the application's mounts are below the context path, the server's beside it.
func TestMountOutside(t *testing.T) {
	r := mounted(t, Settings{ContextPath: "/shop"}, Mount{Path: "/agents", Answer: told},
		Mount{Path: "/.well-known/agents", Outside: true, Answer: told})
	for line, status := range map[string]int{
		"GET /shop/agents": 418, "GET /agents": 404, "GET /.well-known/agents": 418, "GET /.well-known/agents/": 418, "GET /shop/.well-known/agents": 404,
		"GET /shop/hello": 200,
	} {
		if got := r.ask(line, ""); got.status != status || status == 418 &&
			!strings.Contains(got.body, strings.TrimSuffix(strings.TrimPrefix(line, "GET "), "/")+" ") {
			t.Errorf("%s: %d %s, want %d", line, got.status, got.body, status)
		}
	}
}

// TestMountBody: a body is read up to the limit, announced or in chunks, once, and never beyond the server's limit.
func TestMountBody(t *testing.T) {
	answer := func(call *Call) {
		text, err := call.Body(10)
		again, errAgain := call.Body(10)
		status := http.StatusOK
		if err != nil {
			status = map[fault.Kind]int{fault.TooLarge: 413, fault.Timeout: 408, fault.Invalid: 400}[fault.KindOf(err)]
		} else if string(text) != string(again) || errAgain != nil {
			status = http.StatusInternalServerError
		}
		call.Respond(status, "text/plain", []byte(fmt.Sprintf("%d %s", call.Announced(), text)))
	}
	for _, most := range []int{1000, 10} {
		r := mounted(t, Settings{MaxBodyBytes: most}, Mount{Path: "/agents", Answer: answer})
		for _, c := range []struct {
			size, status int
		}{{0, 200}, {1, 200}, {10, 200}, {11, 413}, {900, 413}, {100_000, 413}} {
			body := strings.Repeat("x", c.size)
			for framing, chunk := range hosttest.Framings {
				announced := c.size
				if chunk > 0 {
					announced = chunked
				}
				got := r.raw(hosttest.Framed("POST /agents HTTP/1.1\r\nHost: host\r\n", body, chunk))
				if got.status != c.status || c.status == 200 && got.body != fmt.Sprintf("%d %s", announced, body) {
					t.Errorf("%d bytes of %d %s: %d %s", c.size, most, framing, got.status, got.body)
				}
			}
		}
		// The limit may exceed the server's, which still applies.
		wide := mounted(t, Settings{MaxBodyBytes: most}, Mount{Path: "/agents", Answer: func(call *Call) {
			_, err := call.Body(1 << 20)
			call.Respond(http.StatusOK, "text/plain", fmt.Append(nil, fault.KindOf(err) == fault.TooLarge))
		}})
		if got := wide.ask("POST /agents", strings.Repeat("x", most+1)); got.body != "true" {
			t.Errorf("more than %d bytes: %d %s", most, got.status, got.body)
		}
	}
}

// TestMountBrokenBody: a body with invalid framing has its own error.
func TestMountBrokenBody(t *testing.T) {
	kinds := make(chan error, 1)
	r := mounted(t, Settings{}, Mount{Path: "/agents", Answer: func(call *Call) {
		_, err := call.Body(1000)
		kinds <- err
		call.Respond(http.StatusBadRequest, "text/plain", nil)
	}})
	c := r.dial()
	if _, err := io.WriteString(c, "POST /agents HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n"); err != nil {
		t.Fatal(err)
	}
	if err := <-kinds; fault.KindOf(err) != fault.Invalid || !errors.As(err, new(*fault.Error)) {
		t.Errorf("got %v", err)
	}
	if _, err := http.ReadResponse(bufio.NewReader(c), nil); err != nil {
		t.Error(err)
	}
}

// TestMountRefuses: problems are answered in the mount's form below the mount, and as usual on other paths.
func TestMountRefuses(t *testing.T) {
	refuse := func(status int, detail string) (string, []byte) {
		return "text/refused", fmt.Appendf(nil, "%d %s", status, detail)
	}
	var seen []int
	finish := func(call *Call) {
		seen = append(seen, call.Status())
		call.SetHeader("X-Finished", "yes")
	}
	r := mounted(t, Settings{}, Mount{Path: "/agents", Refuse: refuse, Finish: finish, Answer: func(call *Call) {
		if call.Query("panics") != "" {
			panic("the details of it")
		}
		call.exchange().respond(&problem{status: 403, detail: "no"})
	}}, Mount{Path: "/plain", Answer: func(call *Call) { call.exchange().respond(&problem{status: 403, detail: "no"}) }})
	if got := r.ask("GET /agents", ""); got.status != 403 || got.body != "403 no" || got.header.Get("Content-Type") != "text/refused" ||
		got.header.Get("X-Finished") != "yes" {
		t.Errorf("got %d %s %v", got.status, got.body, got.header)
	}
	if got := r.ask("GET /plain", ""); got.status != 403 || !strings.Contains(got.body, `"detail":"no"`) || got.header.Get("X-Finished") != "" {
		t.Errorf("got %d %s", got.status, got.body)
	}
	if got := r.ask("GET /agents?panics=1", ""); got.status != 500 || got.body != "500 Internal Server Error" ||
		got.header.Get("Content-Type") != "text/refused" {
		t.Errorf("got %d %s", got.status, got.body)
	}
	if got := r.ask("GET /nowhere/at/all", ""); got.status != 404 || got.header.Get("X-Finished") != "" {
		t.Errorf("got %d %s", got.status, got.body)
	}
	if !slices.Equal(seen, []int{403}) {
		t.Errorf("Finish has seen %v", seen)
	}
}

// TestPublicDetails: clients see a problem's detail unless the error is the server's own.
func TestPublicDetails(t *testing.T) {
	for _, c := range []struct {
		p    problem
		want string
	}{
		{problem{status: 409, detail: "not now"}, "not now"},
		{problem{status: 401}, "Unauthorized"},
		{problem{status: 500, detail: "the password is hunter2"}, "Internal Server Error"},
		{problem{status: 503}, "Service Unavailable"},
	} {
		if got := c.p.public(); got != c.want {
			t.Errorf("%d %s: %q", c.p.status, c.p.detail, got)
		}
	}
}
