package host

import (
	"log/slog"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/engine/vm"
)

// browser is the Accept header with which a browser asks for a page; fetched is what its scripts send.
const (
	browser = "Accept: text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8"
	fetched = "Sec-Fetch-Dest: empty"
)

func TestErrorForm(t *testing.T) {
	for accept, want := range map[string]form{
		"":                                     asText,
		"*/*":                                  asText,
		"text/plain":                           asText,
		"image/png":                            asText,
		browser[len("Accept: "):]:              asPage,
		"text/html":                            asPage,
		"TEXT/HTML; charset=utf-8":             asPage,
		"text/html, */*":                       asPage,
		"text/*":                               asPage,
		"application/json":                     asJSON,
		"application/problem+json":             asJSON,
		"application/vnd.api+json":             asJSON,
		"application/json, text/plain, */*":    asJSON,
		"text/html, application/json":          asJSON,
		"text/html, application/json;q=0.9":    asPage,
		"application/json;q=0.1, text/html":    asPage,
		"text/html;q=0.5, application/json":    asJSON,
		"text/html;q=0, */*":                   asText,
		"text/html;q=0":                        asText,
		"text/html;q=0.1, */*":                 asText,
		"text/html;q=nonsense, text/plain":     asText,
		"application/xml, application/*;q=0.2": asJSON,
	} {
		if got := errorForm(accept, asText); got != want {
			t.Errorf("%q: got %d, want %d", accept, got, want)
		}
		if got := errorForm(accept, asJSON); (got == asPage) != (want == asPage) || got == asText {
			t.Errorf("%q in production: got %d", accept, got)
		}
	}
}

func TestErrorAnswers(t *testing.T) {
	app := boot(t, reportedApp, vm.Options{})
	dev, production := start(t, app, Settings{Dev: true}), start(t, app, Settings{})
	const (
		page    = "text/html; charset=utf-8"
		problem = "application/problem+json"
	)
	for _, c := range []struct {
		line      string
		headers   []string
		inDev, in string // Content-Types
	}{
		{"GET /users/7", nil, typeText, problem},
		{"GET /users/7", []string{"Accept: */*"}, typeText, problem},
		{"GET /users/7", []string{"Accept: */*", fetched}, problem, problem},
		{"GET /users/7", []string{"X-Requested-With: XMLHttpRequest"}, problem, problem},
		{"GET /users/7", []string{"Accept: text/html", fetched}, page, page},
		{"GET /users/7", []string{"Accept: application/json"}, problem, problem},
		{"GET /users/7", []string{browser, "Sec-Fetch-Dest: document"}, page, page},
		{"HEAD /users/7", []string{browser}, page, page},
		{"GET /users/x", nil, problem, problem},
		{"GET /users/x", []string{browser}, page, page},
		{"GET /nowhere", nil, typeText, problem},
		{"GET /nowhere", []string{"Accept: application/json"}, problem, problem},
		{"GET /nowhere", []string{"Accept: */*", fetched}, problem, problem},
		{"GET /nowhere", []string{browser}, page, page},
		{"POST /users/7", []string{browser}, page, page},
		{"GET /%2e%2e", []string{browser}, page, page},
		{"GET /taken", nil, problem, problem},
		{"GET /taken", []string{browser}, page, page},
		{"GET /down", nil, typeText, problem},
	} {
		const trace = "4bf92f3577b34da6a3ce929d0e0e4736"
		headers := append([]string{"Traceparent: 00-" + trace + "-00f067aa0ba902b7-01"}, c.headers...)
		for server, want := range map[*running]string{dev: c.inDev, production: c.in} {
			got := server.ask(c.line, "", headers...)
			isHead := strings.HasPrefix(c.line, "HEAD")
			if got.status < 400 || got.header.Get("Content-Type") != want || got.header.Get("Vary") != "Accept" {
				t.Errorf("%s %q: got %d, want %s: %v", c.line, c.headers, got.status, want, got.header)
			}
			if strings.Contains(got.body, trace) == isHead || isHead && got.body != "" {
				t.Errorf("%s %q: the trace is missing: %s", c.line, c.headers, got.body)
			}
			if want == page && (!strings.Contains(got.header.Get("Content-Security-Policy"), "default-src 'none'") ||
				got.header.Get("X-Content-Type-Options") != "nosniff") {
				t.Errorf("%s %q: the headers of a page: %v", c.line, c.headers, got.header)
			}
			if (server == dev) != (got.header.Get("Cache-Control") == "no-store") {
				t.Errorf("%s %q: Cache-Control %q", c.line, c.headers, got.header.Get("Cache-Control"))
			}
			for _, internal := range []string{"app.ts", "upstream", "undefined"} {
				if server == production && strings.Contains(got.body, internal) {
					t.Errorf("%s %q: shows %q: %s", c.line, c.headers, internal, got.body)
				}
			}
		}
	}
}

// TestTraceIsLogged compares the trace id in each form of a failure with the one in the log.
func TestTraceIsLogged(t *testing.T) {
	var log logged
	app := boot(t, reportedApp, vm.Options{})
	for _, isDev := range []bool{true, false} {
		r := startLogged(t, app, Settings{Dev: isDev}, slog.New(slog.NewTextHandler(&log, nil)))
		for _, accept := range []string{browser, "Accept: */*", "Accept: application/json"} {
			log.take()
			got := r.ask("GET /users/7", "", accept)
			_, rest, _ := strings.Cut(log.take(), " trace=")
			trace, _, _ := strings.Cut(rest, " ")
			if len(trace) != 32 || !strings.Contains(got.body, trace) {
				t.Errorf("%s: the trace %q is not in\n%s", accept, trace, got.body)
			}
		}
	}
}

// TestUnreadRequests: requests that fasthttp answers without a handler have a trace id, too.
func TestUnreadRequests(t *testing.T) {
	var log logged
	debug := slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	r := startLogged(t, fakeRoutes("POST /a").takesBody(), Settings{MaxBodyBytes: 10}, debug)
	for text, status := range map[string]int{
		"nonsense\r\n\r\n": 400,
		"GET /" + strings.Repeat("a", 9000) + " HTTP/1.1\r\n\r\n":                                                       431,
		"POST /a HTTP/1.1\r\nHost: h\r\nContent-Type: text/plain\r\nContent-Length: 11\r\n\r\n12345678901":              413,
		"POST /a HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Type: text/plain\r\nContent-Length: 11\r\n\r\n": 413,
	} {
		log.take()
		got := r.raw(text)
		p := problemOf(t, got)
		if got.status != status || p.Status != status || len(p.TraceID) != 32 || !strings.Contains(log.take(), p.TraceID) {
			t.Errorf("%.60q: got %d %s", text, got.status, got.body)
		}
	}
}

// TestNothingIsObeyed sends texts that a browser or a terminal would interpret.
func TestNothingIsObeyed(t *testing.T) {
	app := boot(t, reportedApp, vm.Options{})
	var log logged
	r := startLogged(t, app, Settings{Dev: true}, slog.New(slog.NewTextHandler(&log, nil)))
	for _, c := range []string{
		"GET /echo/%3Cscript%3Ealert(1)%3C%2Fscript%3E?q=1",
		"GET /echo/%1B%5D0;owned%07?%3Cscript%3Ealert(1)%3C/script%3E=%1B%5D0;owned%07%0Atrace%20faked",
		"GET /no%3Cscript%3Ealert(1)%3C/script%3E%1B%5D0;owned%07",
		"GET /users/%3Cscript%3Ealert(1)%3C%2Fscript%3E",
	} {
		c = strings.ReplaceAll(c, "%3C%2Fscript", "%3Cscript") // an encoded slash is refused
		for _, accept := range []string{browser, "Accept: */*"} {
			got := r.ask(c, "", accept, "X-Shown: <script>alert(1)</script>", "X-Note: caf\xe9 \u202e")
			if accept == browser && strings.Contains(got.body, "<script") {
				t.Errorf("%s: the page runs what was sent: %s", c, got.body)
			}
			for _, obeyed := range []string{"\x1b", "\x07", "\ntrace faked", "\u202e"} {
				if strings.Contains(got.body, obeyed) {
					t.Errorf("%s: the answer holds %q: %q", c, obeyed, got.body)
				}
			}
			if line := log.take(); strings.Contains(line, "\x1b") {
				t.Errorf("%s: the log is obeyed: %q", c, line)
			}
		}
	}
}
