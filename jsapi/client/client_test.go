package client_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/fwrun/fwrun/jsapi/client"
	"github.com/fwrun/fwrun/jsapi/realm/realmtest"
	"github.com/fwrun/fwrun/jsapi/web"
)

// tries is the context key of a request's number of retries.
type tries struct{}

// newService returns a server that answers with the request it got.
func newService(t *testing.T) *httptest.Server {
	t.Helper()
	mux := http.NewServeMux()
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		_, _ = fmt.Fprintf(w, "%s %s %s %s", r.Method, r.RequestURI, r.Header.Get("Content-Type"), body)
	})
	mux.HandleFunc("/v1/json", func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, `{"a":[1]}`) })
	mux.HandleFunc("/v1/gone", func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusNotFound)
		_, _ = io.WriteString(w, "no such thing"+strings.Repeat(".", 5000))
	})
	mux.HandleFunc("/v1/moved", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/v1/json", http.StatusFound) })
	mux.HandleFunc("/v1/never", func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	server := httptest.NewServer(mux)
	t.Cleanup(func() {
		server.CloseClientConnections()
		server.Close()
	})
	return server
}

func TestHttpClient(t *testing.T) {
	server := newService(t)
	p := newClientPage(t, server.URL)
	cases := [][2]string{
		{`await billing.get("/x").text()`, "GET /v1/x  "},
		{
			`await billing.get("x/y?a=1", { query: { b: ["2", 3], c: null, d: undefined, "e f": "ü", at: new Date(0) } }).text()`,
			"GET /v1/x/y?a=1&b=2&b=3&e+f=%C3%BC&at=1970-01-01T00%3A00%3A00.000Z  ",
		},
		{`await billing.get("", { query: "a=1" }).text()`, "GET /v1?a=1  "},
		{`await billing.get("?a=1", { query: new URLSearchParams({ b: 2 }) }).text()`, "GET /v1?a=1&b=2  "},
		{`(await billing.get("/json").json()).a[0]`, "1"},
		{`(await billing.get("/json")).status`, "200"},
		{`(await billing.get("/moved")).redirected`, "true"},
		{`(await billing.get("/moved", { redirect: "manual" })).status`, "302"},
		{`(await billing.head("/x")).status`, "200"},
		{`(await billing.get("/json").bytes()).length + (await billing.get("/json").arrayBuffer()).byteLength`, "18"},
		{`await billing.post("/x", { json: { a: "é" } }).text()`, `POST /v1/x application/json {"a":"é"}`},
		{
			`await billing.post("/x", { json: null, headers: { "Content-Type": "application/vnd.a+json" } }).text()`,
			`POST /v1/x application/vnd.a+json null`,
		},
		{`await billing.put("/x", { form: { a: "b c", l: [1, 2] } }).text()`, `PUT /v1/x application/x-www-form-urlencoded;charset=UTF-8 a=b+c&l=1&l=2`},
		{`await billing.patch("/x", { body: "text" }).text()`, `PATCH /v1/x text/plain;charset=UTF-8 text`},
		{`await billing.delete("/x").text()`, "DELETE /v1/x  "},
		{`await billing.request("OPTIONS", "/x").text()`, "OPTIONS /v1/x  "},
		{`await billing.get("S/v1/x").text()`, "GET /v1/x  "},
		{`await billing.get(new URL("S/v1/x")).text()`, "GET /v1/x  "},
		{`await plain.get("S/any").text()`, "GET /any  "},
		{`billing instanceof HttpClient`, "true"},

		// answers other than 2xx
		{`await billing.get("/gone?key=secret").catch((e) => [e.name, e instanceof HttpClientError, e.message, e.status, ` +
			`e.body.length, e.response.status].join())`, "HttpClientError,true,GET S/v1/gone was answered with 404 Not Found,404,2000,404"},
		{`await billing.get("/gone").json().catch((e) => e.body.slice(0, 13))`, "no such thing"},
		{`await billing.get("/gone").catch(async (e) => (await e.response.text()).length)`, "5013"},
		{`(await billing.get("/gone", { throwHttpErrors: false })).status`, "404"},
		{`JSON.stringify(await billing.get("/gone").catch((e) => e)).slice(0, 30)`, `{"status":404,"body":"no such `},

		// limits
		{`await billing.get("/never", { timeout: 20 }).catch((e) => [e.name, e.message])`, "TimeoutError,the request took longer than 20ms"},
		{`await billing.get("/never", { timeout: "0.02s" }).catch((e) => e.name)`, "TimeoutError"},
		{`await billing.get("/never", { signal: AbortSignal.timeout(20) }).catch((e) => e.message)`, "The operation timed out"},
		{`await plain.get("http://127.0.0.1:1/").catch((e) => [e.name, e.message, e.cause.code])`, "TypeError,fetch failed,ECONNREFUSED"},

		// mistakes
		{`new HttpClient()`, "throws TypeError: an HttpClient cannot be made with new; configure it under http.clients, and inject it with @Autowired"},
		{`await billing.get("/x", { qurey: 1 })`, "throws TypeError: HttpClient has no option qurey; it has query, headers, json, form, body, timeout, " +
			"retry, signal, redirect, throwHttpErrors"},
		{`await billing.post("/x", { json: 1, body: "" })`, "throws TypeError: a request has one body: json or body, not both"},
		{`await billing.post("/x", { json() {} })`, "throws TypeError: `json` cannot be written as JSON"},
		{`await billing.get("/x", { timeout: "5 years" })`, "throws TypeError: `timeout` must be a duration such as \"5s\", or a number of milliseconds"},
		{`await billing.get("/x", { timeout: 0 })`, "throws TypeError: `timeout` must be a duration such as \"5s\", or a number of milliseconds"},
		{`await billing.get("/x", { retry: true })`, "throws TypeError: `retry` must be false, or the number of retries: 3, or { max: 3 }"},
		{`await billing.get()`, "throws TypeError: the client billing-client takes a path as a text, or a URL"},
		{`await plain.get("/x")`, "throws TypeError: the client httpClient has no base URL, so it takes whole URLs such as https://api.example.com/x"},
		{`HttpClient.prototype.get.call({}, "/x")`, "throws TypeError: Object has no member 'request'"},
	}
	for i := range cases {
		cases[i][0] = "(async () => " + strings.ReplaceAll(cases[i][0], "S/", server.URL+"/") + ")()"
		cases[i][1] = strings.ReplaceAll(cases[i][1], "S/v1", server.URL+"/v1")
	}
	p.Cases(cases)
}

func newClientPage(t *testing.T, url string) *realmtest.Page {
	t.Helper()
	sender := web.Client{Timeout: time.Minute}
	p := realmtest.New(t, client.Module([]client.Client{
		{Bean: "httpClient", Primary: true, Client: sender},
		{Bean: "billing-client", BaseURL: url + "/v1", Client: sender},
	}))
	p.SetBean("plain", "httpClient", "")
	p.SetBean("billing", "billing-client", "")
	return p
}

// TestHttpClientStaysBelowItsBase: whatever a path contains, no request leaves the base URL.
func TestHttpClientStaysBelowItsBase(t *testing.T) {
	server := newService(t)
	p := newClientPage(t, server.URL)
	for path, want := range map[string]string{
		"//evil.example.com/x":           "GET /v1/evil.example.com/x  ",
		`\\\\evil.example.com`:           "GET /v1/evil.example.com  ",
		"@evil.example.com":              "GET /v1/@evil.example.com  ",
		":80@evil.example.com":           "GET /v1/:80@evil.example.com  ",
		" \\t//evil.example.com":         "GET /v1/evil.example.com  ",
		"javascript:alert(1)":            "GET /v1/javascript:alert(1)  ",
		"a/../b":                         "GET /v1/b  ",
		"https://evil.example.com/v1/x":  "throws",
		"HTTPS://evil.example.com":       "throws",
		" http://evil.example.com":       "throws",
		"http://me:pw@evil.example.com/": "throws",
		"../admin":                       "throws",
		"/../v1x":                        "throws",
		"%2e%2e/admin":                   "throws",
		"x/.%2E/../admin":                "throws",
		`..\\admin`:                      "throws",
		".\\t./admin":                    "throws",
		"ftp://127.0.0.1/":               "throws",
	} {
		got := p.Eval(`billing.get("` + path + `").text()`)
		refused := strings.HasPrefix(got, "throws TypeError: the client billing-client only sends requests below "+server.URL+"/v1, not to ")
		if got != want && !(want == "throws" && refused) {
			t.Errorf("%s: got %s", path, got)
		}
	}
}

// TestHttpClientRetries: the number of retries of a request reaches the client that sends it.
func TestHttpClientRetries(t *testing.T) {
	server := newService(t)
	var seen []any
	sender := web.Client{
		HTTP: &http.Client{Transport: roundTrip(func(r *http.Request) (*http.Response, error) {
			seen = append(seen, r.Context().Value(tries{}))
			return http.DefaultTransport.RoundTrip(r)
		})},
		Retry: func(ctx context.Context, most int) context.Context { return context.WithValue(ctx, tries{}, most) },
	}
	p := realmtest.New(t, client.Module([]client.Client{{Bean: "c", BaseURL: server.URL, Client: sender}}))
	p.SetBean("c", "c", "")
	p.Cases([][2]string{
		{`(async () => { for (const retry of [undefined, 3, { max: 2 }, false]) await c.get("/", { retry }); return "sent" })()`, "sent"},
	})
	if got := fmt.Sprint(seen); got != "[<nil> 3 2 0]" {
		t.Errorf("got %s", got)
	}
}

type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }
