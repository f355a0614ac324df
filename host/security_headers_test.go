package host

import (
	"context"
	"net/http"
	"slices"
	"testing"

	"github.com/valyala/fasthttp"
)

var protective = Protections{
	HSTS: "max-age=60", Frame: "DENY", ContentType: "nosniff", Referrer: "same-origin", CSP: "default-src 'self'",
}

// TestPreparedPolicies: what a policy says of frames when it does not say so itself.
func TestPreparedPolicies(t *testing.T) {
	for _, c := range [][3]string{ // frame, policy, and what is sent
		{"DENY", "default-src 'self'", "default-src 'self'; frame-ancestors 'none'"},
		{"SAMEORIGIN", "default-src 'self' ; ", "default-src 'self'; frame-ancestors 'self'"},
		{"DENY", "Frame-Ancestors https://a.example.com", "Frame-Ancestors https://a.example.com"},
		{"DENY", "default-src 'self';frame-ancestors 'self'", "default-src 'self';frame-ancestors 'self'"},
		{"DENY", "report-uri /frame-ancestors", "report-uri /frame-ancestors; frame-ancestors 'none'"},
		{"", "default-src 'self'", "default-src 'self'"},
		{"DENY", "", ""},
	} {
		if got := string(Protections{Frame: c[0], CSP: c[1]}.prepare().csp); got != c[2] {
			t.Errorf("%s with %q: %q", c[1], c[0], got)
		}
	}
	if (Protections{}).prepare() != nil {
		t.Error("nothing is prepared for something")
	}
}

// TestProtectionsCostNoMemory: they are prepared once, and not for each request.
func TestProtectionsCostNoMemory(t *testing.T) {
	p := protective.prepare()
	var header fasthttp.ResponseHeader
	if n := testing.AllocsPerRun(100, func() {
		header.Reset()
		p.addTo(&header, true, false)
		p.addTo(&header, true, false)
	}); n > 0 {
		t.Errorf("%v allocations", n)
	}
	for _, name := range []string{headerHSTS, headerFrame, headerContentType, headerReferrer, headerCSP} {
		if n := len(header.PeekAll(name)); n != 1 {
			t.Errorf("%s is there %d times", name, n)
		}
	}
}

// TestProtectionsOfWhatIsNotServed: answers to bytes that are no request, and to surplus connections, have the headers, too.
func TestProtectionsOfWhatIsNotServed(t *testing.T) {
	const fine = "GET /a HTTP/1.1\r\nHost: h\r\n\r\n"
	settings := Settings{MaxConnections: 1, Policies: Policies{Protections: protective}}
	checkProtections(t, start(t, fakeRoutes("GET /a"), settings).raw("GET /a HTTP/1.1\r\nHost: h\r\nbroken\r\n\r\n"), http.StatusBadRequest)
	s := start(t, fakeRoutes("GET /a"), settings)
	checkProtections(t, s.raw(fine), http.StatusOK) // which stays connected
	checkProtections(t, s.raw(fine), http.StatusServiceUnavailable)
}

// checkProtections checks the headers of an answer over a connection that is not encrypted.
func checkProtections(t *testing.T, got reply, status int) {
	t.Helper()
	if got.status != status {
		t.Errorf("the status is %d, not %d", got.status, status)
	}
	for name, want := range map[string][]string{
		headerFrame: {"DENY"}, headerContentType: {"nosniff"}, headerReferrer: {"same-origin"}, headerHSTS: nil,
		headerCSP: {"default-src 'self'; frame-ancestors 'none'"},
	} {
		if lines := got.header.Values(name); !slices.Equal(lines, want) {
			t.Errorf("%d has %s: %q, not %q", got.status, name, lines, want)
		}
	}
}

// TestProtectionsOfPanics: the answer after a panic has them, too.
func TestProtectionsOfPanics(t *testing.T) {
	app := fakeRoutes("GET /a")
	app.invoke = func(context.Context, int) error { panic("a panic") }
	s := start(t, app, Settings{Policies: Policies{Protections: protective}})
	checkProtections(t, s.ask("GET /a", ""), http.StatusInternalServerError)
}

// BenchmarkProtect measures what every answer pays for the header that is sent unless it is left out.
func BenchmarkProtect(b *testing.B) {
	p := Protections{ContentType: "nosniff"}.prepare()
	var header fasthttp.ResponseHeader
	b.ReportAllocs()
	for b.Loop() {
		header.Reset()
		header.SetContentType("text/plain; charset=utf-8")
		p.addTo(&header, false, false)
	}
}
