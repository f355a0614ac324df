package actuator_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/fwrun/fwrun/actuator"
	"github.com/fwrun/fwrun/platform/fault"
)

// things is an endpoint with everything that an endpoint can have.
func things() actuator.Endpoint {
	read := func(*actuator.Request) (actuator.Answer, error) { return actuator.OK(map[string]any{"a": "<b>"}) }
	one := func(r *actuator.Request) (actuator.Answer, error) {
		switch r.Selector {
		case "none":
			return actuator.Answer{}, fault.New("test", fault.NotFound, "there is none")
		case "wrong":
			return actuator.Answer{}, fault.New("test", fault.Invalid, "it is wrong")
		case "panic":
			panic("on purpose")
		case "broken":
			return actuator.Answer{}, io.ErrUnexpectedEOF
		}
		return actuator.OK(r.Selector)
	}
	write := func(r *actuator.Request) (actuator.Answer, error) { return actuator.Answer{}, nil }
	return actuator.Endpoint{ID: "things", Operations: []actuator.Operation{
		actuator.Get("", read), actuator.Get("name", one), {Method: "POST", Selector: "name", Body: 16, Do: write},
	}}
}

func deep() actuator.Endpoint {
	rest := func(r *actuator.Request) (actuator.Answer, error) { return actuator.OK(r.Selector) }
	return actuator.Endpoint{ID: "deep", Operations: []actuator.Operation{actuator.Get("*path", rest)}, Quiet: true}
}

func serverOf(t *testing.T, o actuator.Options) *actuator.Server {
	t.Helper()
	if o.Base == "" {
		o.Base = "/actuator"
	}
	s, err := actuator.New(o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func ask(h http.Handler, method, target, body string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, target, strings.NewReader(body))
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Add(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

const v3, v2 = actuator.V3, actuator.V2

// TestNegotiation: the best match of Accept is the Content-Type, and the body is the same.
func TestNegotiation(t *testing.T) {
	s := serverOf(t, actuator.Options{Endpoints: []actuator.Endpoint{things()}})
	tests := []struct{ accept, want string }{
		{"", v3},
		{"*/*", v3},
		{"*", v3},
		{"application/*", v3},
		{"application/json", "application/json"},
		{v2, v2},
		{"text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", v3},
		{"application/json, " + v2 + ", " + v3, v3},
		{v3 + ", " + v2 + ", application/vnd.spring-boot.actuator.v1+json, application/json", v3},
		{v2 + ", application/json", v2},
		{v3 + ";q=0.5, application/json", "application/json"},
		{v3 + ";q=0, */*", v2},
		{"application/json;charset=utf-8", "application/json"},
		{"APPLICATION/JSON", "application/json"},
		{"text/html", ""},
		{"text/plain", ""},
		{"application/json;q=0", ""},
		{"application/json;q=2, text/html", ""},
		{"application/json;version=1", ""},
		{";;;", v3},
	}
	for _, test := range tests {
		headers := []string{"Accept", test.accept}
		if test.accept == "" {
			headers = nil
		}
		w := ask(s, "GET", "/actuator/things", "", headers...)
		if test.want == "" {
			if want := strings.Join([]string{v3, v2, "application/json"}, ", "); w.Code != 406 || w.Header().Get("Accept") != want {
				t.Errorf("Accept %q: %d, Accept: %q", test.accept, w.Code, w.Header().Get("Accept"))
			}
			continue
		}
		if w.Code != 200 || w.Header().Get("Content-Type") != test.want || w.Body.String() != `{"a":"<b>"}` {
			t.Errorf("Accept %q: %d %s %s, want %s", test.accept, w.Code, w.Header().Get("Content-Type"), w.Body, test.want)
		}
	}
	two := httptest.NewRequest("GET", "/actuator/things", nil)
	two.Header["Accept"] = []string{"text/html", "application/json"}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, two)
	if w.Header().Get("Content-Type") != "application/json" {
		t.Errorf("the second Accept line is not read: %v", w.Header())
	}
}

func TestMethods(t *testing.T) {
	s := serverOf(t, actuator.Options{Endpoints: []actuator.Endpoint{things(), deep()}})
	server := httptest.NewServer(s)
	defer server.Close()
	tests := []struct {
		method, path, contentType, body string
		status                          int
		allow                           string
	}{
		{"HEAD", "/actuator/things", "", "", 200, ""},
		{"HEAD", "/actuator", "", "", 200, ""},
		{"OPTIONS", "/actuator/things", "", "", 200, "GET,HEAD,OPTIONS"},
		{"OPTIONS", "/actuator/things/a", "", "", 200, "POST,GET,HEAD,OPTIONS"},
		{"OPTIONS", "/actuator", "", "", 200, "GET,HEAD,OPTIONS"},
		{"OPTIONS", "/actuator/deep/a/b", "", "", 200, "GET,HEAD,OPTIONS"},
		{"POST", "/actuator/things", "application/json", "{}", 405, "GET"},
		{"DELETE", "/actuator/things/a", "", "", 405, "GET,POST"},
		{"PUT", "/actuator", "", "", 405, "GET"},
		{"POST", "/actuator/things/a", "application/json", "{}", 204, ""},
		{"POST", "/actuator/things/a", v2, "{}", 204, ""},
		{"POST", "/actuator/things/a", v3 + "; charset=utf-8", "{}", 204, ""},
		{"POST", "/actuator/things/a", "", "", 204, ""},
		{"POST", "/actuator/things/a", "text/plain", "{}", 415, ""},
		{"POST", "/actuator/things/a", "application/x-www-form-urlencoded", "a=b", 415, ""},
		{"POST", "/actuator/things/a", "broken", "{}", 415, ""},
		{"POST", "/actuator/things/a", "application/json", strings.Repeat(" ", 17), 413, ""},
	}
	for _, test := range tests {
		r, err := http.NewRequestWithContext(t.Context(), test.method, server.URL+test.path, strings.NewReader(test.body))
		if err != nil {
			t.Fatal(err)
		}
		if test.contentType != "" {
			r.Header.Set("Content-Type", test.contentType)
		}
		answer, err := server.Client().Do(r)
		if err != nil {
			t.Fatal(err)
		}
		body, _ := io.ReadAll(answer.Body)
		_ = answer.Body.Close()
		if answer.StatusCode != test.status || answer.Header.Get("Allow") != test.allow {
			t.Errorf("%s %s: %d, Allow %q", test.method, test.path, answer.StatusCode, answer.Header.Get("Allow"))
		}
		if hasBody := len(body) > 0; hasBody != (test.status >= 400) {
			t.Errorf("%s %s: the body is %q", test.method, test.path, body)
		}
	}
	if w := ask(s, "HEAD", "/actuator/things", ""); w.Header().Get("Content-Length") != "11" || w.Header().Get("Content-Type") != v3 {
		t.Errorf("HEAD has the headers %v", w.Header())
	}
}

func TestPaths(t *testing.T) {
	moved := things()
	moved.ID, moved.Path = "moved", "/internal/things"
	below := things()
	below.ID, below.Path = "below", "other/name"
	s := serverOf(t, actuator.Options{Prefix: "/shop", Endpoints: []actuator.Endpoint{things(), deep(), moved, below}})
	tests := []struct {
		path   string
		status int
		body   string // exactly; any if it is empty
	}{
		{"/shop/actuator", 200, ""},
		{"/shop/actuator/", 200, ""},
		{"/shop/actuator//", 404, ""},
		{"/shop/actuator/things", 200, `{"a":"<b>"}`},
		{"/shop/actuator/things/", 200, `{"a":"<b>"}`},
		{"/shop/actuator/things/a", 200, `"a"`},
		{"/shop/actuator/things/a/", 200, `"a"`},
		{"/shop/actuator/things/a%20b", 200, `"a b"`},
		{"/shop/actuator/things/a/b", 404, ""},
		{"/shop/actuator/things/none", 404, "-"},
		{"/shop/actuator/things/wrong", 400, ""},
		{"/shop/actuator/things/broken", 500, ""},
		{"/shop/actuator/deep", 404, ""},
		{"/shop/actuator/deep/a/b/c", 200, `"a/b/c"`},
		{"/shop/actuator/nothing", 404, ""},
		{"/shop/actuator/moved", 404, ""},
		{"/shop/internal/things", 200, ""},
		{"/shop/internal/things/a", 200, `"a"`},
		{"/shop/actuator/other/name", 200, ""},
		{"/shop/actuator/other", 404, ""},
		{"/actuator/things", 404, ""},
		{"/", 404, ""},
	}
	for _, test := range tests {
		w := ask(s, "GET", test.path, "")
		body := w.Body.String()
		switch {
		case w.Code != test.status:
			t.Errorf("%s: %d %s", test.path, w.Code, body)
		case test.body == "-" && body != "":
			t.Errorf("%s: %q, want an empty body", test.path, body)
		case test.body != "" && test.body != "-" && body != test.body:
			t.Errorf("%s: %q", test.path, body)
		case test.status >= 400 && test.body != "-" && w.Header().Get("Content-Type") != "application/problem+json":
			t.Errorf("%s: the error is %s", test.path, w.Header().Get("Content-Type"))
		}
	}
	if w := ask(s, "GET", "/shop/actuator/things/broken", ""); strings.Contains(w.Body.String(), "EOF") {
		t.Errorf("an unknown error is shown: %s", w.Body)
	}
}

// TestBroken: an operation that fails or panics costs its own answer only, and its reason is reported but not shown.
func TestBroken(t *testing.T) {
	var failures []string
	s := serverOf(t, actuator.Options{Endpoints: []actuator.Endpoint{things()}, Failed: func(id string, err error) {
		failures = append(failures, id+": "+err.Error())
	}})
	for _, selector := range []string{"panic", "broken", "none", "wrong"} {
		if w := ask(s, "GET", "/actuator/things/"+selector, ""); strings.Contains(w.Body.String(), "purpose") || strings.Contains(w.Body.String(), "EOF") {
			t.Errorf("%s: %d %s", selector, w.Code, w.Body)
		}
	}
	if len(failures) != 2 || !strings.HasPrefix(failures[0], "things: panic: on purpose\n") || failures[1] != "things: unexpected EOF" {
		t.Errorf("reported: %q", failures)
	}
}

func TestPathsClash(t *testing.T) {
	other := things()
	other.ID, other.Path = "other", "things"
	if _, err := actuator.New(actuator.Options{Base: "/actuator", Endpoints: []actuator.Endpoint{things(), other}}); err == nil ||
		!strings.Contains(err.Error(), "things and other") {
		t.Error(err)
	}
	other.Path = "/actuator"
	if _, err := actuator.New(actuator.Options{Base: "/actuator", Endpoints: []actuator.Endpoint{other}}); err == nil {
		t.Error("an endpoint may have the path of the discovery page")
	}
}

func TestDiscovery(t *testing.T) {
	moved := things()
	moved.ID, moved.Path = "moved", "/internal/things"
	s := serverOf(t, actuator.Options{Prefix: "/shop", Base: "/manage", Endpoints: []actuator.Endpoint{things(), deep(), moved}})
	r := httptest.NewRequest("GET", "https://shop.example.com/shop/manage", nil)
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	var page struct {
		Links map[string]struct {
			Href      string
			Templated bool
		} `json:"_links"`
	}
	if err := json.Unmarshal(w.Body.Bytes(), &page); err != nil {
		t.Fatal(err)
	}
	const at = "https://shop.example.com/shop"
	want := map[string]string{
		"self": at + "/manage", "things": at + "/manage/things", "things-name": at + "/manage/things/{name}",
		"deep-path": at + "/manage/deep/{*path}", "moved": at + "/internal/things", "moved-name": at + "/internal/things/{name}",
	}
	if len(page.Links) != len(want) {
		t.Errorf("links: %s", w.Body)
	}
	for name, href := range want {
		if page.Links[name].Href != href || page.Links[name].Templated != strings.Contains(href, "{") {
			t.Errorf("%s: %+v, want %s", name, page.Links[name], href)
		}
	}
	for uri, href := range map[string]string{ // what somebody in front has removed is in RequestURI
		"/desk/shop/manage?a=1": "https://shop.example.com/desk/shop/manage", "//evil.example/shop/manage": at + "/manage",
		"http://evil.example/shop/manage": at + "/manage", "/other": at + "/manage", "": at + "/manage",
	} {
		r := httptest.NewRequest("GET", "https://shop.example.com/shop/manage", nil)
		r.RequestURI = uri
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		if want := `"self":{"href":"` + href + `"`; !strings.Contains(w.Body.String(), want) {
			t.Errorf("%s: %s, want %s", uri, w.Body, want)
		}
	}
	none := serverOf(t, actuator.Options{Base: "/", Endpoints: []actuator.Endpoint{things()}})
	if w := ask(none, "GET", "/things", ""); w.Code != 200 {
		t.Errorf("below /: %d", w.Code)
	}
	if w := ask(none, "GET", "/", ""); w.Code != 404 {
		t.Errorf("without a discovery page: %d", w.Code)
	}
}

func TestAuth(t *testing.T) {
	next := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(204) })
	both := actuator.Auth{Username: "ops", Password: "secret", Token: "token-1"}
	tests := []struct {
		auth   actuator.Auth
		header string
		status int
	}{
		{actuator.Auth{}, "", 204},
		{both, "", 401},
		{both, "Basic b3BzOnNlY3JldA==", 204},
		{both, "Basic b3BzOg==", 401},
		{both, "Basic OnNlY3JldA==", 401},
		{both, "Basic !", 401},
		{both, "Bearer token-1", 204},
		{both, "bearer  token-1", 204},
		{both, "Bearer token-12", 401},
		{both, "Bearer", 401},
		{both, "token-1", 401},
		{actuator.Auth{Token: "t"}, "Basic Og==", 401}, // no user and no password
	}
	for _, test := range tests {
		w := ask(test.auth.Protect(next), "GET", "/", "", "Authorization", test.header)
		if w.Code != test.status {
			t.Errorf("%q: %d, want %d", test.header, w.Code, test.status)
		}
		if test.status == 401 && len(w.Header()["Www-Authenticate"]) == 0 {
			t.Errorf("%q: no WWW-Authenticate", test.header)
		}
	}
}

func TestContentAndStreams(t *testing.T) {
	dump := actuator.HeapDump(func(_ context.Context, live bool) ([]byte, error) {
		if live {
			return []byte("0123456789"), nil
		}
		return []byte("garbage"), nil
	})
	stream := actuator.Endpoint{ID: "stream", Operations: []actuator.Operation{actuator.Get("", func(*actuator.Request) (actuator.Answer, error) {
		return actuator.Answer{ContentType: "text/plain", Stream: func(w io.Writer) error { _, err := io.WriteString(w, "on and on"); return err }}, nil
	})}}
	s := serverOf(t, actuator.Options{Endpoints: []actuator.Endpoint{dump, stream}})
	w := ask(s, "GET", "/actuator/heapdump", "")
	h := w.Header()
	if w.Body.String() != "0123456789" || h.Get("Content-Type") != "application/octet-stream" || h.Get("Content-Length") != "10" ||
		h.Get("Accept-Ranges") != "bytes" || h.Get("Content-Disposition") != "" {
		t.Errorf("%s %v", w.Body, h)
	}
	if w := ask(s, "GET", "/actuator/heapdump", "", "Range", "bytes=2-4"); w.Code != 206 || w.Body.String() != "234" ||
		w.Header().Get("Content-Range") != "bytes 2-4/10" {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	if w := ask(s, "HEAD", "/actuator/heapdump", ""); w.Body.Len() != 0 || w.Header().Get("Content-Length") != "10" {
		t.Errorf("HEAD: %s %v", w.Body, w.Header())
	}
	if w := ask(s, "GET", "/actuator/heapdump?live=false", ""); w.Body.String() != "garbage" {
		t.Errorf("live=false: %s", w.Body)
	}
	if w := ask(s, "GET", "/actuator/heapdump", "", "Accept", "application/json"); w.Code != 406 {
		t.Errorf("as JSON: %d", w.Code)
	}
	if w := ask(s, "GET", "/actuator/stream", ""); w.Body.String() != "on and on" || w.Header().Get("Content-Type") != "text/plain" {
		t.Errorf("%s %v", w.Body, w.Header())
	}
	if w := ask(s, "HEAD", "/actuator/stream", ""); w.Body.Len() != 0 {
		t.Errorf("HEAD of a stream: %s", w.Body)
	}
}

func TestPeriod(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0: "PT0S", 5 * time.Second: "PT5S", 250 * time.Millisecond: "PT0.25S", 90 * time.Minute: "PT1H30M", time.Minute: "PT1M",
		63*time.Second + 500*time.Millisecond: "PT1M3.5S", 48 * time.Hour: "PT48H", 14600 * time.Microsecond: "PT0.0146S",
		49 * time.Hour: "PT49H", time.Hour + 2*time.Minute + time.Millisecond: "PT1H2M0.001S",
		-90 * time.Second: "PT-1M-30S", -90 * time.Second / 1000: "PT-0.09S",
	} {
		if got := actuator.Period(d); got != want {
			t.Errorf("%v: %s, want %s", d, got, want)
		}
	}
}

// body returns the JSON that an endpoint answers, indented as in the tests.
func body(t *testing.T, s *actuator.Server, path string) string {
	t.Helper()
	w := ask(s, "GET", path, "")
	if w.Code != 200 {
		t.Fatalf("%s: %d %s", path, w.Code, w.Body)
	}
	var out bytes.Buffer
	if err := json.Compact(&out, w.Body.Bytes()); err != nil {
		t.Fatal(err)
	}
	return out.String()
}
