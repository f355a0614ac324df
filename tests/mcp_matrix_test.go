package tests

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

// The matrix: every way in which a request to the MCP endpoint can be wrong, with the status and the code that it gets, each
// alone and each together with each other one.

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
		write(t, folder, f.Name, string(f.Data))
	}
	_, url = startForTest(t, folder, "FWRUN_CACHE="+t.TempDir())
	return url
}

// probe is a request to the endpoint that can be spoilt.
type probe struct {
	method, host string
	header       http.Header
	body         string
	chunked      bool // the length is not announced
}

const matrixPing = `{"jsonrpc":"2.0","id":1,"method":"ping"}`

// sound is a request with nothing wrong about it.
func sound() *probe {
	return &probe{method: "POST", body: matrixPing, header: http.Header{
		"Content-Type": {"application/json"}, "Accept": {"application/json, text/event-stream"}, "Mcp-Protocol-Version": {"2025-11-25"},
	}}
}

func (p *probe) set(name, value string) *probe {
	p.header.Set(name, value)
	return p
}

func (p *probe) send(t *testing.T, url string) *response {
	t.Helper()
	var body io.Reader = strings.NewReader(p.body)
	if p.chunked {
		body = io.MultiReader(body) // of which http.NewRequest knows no length
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
	return &response{got.StatusCode, got.Header, string(text)}
}

// envelope is what every answer of JSON-RPC looks like.
type envelope struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Result  json.RawMessage `json:"result"`
	Error   *refusal        `json:"error"`
}

// refuses holds a response against a status and a code. Clients end their session at a refusal that they cannot read.
func refuses(t *testing.T, got *response, status, code int, id string) {
	t.Helper()
	e := readEnvelope(t, got)
	if got.status != status || e.Error == nil || e.Error.Code != code || string(e.ID) != id || e.Error.Message == "" || e.Result != nil {
		t.Errorf("got %d %s\nwant the status %d and the code %d, with the id %s", got.status, got.body, status, code, id)
	}
}

func readEnvelope(t *testing.T, got *response) (e envelope) {
	t.Helper()
	if contentType := got.header.Get("Content-Type"); contentType != "application/json" {
		t.Errorf("the Content-Type is %q", contentType)
	}
	if err := json.Unmarshal([]byte(got.body), &e); err != nil || e.Version != "2.0" {
		t.Errorf("%d %q is no answer of JSON-RPC: %v", got.status, got.body, err)
	}
	return e
}

// passes expects the result of a ping.
func passes(t *testing.T, got *response) {
	t.Helper()
	if got.status != 200 || got.body != `{"jsonrpc":"2.0","id":1,"result":{}}` {
		t.Errorf("got %d %s", got.status, got.body)
	}
	readEnvelope(t, got)
}

// TestMCPRefusals: what is wrong about a request as a whole.
func TestMCPRefusals(t *testing.T) {
	url := startMatrix(t)
	for name, c := range map[string]struct {
		spoil  func(p *probe)
		status int // 200 when it is not spoilt at all
		code   int
	}{
		"nothing": {func(*probe) {}, 200, 0},

		"GET":     {func(p *probe) { p.method, p.body = "GET", "" }, 405, -32600},
		"DELETE":  {func(p *probe) { p.method, p.body = "DELETE", "" }, 405, -32600},
		"PUT":     {func(p *probe) { p.method = "PUT" }, 405, -32600},
		"PATCH":   {func(p *probe) { p.method = "PATCH" }, 405, -32600},
		"OPTIONS": {func(p *probe) { p.method, p.body = "OPTIONS", "" }, 405, -32600},

		"no origin that is known":           {func(p *probe) { p.set("Origin", "https://evil.example.com") }, 403, -32600},
		"the origin, as it is written":      {func(p *probe) { p.set("Origin", "https://App.example.com") }, 200, 0},
		"the origin in another case":        {func(p *probe) { p.set("Origin", "HTTPS://app.EXAMPLE.com") }, 200, 0},
		"the origin with a slash":           {func(p *probe) { p.set("Origin", "https://app.example.com/") }, 200, 0},
		"the origin with two slashes":       {func(p *probe) { p.set("Origin", "https://app.example.com//") }, 403, -32600},
		"an origin that has a slash there":  {func(p *probe) { p.set("Origin", "http://localhost:3000") }, 200, 0},
		"the origin on another port":        {func(p *probe) { p.set("Origin", "http://localhost:3001") }, 403, -32600},
		"the origin without its port":       {func(p *probe) { p.set("Origin", "http://localhost") }, 403, -32600},
		"the origin of another scheme":      {func(p *probe) { p.set("Origin", "http://app.example.com") }, 403, -32600},
		"the origin as a beginning":         {func(p *probe) { p.set("Origin", "https://app.example.com.evil.example.com") }, 403, -32600},
		"a name below the origin":           {func(p *probe) { p.set("Origin", "https://www.app.example.com") }, 403, -32600},
		"the origin null":                   {func(p *probe) { p.set("Origin", "null") }, 403, -32600},
		"an empty origin":                   {func(p *probe) { p.set("Origin", "") }, 403, -32600},
		"the server's own origin":           {func(p *probe) { p.set("Origin", url) }, 403, -32600},
		"an origin twice, the second known": {func(p *probe) { p.header["Origin"] = []string{"https://evil.example.com", "https://app.example.com"} }, 403, -32600},

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
		"JSON that is packed":   {func(p *probe) { p.set("Content-Encoding", "gzip") }, 415, -32600},
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
			if allow := got.header.Get("Allow"); (c.status == 405) != (allow == "POST") {
				t.Errorf("the header Allow is %q", allow)
			}
			if session := got.header.Get("Mcp-Session-Id"); session != "" {
				t.Errorf("there is a session %q", session)
			}
		})
	}
	t.Run("HEAD", func(t *testing.T) {
		p := sound()
		p.method, p.body = "HEAD", ""
		if got := p.send(t, url); got.status != 405 || got.header.Get("Allow") != "POST" {
			t.Errorf("got %d %v", got.status, got.header)
		}
	})
}

// padded is a ping that is so long.
func padded(size int) string { return matrixPing + strings.Repeat(" ", size-len(matrixPing)) }

// TestMCPMessages: what is wrong about a message.
func TestMCPMessages(t *testing.T) {
	url := startMatrix(t)
	for name, c := range map[string]struct {
		body   string
		status int
		code   int
		id     string // of the answer
	}{
		"nothing":                  {``, 400, -32700, `null`},
		"blanks":                   {" \n", 400, -32700, `null`},
		"no JSON":                  {`ping`, 400, -32700, `null`},
		"a beginning":              {`{"jsonrpc":"2.0","id":1,"method":"ping"`, 400, -32700, `null`},
		"something behind":         {matrixPing + `x`, 400, -32700, `null`},
		"two messages":             {matrixPing + matrixPing, 400, -32700, `null`},
		"a comma too many":         {`{"jsonrpc":"2.0","id":1,"method":"ping",}`, 400, -32700, `null`},
		"single quotes":            {`{'jsonrpc':'2.0','id':1,'method':'ping'}`, 400, -32700, `null`},
		"a comment":                {matrixPing + `//`, 400, -32700, `null`},
		"a number that is none":    {`{"jsonrpc":"2.0","id":01,"method":"ping"}`, 400, -32700, `null`},
		"NaN":                      {`{"jsonrpc":"2.0","id":NaN,"method":"ping"}`, 400, -32700, `null`},
		"no UTF-8":                 {"{\"jsonrpc\":\"2.0\",\"id\":\"\xff\",\"method\":\"ping\"}", 400, -32700, `null`},
		"a byte order mark":        {"\uFEFF" + matrixPing, 400, -32700, `null`},
		"a raw line break in text": {"{\"jsonrpc\":\"2.0\",\"id\":\"a\nb\",\"method\":\"ping\"}", 400, -32700, `null`},
		"too deep":                 {`{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":` + strings.Repeat("[", 300) + strings.Repeat("]", 300) + `}}`, 400, -32700, `null`},

		"a batch":                  {`[` + matrixPing + `]`, 400, -32600, `null`},
		"an empty batch":           {`[]`, 400, -32600, `null`},
		"a batch, indented":        {" \r\n\t[" + matrixPing + "]", 400, -32600, `null`},
		"a batch of notifications": {`[{"jsonrpc":"2.0","method":"notifications/initialized"}]`, 400, -32600, `null`},

		"a text":                     {`"ping"`, 200, -32600, `null`},
		"a number":                   {`1`, 200, -32600, `null`},
		"null":                       {`null`, 200, -32600, `null`},
		"true":                       {`true`, 200, -32600, `null`},
		"an empty object":            {`{}`, 200, -32600, `null`},
		"no jsonrpc":                 {`{"id":1,"method":"ping"}`, 200, -32600, `1`},
		"jsonrpc 1.0":                {`{"jsonrpc":"1.0","id":1,"method":"ping"}`, 200, -32600, `1`},
		"jsonrpc as a number":        {`{"jsonrpc":2.0,"id":1,"method":"ping"}`, 200, -32600, `1`},
		"jsonrpc null":               {`{"jsonrpc":null,"id":1,"method":"ping"}`, 200, -32600, `1`},
		"id null":                    {`{"jsonrpc":"2.0","id":null,"method":"ping"}`, 200, -32600, `null`},
		"id 1.5":                     {`{"jsonrpc":"2.0","id":1.5,"method":"ping"}`, 200, -32600, `null`},
		"id 1e3":                     {`{"jsonrpc":"2.0","id":1e3,"method":"ping"}`, 200, -32600, `null`},
		"id an object":               {`{"jsonrpc":"2.0","id":{},"method":"ping"}`, 200, -32600, `null`},
		"id a list":                  {`{"jsonrpc":"2.0","id":[1],"method":"ping"}`, 200, -32600, `null`},
		"id true":                    {`{"jsonrpc":"2.0","id":true,"method":"ping"}`, 200, -32600, `null`},
		"no method":                  {`{"jsonrpc":"2.0","id":1}`, 200, -32600, `1`},
		"method null":                {`{"jsonrpc":"2.0","id":1,"method":null}`, 200, -32600, `1`},
		"method a number":            {`{"jsonrpc":"2.0","id":1,"method":1}`, 200, -32600, `1`},
		"method an object":           {`{"jsonrpc":"2.0","id":1,"method":{}}`, 200, -32600, `1`},
		"method empty":               {`{"jsonrpc":"2.0","id":1,"method":""}`, 200, -32600, `1`},
		"no method and no id":        {`{"jsonrpc":"2.0"}`, 200, -32600, `null`},
		"a notification, no jsonrpc": {`{"method":"notifications/initialized"}`, 200, -32600, `null`},

		"keys in another case: jsonrpc": {`{"JSONRPC":"2.0","id":1,"method":"ping"}`, 200, -32600, `1`},
		"keys in another case: method":  {`{"jsonrpc":"2.0","id":1,"Method":"ping"}`, 200, -32600, `1`},
		"a key twice":                   {`{"jsonrpc":"2.0","id":1,"method":"ping","method":"tools/list"}`, 200, -32600, `1`},

		"an unknown method":           {`{"jsonrpc":"2.0","id":1,"method":"unknown/method"}`, 200, -32601, `1`},
		"a method in another case":    {`{"jsonrpc":"2.0","id":1,"method":"Ping"}`, 200, -32601, `1`},
		"a method with a blank":       {`{"jsonrpc":"2.0","id":1,"method":"ping "}`, 200, -32601, `1`},
		"a notification as a request": {`{"jsonrpc":"2.0","id":1,"method":"notifications/initialized"}`, 200, -32601, `1`},
		"subscriptions":               {`{"jsonrpc":"2.0","id":1,"method":"resources/subscribe","params":{"uri":"desk://about"}}`, 200, -32601, `1`},
		"the end of subscriptions":    {`{"jsonrpc":"2.0","id":1,"method":"resources/unsubscribe","params":{"uri":"desk://about"}}`, 200, -32601, `1`},
		"the level of a log":          {`{"jsonrpc":"2.0","id":1,"method":"logging/setLevel","params":{"level":"info"}}`, 200, -32601, `1`},
		"completion":                  {`{"jsonrpc":"2.0","id":1,"method":"completion/complete","params":{}}`, 200, -32601, `1`},
		"what another era has":        {`{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{}}`, 200, -32601, `1`},

		"params a list":                         {`{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}`, 200, -32602, `1`},
		"params a text":                         {`{"jsonrpc":"2.0","id":1,"method":"tools/list","params":"x"}`, 200, -32602, `1`},
		"params null":                           {`{"jsonrpc":"2.0","id":1,"method":"tools/list","params":null}`, 200, -32602, `1`},
		"a cursor":                              {`{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":"x"}}`, 200, -32602, `1`},
		"an empty cursor":                       {`{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":""}}`, 200, -32602, `1`},
		"a cursor that is no text":              {`{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":7}}`, 200, -32602, `1`},
		"a cursor of resources":                 {`{"jsonrpc":"2.0","id":1,"method":"resources/list","params":{"cursor":"x"}}`, 200, -32602, `1`},
		"a cursor of templates":                 {`{"jsonrpc":"2.0","id":1,"method":"resources/templates/list","params":{"cursor":"x"}}`, 200, -32602, `1`},
		"a cursor of prompts":                   {`{"jsonrpc":"2.0","id":1,"method":"prompts/list","params":{"cursor":"x"}}`, 200, -32602, `1`},
		"no version":                            {`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}`, 200, -32602, `1`},
		"no params of initialize":               {`{"jsonrpc":"2.0","id":1,"method":"initialize"}`, 200, -32602, `1`},
		"a version that is no text":             {`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":20251125}}`, 200, -32602, `1`},
		"an unknown tool":                       {`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"nope"}}`, 200, -32602, `1`},
		"a tool in another case":                {`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"Add","arguments":{"a":1}}}`, 200, -32602, `1`},
		"a tool by Name":                        {`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"Name":"add","arguments":{"a":1}}}`, 200, -32602, `1`},
		"no tool":                               {`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{}}`, 200, -32602, `1`},
		"no params of a call":                   {`{"jsonrpc":"2.0","id":1,"method":"tools/call"}`, 200, -32602, `1`},
		"a tool that is no text":                {`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":7}}`, 200, -32602, `1`},
		"arguments that are a list":             {`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"add","arguments":[1]}}`, 200, -32602, `1`},
		"arguments that are a text":             {`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"add","arguments":"{\"a\":1}"}}`, 200, -32602, `1`},
		"an unknown prompt":                     {`{"jsonrpc":"2.0","id":1,"method":"prompts/get","params":{"name":"nope"}}`, 200, -32602, `1`},
		"no prompt":                             {`{"jsonrpc":"2.0","id":1,"method":"prompts/get","params":{}}`, 200, -32602, `1`},
		"no argument of a prompt":               {`{"jsonrpc":"2.0","id":1,"method":"prompts/get","params":{"name":"greet"}}`, 200, -32602, `1`},
		"arguments of a prompt that are a list": {`{"jsonrpc":"2.0","id":1,"method":"prompts/get","params":{"name":"greet","arguments":["a"]}}`, 200, -32602, `1`},
		"no URI":                                {`{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{}}`, 200, -32602, `1`},
		"a URI that is no text":                 {`{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":["desk://about"]}}`, 200, -32602, `1`},
		"a resource that is not there":          {`{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"desk://nope"}}`, 200, -32002, `1`},
	} {
		t.Run(name, func(t *testing.T) {
			p := sound()
			p.body = c.body
			refuses(t, p.send(t, url), c.status, c.code, c.id)
		})
	}
}

// TestMCPNotifications: what wants no answer gets 202 and nothing else, whatever it says.
func TestMCPNotifications(t *testing.T) {
	url := startMatrix(t)
	for _, body := range []string{
		`{"jsonrpc":"2.0","method":"notifications/initialized"}`,
		`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`,
		`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":1}}`,
		`{"jsonrpc":"2.0","method":"notifications/roots/list_changed"}`,
		`{"jsonrpc":"2.0","method":"unknown/method"}`,
		`{"jsonrpc":"2.0","method":"tools/list"}`,
		`{"jsonrpc":"2.0","method":"tools/call","params":{"name":"nope"}}`,
		`{"jsonrpc":"2.0","method":"ping","params":[1,2]}`,
		`{"jsonrpc":"2.0","method":"ping","ID":1}`,
		`{"jsonrpc":"2.0","id":1,"result":{}}`,
		`{"jsonrpc":"2.0","id":"a","result":{"roots":[]}}`,
		`{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method not found"}}`,
	} {
		p := sound()
		p.body = body
		if got := p.send(t, url); got.status != 202 || got.body != "" || got.header.Get("Content-Type") != "" {
			t.Errorf("%s\ngot %d %s %q", body, got.status, got.header.Get("Content-Type"), got.body)
		}
	}
}

// TestMCPIDs: an id comes back as it was sent, byte for byte.
func TestMCPIDs(t *testing.T) {
	url := startMatrix(t)
	for _, id := range []string{
		`0`, `1`, `-1`, `9007199254740993`, `-123456789012345678901234567890`,
		`""`, `"a"`, `"ä€😀"`, `"\u00e4\/\"\\"`, `"\ud83d\ude00"`, `"null"`, `"1"`, `"` + strings.Repeat("i", 500) + `"`,
	} {
		for _, form := range []string{
			`{"jsonrpc":"2.0","id":%s,"method":"ping"}`,
			` { "method" : "ping" , "params" : { } , "id" : %s , "jsonrpc" : "2.0" } `,
			`{"\u006ason\u0072pc":"2.0","\u0069d":%s,"method":"p\u0069ng","extra":{"id":7}}`,
		} {
			p := sound()
			p.body = fmt.Sprintf(form, id)
			if got, want := p.send(t, url).body, `{"jsonrpc":"2.0","id":`+id+`,"result":{}}`; got != want {
				t.Errorf("%s\ngot  %s\nwant %s", p.body, got, want)
			}
		}
		p := sound()
		p.body = `{"jsonrpc":"2.0","id":` + id + `,"method":"nope"}`
		refuses(t, p.send(t, url), 200, -32601, id)
	}
}

// TestMCPOrderOfChecks spoils requests in two ways at once: the answer is that to the first of them.
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
