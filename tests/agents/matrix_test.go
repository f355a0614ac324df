package agents

import (
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/fwrun/fwrun/tests/harness"
	"github.com/fwrun/fwrun/tests/harness/script"
)

// The matrix: every way in which a request to the MCP endpoint can be wrong, with the resulting status and
// code, each alone and each together with each other one.

const matrixApp = `
-- desk.ts --
import { HandlerInterceptor, HttpRequest, Interceptor, McpPrompt, McpResource, McpTool, ResponseEntity, Service } from "fwrun";

@Interceptor("^/mcp$")
export class Guard extends HandlerInterceptor {
  preHandle(request: HttpRequest, response: ResponseEntity): boolean {
    if (request.getFirstHeader("X-Refuse") === null) return true;
    response.withStatusCode(401);
    return false;
  }
}

@Service
export class Desk {
  /** Adds. */
  @McpTool({ name: "add" }) add(a: int, b: int = 1): int { return a + b; }
  /** What this is. */
  @McpResource("desk://about") about(): string { return "a desk"; }
  /** Greets. */
  @McpPrompt("greet") greet(name: string): string { return "Greet " + name; }
}
-- config/application.yml --
framework:
  mcp:
    allowedOrigins: ["https://App.example.com", "http://localhost:3000/"]
    allowedHosts: ["desk.example.com", "[::1]", "127.0.0.1", "ported.example.com:8443"]
    maxBodyBytes: 1000
`

func startMatrix(t *testing.T) (url string) {
	t.Helper()
	folder := t.TempDir()
	for _, f := range txtar.Parse([]byte(matrixApp)).Files {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(folder, f.Name)), 0o755); err != nil {
			t.Fatal(err)
		}
		harness.WriteFile(t, filepath.Join(folder, f.Name), string(f.Data))
	}
	_, url = harness.Serve(t, folder, "FWRUN_CACHE="+t.TempDir())
	return url
}

// probe is a request to the endpoint that can be made invalid.
type probe struct {
	method, host string
	header       http.Header
	body         string
	chunked      bool // without Content-Length
}

const matrixPing = `{"jsonrpc":"2.0","id":1,"method":"ping"}`

// sound returns a valid request.
func sound() *probe {
	return &probe{method: "POST", body: matrixPing, header: http.Header{
		"Content-Type": {"application/json"}, "Accept": {"application/json, text/event-stream"}, "Mcp-Protocol-Version": {"2025-11-25"},
	}}
}

func (p *probe) set(name, value string) *probe {
	p.header.Set(name, value)
	return p
}

func (p *probe) send(t *testing.T, url string) *script.Response {
	t.Helper()
	var body io.Reader = strings.NewReader(p.body)
	if p.chunked {
		body = io.MultiReader(body) // a reader whose length http.NewRequest does not know
	}
	r, err := http.NewRequest(p.method, url+"/mcp", body)
	if err != nil {
		t.Fatal(err)
	}
	r.Header, r.Host = p.header, p.host
	got, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	defer got.Body.Close()
	text, err := io.ReadAll(got.Body)
	if err != nil {
		t.Fatal(err)
	}
	return &script.Response{Status: got.StatusCode, Header: got.Header, Body: string(text)}
}

// envelope is the common form of JSON-RPC answers.
type envelope struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Result  json.RawMessage `json:"result"`
	Error   *refusal        `json:"error"`
}

// refuses checks the status and the code of a response. Clients end their session if they cannot read a
// refusal.
func refuses(t *testing.T, got *script.Response, status, code int, id string) {
	t.Helper()
	e := readEnvelope(t, got)
	if got.Status != status || e.Error == nil || e.Error.Code != code || string(e.ID) != id || e.Error.Message == "" || e.Result != nil {
		t.Errorf("got %d %s\nwant the status %d and the code %d, with the id %s", got.Status, got.Body, status, code, id)
	}
}

func readEnvelope(t *testing.T, got *script.Response) (e envelope) {
	t.Helper()
	if contentType := got.Header.Get("Content-Type"); contentType != "application/json" {
		t.Errorf("the Content-Type is %q", contentType)
	}
	if err := json.Unmarshal([]byte(got.Body), &e); err != nil || e.Version != "2.0" {
		t.Errorf("%d %q is no answer of JSON-RPC: %v", got.Status, got.Body, err)
	}
	return e
}

// passes checks that the response is the result of a ping.
func passes(t *testing.T, got *script.Response) {
	t.Helper()
	if got.Status != 200 || got.Body != `{"jsonrpc":"2.0","id":1,"result":{}}` {
		t.Errorf("got %d %s", got.Status, got.Body)
	}
	readEnvelope(t, got)
}

// TestMCPRefusals: errors of a request as a whole.
func TestMCPRefusals(t *testing.T) {
	url := startMatrix(t)
	for name, c := range map[string]struct {
		spoil  func(p *probe)
		status int // 200 if the request stays valid
		code   int
	}{
		"nothing": {func(*probe) {}, 200, 0},

		"GET":     {func(p *probe) { p.method, p.body = "GET", "" }, 405, -32600},
		"DELETE":  {func(p *probe) { p.method, p.body = "DELETE", "" }, 405, -32600},
		"PUT":     {func(p *probe) { p.method = "PUT" }, 405, -32600},
		"PATCH":   {func(p *probe) { p.method = "PATCH" }, 405, -32600},
		"OPTIONS": {func(p *probe) { p.method, p.body = "OPTIONS", "" }, 405, -32600},

		"no origin that is known":          {func(p *probe) { p.set("Origin", "https://evil.example.com") }, 403, -32600},
		"the origin, as it is written":     {func(p *probe) { p.set("Origin", "https://App.example.com") }, 200, 0},
		"the origin, as browsers send it":  {func(p *probe) { p.set("Origin", "https://app.example.com") }, 200, 0},
		"the origin in another case":       {func(p *probe) { p.set("Origin", "HTTPS://app.EXAMPLE.com") }, 403, -32600},
		"the origin with a slash":          {func(p *probe) { p.set("Origin", "https://app.example.com/") }, 403, -32600},
		"the origin with two slashes":      {func(p *probe) { p.set("Origin", "https://app.example.com//") }, 403, -32600},
		"an origin that has a slash there": {func(p *probe) { p.set("Origin", "http://localhost:3000") }, 200, 0},
		"the origin on another port":       {func(p *probe) { p.set("Origin", "http://localhost:3001") }, 403, -32600},
		"the origin without its port":      {func(p *probe) { p.set("Origin", "http://localhost") }, 403, -32600},
		"the origin of another scheme":     {func(p *probe) { p.set("Origin", "http://app.example.com") }, 403, -32600},
		"the origin as a beginning":        {func(p *probe) { p.set("Origin", "https://app.example.com.evil.example.com") }, 403, -32600},
		"a name below the origin":          {func(p *probe) { p.set("Origin", "https://www.app.example.com") }, 403, -32600},
		"the origin null":                  {func(p *probe) { p.set("Origin", "null") }, 403, -32600},
		"an empty origin":                  {func(p *probe) { p.set("Origin", "") }, 403, -32600},
		"the server's own origin":          {func(p *probe) { p.set("Origin", url) }, 403, -32600},
		"an origin twice, the second known": {
			func(p *probe) { p.header["Origin"] = []string{"https://evil.example.com", "https://app.example.com"} }, 403,
			-32600,
		},

		"a host":                     {func(p *probe) { p.host = "desk.example.com" }, 200, 0},
		"a host on a port":           {func(p *probe) { p.host = "desk.example.com:8080" }, 200, 0},
		"a host in another case":     {func(p *probe) { p.host = "Desk.EXAMPLE.com" }, 200, 0},
		"a host by its address":      {func(p *probe) { p.host = "[::1]:8080" }, 200, 0},
		"a host with its port":       {func(p *probe) { p.host = "ported.example.com:8443" }, 200, 0},
		"a host on a port not its":   {func(p *probe) { p.host = "ported.example.com:8080" }, 403, -32600},
		"another host":               {func(p *probe) { p.host = "evil.example.com" }, 403, -32600},
		"a name below the host":      {func(p *probe) { p.host = "www.desk.example.com" }, 403, -32600},
		"localhost, not in the list": {func(p *probe) { p.host = "localhost" }, 403, -32600},

		"the version 2025-06-18":          {func(p *probe) { p.set("MCP-Protocol-Version", "2025-06-18") }, 200, 0},
		"the version 2025-03-26":          {func(p *probe) { p.set("MCP-Protocol-Version", "2025-03-26") }, 200, 0},
		"no version":                      {func(p *probe) { p.header.Del("MCP-Protocol-Version") }, 200, 0},
		"a version of before":             {func(p *probe) { p.set("MCP-Protocol-Version", "2024-11-05") }, 400, -32600},
		"a version that is not turned on": {func(p *probe) { p.set("MCP-Protocol-Version", "2026-07-28") }, 400, -32600},
		"a version of another day":        {func(p *probe) { p.set("MCP-Protocol-Version", "2025-11-26") }, 400, -32600},
		"a version that is none":          {func(p *probe) { p.set("MCP-Protocol-Version", "latest") }, 400, -32600},
		"an empty version":                {func(p *probe) { p.set("MCP-Protocol-Version", "") }, 400, -32600},

		"text":                  {func(p *probe) { p.set("Content-Type", "text/plain") }, 415, -32600},
		"no Content-Type":       {func(p *probe) { p.header.Del("Content-Type") }, 415, -32600},
		"an empty Content-Type": {func(p *probe) { p.set("Content-Type", "") }, 415, -32600},
		"a form":                {func(p *probe) { p.set("Content-Type", "application/x-www-form-urlencoded") }, 415, -32600},
		"some other JSON":       {func(p *probe) { p.set("Content-Type", "application/problem+json") }, 415, -32600},
		"a beginning of a type": {func(p *probe) { p.set("Content-Type", "application/jsonp") }, 415, -32600},
		"JSON in Latin-1":       {func(p *probe) { p.set("Content-Type", "application/json; charset=iso-8859-1") }, 415, -32600},
		"JSON in UTF-8":         {func(p *probe) { p.set("Content-Type", `application/json; charset="UTF-8"`) }, 200, 0},
		"JSON in another case":  {func(p *probe) { p.set("Content-Type", "Application/JSON") }, 200, 0},
		"JSON that is packed":   {func(p *probe) { p.set("Content-Encoding", "own") }, 415, -32600},
		"JSON that is no gzip":  {func(p *probe) { p.set("Content-Encoding", "gzip") }, 400, -32600},
		"JSON that is not":      {func(p *probe) { p.set("Content-Encoding", "identity") }, 200, 0},

		"no Accept":                      {func(p *probe) { p.header.Del("Accept") }, 200, 0},
		"Accept: JSON":                   {func(p *probe) { p.set("Accept", "application/json") }, 200, 0},
		"Accept: application/*":          {func(p *probe) { p.set("Accept", "application/*") }, 200, 0},
		"Accept: */*":                    {func(p *probe) { p.set("Accept", "*/*") }, 200, 0},
		"Accept: in another case":        {func(p *probe) { p.set("Accept", "Application/Json;Q=0.5") }, 200, 0},
		"Accept: JSON in another line":   {func(p *probe) { p.header["Accept"] = []string{"text/html", "application/json"} }, 200, 0},
		"Accept: anything, at last":      {func(p *probe) { p.set("Accept", "text/html, */*;q=0.1") }, 200, 0},
		"Accept: events only":            {func(p *probe) { p.set("Accept", "text/event-stream") }, 406, -32600},
		"Accept: text only":              {func(p *probe) { p.set("Accept", "text/html, text/*") }, 406, -32600},
		"Accept: no JSON":                {func(p *probe) { p.set("Accept", "application/json;q=0") }, 406, -32600},
		"Accept: anything but JSON":      {func(p *probe) { p.set("Accept", "*/*, application/json;q=0.0") }, 406, -32600},
		"Accept: JSON, and not the rest": {func(p *probe) { p.set("Accept", "*/*;q=0, application/json") }, 200, 0},
		"Accept: nothing":                {func(p *probe) { p.set("Accept", "*/*;q=0") }, 406, -32600},
		"Accept: some other JSON":        {func(p *probe) { p.set("Accept", "application/vnd.api+json") }, 406, -32600},
		"Accept: what is none":           {func(p *probe) { p.set("Accept", "json") }, 406, -32600},

		"as much as there may be":            {func(p *probe) { p.body = padded(1000) }, 200, 0},
		"as much as there may be, in chunks": {func(p *probe) { p.body, p.chunked = padded(1000), true }, 200, 0},
		"one byte more":                      {func(p *probe) { p.body = padded(1001) }, 413, -32600},
		"one byte more, in chunks":           {func(p *probe) { p.body, p.chunked = padded(1001), true }, 413, -32600},
		"much more":                          {func(p *probe) { p.body = padded(200_000) }, 413, -32600},
		"much more, in chunks":               {func(p *probe) { p.body, p.chunked = padded(200_000), true }, 413, -32600},

		"a session of another server": {func(p *probe) { p.set("Mcp-Session-Id", "x").set("Last-Event-ID", "7") }, 200, 0},
	} {
		t.Run(name, func(t *testing.T) {
			p := sound()
			c.spoil(p)
			got := p.send(t, url)
			if c.status == 200 {
				passes(t, got)
			} else {
				refuses(t, got, c.status, c.code, "null")
			}
			if allow := got.Header.Get("Allow"); (c.status == 405) != (allow == "POST") {
				t.Errorf("the header Allow is %q", allow)
			}
			if session := got.Header.Get("Mcp-Session-Id"); session != "" {
				t.Errorf("there is a session %q", session)
			}
		})
	}
	t.Run("HEAD", func(t *testing.T) {
		p := sound()
		p.method, p.body = "HEAD", ""
		if got := p.send(t, url); got.Status != 405 || got.Header.Get("Allow") != "POST" {
			t.Errorf("got %d %v", got.Status, got.Header)
		}
	})
}

// padded returns a ping of the given length.
func padded(size int) string { return matrixPing + strings.Repeat(" ", size-len(matrixPing)) }

// TestMCPOrderOfChecks makes requests invalid in two ways at once: the answer is that of the check that comes
// first.
func TestMCPOrderOfChecks(t *testing.T) {
	url := startMatrix(t)
	long := strings.Repeat(" ", 1001)
	checks := []struct {
		name   string
		spoil  func(p *probe)
		status int
		code   int
	}{
		{"interceptor", func(p *probe) { p.set("X-Refuse", "1") }, 401, -32600},
		{"origin", func(p *probe) { p.set("Origin", "https://evil.example.com") }, 403, -32600},
		{"method", func(p *probe) { p.method = "PUT" }, 405, -32600},
		{"version", func(p *probe) { p.set("MCP-Protocol-Version", "1999-01-01") }, 400, -32600},
		{"content type", func(p *probe) { p.set("Content-Type", "text/plain") }, 415, -32600},
		{"accept", func(p *probe) { p.set("Accept", "text/html") }, 406, -32600},
		{"size", func(p *probe) { p.body += long }, 413, -32600},
		{"size in chunks", func(p *probe) { p.body, p.chunked = p.body+long, true }, 413, -32600},
		{"parse", func(p *probe) { p.body = "[" + p.body }, 400, -32700},
		{"batch", func(p *probe) { p.body = "[" + p.body + "]" }, 400, -32600},
		{"message", func(p *probe) { p.body = strings.Replace(p.body, "2.0", "1.0", 1) }, 200, -32600},
		{"method of the message", func(p *probe) { p.body = strings.Replace(p.body, "ping", "pong", 1) }, 200, -32601},
	}
	for i, first := range checks {
		for _, second := range checks[i:] {
			t.Run(first.name+" and "+second.name, func(t *testing.T) {
				p, id := sound(), "null"
				first.spoil(p)
				if second.name != first.name {
					second.spoil(p)
				}
				if first.status == 200 {
					id = "1"
				}
				refuses(t, p.send(t, url), first.status, first.code, id)
			})
		}
	}
}
