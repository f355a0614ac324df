package mcp

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/fwrun/fwrun/engine/manifest"
)

const (
	claimed      = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}`
	discover     = `{"jsonrpc":"2.0","id":"d","method":"server/discover","params":{` + claimed + `}}`
	versionThere = "MCP-Protocol-Version: 2026-07-28"
)

func modernServer(t testing.TB) *Server {
	t.Helper()
	return newServer(t, offer(
		&manifest.Tool{Name: "add"}, &manifest.Resource{URI: "desk://about", Name: "about"},
		&manifest.Resource{URI: "desk://{id}", Name: "one", Vars: []string{"id"}}, &manifest.Prompt{Name: "greet"},
	), Settings{Modern: true, Name: "desk", Title: "The desk", Version: "1.2.3", Instructions: "Be kind."})
}

// failure is the error of an answer.
type failure struct {
	ID    json.RawMessage
	Error *struct {
		Code    int
		Message string
		Data    json.RawMessage
	}
}

func failureOf(t *testing.T, x *sent) (f failure) {
	t.Helper()
	if err := json.Unmarshal([]byte(x.answer), &f); err != nil || x.contentType != "application/json" || f.Error == nil {
		t.Fatalf("%d %s %s is no refusal: %v", x.status, x.contentType, x.answer, err)
	}
	return f
}

// TestLadder: the first check that a request of the stateless protocol fails determines its answer.
func TestLadder(t *testing.T) {
	s := modernServer(t)
	const (
		key   = `io.modelcontextprotocol/protocolVersion`
		caps  = `"io.modelcontextprotocol/clientCapabilities":{}`
		list  = "Mcp-Method: tools/list"
		calls = "Mcp-Method: tools/call"
	)
	listing := func(meta string) string {
		return `{"jsonrpc":"2.0","id":7,"method":"tools/list","params":{"_meta":{` + meta + `}}}`
	}
	naming := func(method, params string) string {
		return `{"jsonrpc":"2.0","id":7,"method":"` + method + `","params":{` + params + `,` + claimed + `}}`
	}
	claim := `"` + key + `":"2026-07-28"`
	for name, c := range map[string]struct {
		body    string
		headers []string
		status  int
		code    int
		message string
	}{
		"1: the claim is no text": {
			listing(`"` + key + `":20260728,` + caps),
			[]string{versionThere, list},
			400, -32602,
			`Invalid params: _meta["` + key + `"] must be a string`,
		},
		"1: the claim is null": {
			listing(`"` + key + `":null,` + caps),
			[]string{versionThere, list},
			400, -32602,
			`Invalid params: _meta["` + key + `"] must be a string`,
		},
		"2: no header": {listing(claim + "," + caps), []string{list}, 400, -32020, `Header mismatch: MCP-Protocol-Version header is required`},
		"3: no claim":  {listing(caps), []string{versionThere, list}, 400, -32602, `Invalid params: _meta["` + key + `"] is required`},
		"3: no _meta": {
			`{"jsonrpc":"2.0","id":7,"method":"tools/list","params":{}}`,
			[]string{versionThere, list},
			400, -32602,
			`Invalid params: _meta["` + key + `"] is required`,
		},
		"3: no params": {
			`{"jsonrpc":"2.0","id":7,"method":"tools/list"}`,
			[]string{versionThere, list},
			400, -32602,
			`Invalid params: _meta["` + key + `"] is required`,
		},
		"3: _meta is no object": {
			`{"jsonrpc":"2.0","id":7,"method":"tools/list","params":{"_meta":[]}}`,
			[]string{versionThere, list},
			400, -32602, `Invalid params: _meta["` + key + `"] is required`,
		},
		"4: another one in the header": {
			listing(`"` + key + `":"v999",` + caps),
			[]string{versionThere, list},
			400, -32020,
			`Header mismatch: MCP-Protocol-Version header value '2026-07-28' does not match body value 'v999'`,
		},
		"4: an earlier one in the header": {
			listing(claim + "," + caps),
			[]string{"MCP-Protocol-Version: 2025-11-25", list},
			400, -32020,
			`Header mismatch: MCP-Protocol-Version header value '2025-11-25' does not match body value '2026-07-28'`,
		},
		"4: an earlier one in the claim": {
			listing(`"` + key + `":"2025-11-25",` + caps),
			[]string{versionThere, list},
			400, -32020,
			`Header mismatch: MCP-Protocol-Version header value '2026-07-28' does not match body value '2025-11-25'`,
		},
		"4: two earlier ones": {
			listing(`"` + key + `":"2025-11-25",` + caps),
			[]string{"MCP-Protocol-Version: 2025-06-18", list},
			400,
			-32020, `Header mismatch: MCP-Protocol-Version header value '2025-06-18' does not match body value '2025-11-25'`,
		},
		"4: another case": {
			listing(claim + "," + caps),
			[]string{"MCP-Protocol-Version: 2026-07-28X", list},
			400, -32020,
			`Header mismatch: MCP-Protocol-Version header value '2026-07-28X' does not match body value '2026-07-28'`,
		},
		"5: a version of nobody": {
			listing(`"` + key + `":"v999.0.0",` + caps),
			[]string{"MCP-Protocol-Version: v999.0.0", list},
			400,
			-32022, `Unsupported protocol version`,
		},
		"6: no capabilities": {
			listing(claim),
			[]string{versionThere, list},
			400, -32602,
			`Invalid params: _meta["io.modelcontextprotocol/clientCapabilities"] is required`,
		},
		"6: capabilities are a list": {
			listing(claim + `,"io.modelcontextprotocol/clientCapabilities":[]`),
			[]string{versionThere, list},
			400,
			-32602, `Invalid params: _meta["io.modelcontextprotocol/clientCapabilities"] is required`,
		},
		"7: no Mcp-Method": {listing(claim + "," + caps), []string{versionThere}, 400, -32020, `Header mismatch: Mcp-Method header is required`},
		"7: another Mcp-Method": {
			listing(claim + "," + caps),
			[]string{versionThere, "Mcp-Method: tools/call"},
			400, -32020,
			`Header mismatch: Mcp-Method header value 'tools/call' does not match body value 'tools/list'`,
		},
		"7: Mcp-Method in another case": {
			listing(claim + "," + caps),
			[]string{versionThere, "Mcp-Method: TOOLS/LIST"},
			400, -32020,
			`Header mismatch: Mcp-Method header value 'TOOLS/LIST' does not match body value 'tools/list'`,
		},
		"7: before the method is looked for": {
			naming("unknown/method", `"a":1`),
			[]string{versionThere, "Mcp-Method: other"},
			400, -32020,
			`Header mismatch: Mcp-Method header value 'other' does not match body value 'unknown/method'`,
		},
		"8: no Mcp-Name of a tool": {
			naming("tools/call", `"name":"add"`),
			[]string{versionThere, calls},
			400, -32020,
			`Header mismatch: Mcp-Name header is required`,
		},
		"8: another Mcp-Name of a tool": {
			naming("tools/call", `"name":"add"`),
			[]string{versionThere, calls, "Mcp-Name: foo"},
			400, -32020,
			`Header mismatch: Mcp-Name header value 'foo' does not match body value 'add'`,
		},
		"8: another Mcp-Name of a prompt": {
			naming("prompts/get", `"name":"greet"`),
			[]string{versionThere, "Mcp-Method: prompts/get", "Mcp-Name: x"},
			400, -32020,
			`Header mismatch: Mcp-Name header value 'x' does not match body value 'greet'`,
		},
		"8: another Mcp-Name of a resource": {
			naming("resources/read", `"uri":"desk://about"`),
			[]string{versionThere, "Mcp-Method: resources/read", "Mcp-Name: about"},
			400, -32020,
			`Header mismatch: Mcp-Name header value 'about' does not match body value 'desk://about'`,
		},
		"8: Mcp-Name is no Base64": {
			naming("tools/call", `"name":"add"`),
			[]string{versionThere, calls, "Mcp-Name: =?base64?YW?k?="},
			400,
			-32020, `Header mismatch: Mcp-Name header is not valid Base64`,
		},
		"8: Mcp-Name without its padding": {
			naming("tools/call", `"name":"a"`),
			[]string{versionThere, calls, "Mcp-Name: =?base64?YQ?="},
			400,
			-32020, `Header mismatch: Mcp-Name header is not valid Base64`,
		},
		"8: Mcp-Name is no UTF-8": {
			naming("tools/call", `"name":"a"`),
			[]string{versionThere, calls, "Mcp-Name: =?base64?/w==?="},
			400,
			-32020, `Header mismatch: Mcp-Name header is not valid Base64`,
		},
		"9: an unknown method": {naming("unknown/method", `"a":1`), []string{versionThere, "Mcp-Method: unknown/method"}, 404, -32601, `Method not found`},
		"9: initialize": {
			naming("initialize", `"protocolVersion":"2026-07-28"`),
			[]string{versionThere, "Mcp-Method: initialize"},
			404, -32601, `Method not found`,
		},
		"9: ping": {naming("ping", `"a":1`), []string{versionThere, "Mcp-Method: ping"}, 404, -32601, `Method not found`},
		"9: logging/setLevel": {
			naming("logging/setLevel", `"level":"info"`),
			[]string{versionThere, "Mcp-Method: logging/setLevel"},
			404, -32601, `Method not found`,
		},
		"9: resources/subscribe": {
			naming("resources/subscribe", `"uri":"a"`),
			[]string{versionThere, "Mcp-Method: resources/subscribe"},
			404, -32601, `Method not found`,
		},
		"9: completion/complete": {
			naming("completion/complete", `"a":1`),
			[]string{versionThere, "Mcp-Method: completion/complete"},
			404,
			-32601, `Method not found`,
		},
		"9: subscriptions/listen": {
			naming("subscriptions/listen", `"a":1`),
			[]string{versionThere, "Mcp-Method: subscriptions/listen"},
			404,
			-32601, `Method not found`,
		},
		"the call itself: an unknown tool": {
			naming("tools/call", `"name":"nope"`),
			[]string{versionThere, calls, "Mcp-Name: nope"},
			200, -32602,
			`Unknown tool: nope`,
		},
		"the call itself: a tool by Base64": {
			naming("tools/call", `"name":"nöpe"`),
			[]string{versionThere, calls, "Mcp-Name: =?base64?bsO2cGU=?="},
			200, -32602, `Unknown tool: nöpe`,
		},
		"the call itself: a tool in raw UTF-8": {
			naming("tools/call", `"name":"nöpe"`),
			[]string{versionThere, calls, "Mcp-Name: nöpe"},
			200, -32602,
			`Unknown tool: nöpe`,
		},
		"the call itself: a mark in small": {
			naming("tools/call", `"name":"=?BASE64?YQ==?="`),
			[]string{versionThere, calls, "Mcp-Name: =?BASE64?YQ==?="},
			200, -32602, `Unknown tool: =?BASE64?YQ==?=`,
		},
		"the call itself: blanks around": {
			naming("tools/call", `"name":"nope"`),
			[]string{"MCP-Protocol-Version:  2026-07-28 ", "Mcp-Method:  tools/call ", "Mcp-Name:  nope "},
			200, -32602, `Unknown tool: nope`,
		},
		"the call itself: no name": {naming("tools/call", `"a":1`), []string{versionThere, calls}, 200, -32602, `name is required`},
		"the call itself: an unknown prompt": {
			naming("prompts/get", `"name":"nope"`),
			[]string{versionThere, "Mcp-Method: prompts/get", "Mcp-Name: nope"},
			200, -32602, `Unknown prompt: nope`,
		},
		"the call itself: a cursor": {naming("tools/list", `"cursor":"x"`), []string{versionThere, list}, 200, -32602, `Invalid cursor`},
		"the call itself: what is not there": {
			naming("resources/read", `"uri":"nope://x"`),
			[]string{versionThere, "Mcp-Method: resources/read", "Mcp-Name: nope://x"},
			200, -32602, `Resource not found`,
		},
		"the message: params are a list": {
			`{"jsonrpc":"2.0","id":7,"method":"tools/list","params":[]}`,
			[]string{versionThere, list},
			400, -32602,
			"",
		},
		"the message: a method that is a number": {`{"jsonrpc":"2.0","id":7,"method":1}`, []string{versionThere}, 400, -32600, ""},
	} {
		x := post(c.body, c.headers...).to(s)
		f := failureOf(t, x)
		if x.status != c.status || f.Error.Code != c.code || c.message != "" && f.Error.Message != c.message || string(f.ID) != "7" {
			t.Errorf("%s:\n got %d %s\nwant %d %d %s", name, x.status, x.answer, c.status, c.code, c.message)
		}
		switch {
		case f.Error.Code == unsupportedVersion:
			if want := `{"supported":["2026-07-28","2025-11-25","2025-06-18","2025-03-26"],"requested":"v999.0.0"}`; string(f.Error.Data) != want {
				t.Errorf("%s: the data is %s", name, f.Error.Data)
			}
		case f.Error.Message == "Resource not found":
			if string(f.Error.Data) != `{"uri":"nope://x"}` {
				t.Errorf("%s: the data is %s", name, f.Error.Data)
			}
		case f.Error.Data != nil:
			t.Errorf("%s: there is data: %s", name, f.Error.Data)
		}
	}
}

// TestRepeatedHeaders: a header with several lines agrees with no value, since a proxy could read another line.
func TestRepeatedHeaders(t *testing.T) {
	s := modernServer(t)
	for _, name := range []string{"Mcp-Protocol-Version", "Mcp-Method", "Mcp-Name"} {
		x := post(`{"jsonrpc":"2.0","id":7,"method":"prompts/get","params":{"name":"nope",`+claimed+`}}`, versionThere,
			"Mcp-Method: prompts/get", "Mcp-Name: nope")
		x.header.Add(name, "other")
		if f := failureOf(t, x.to(s)); x.status != 400 || f.Error.Code != headerMismatch || string(f.ID) != "7" {
			t.Errorf("%s: %d %s", name, x.status, x.answer)
		}
	}
}

// TestEras: both protocols share the endpoint, and each request states its protocol; nothing is remembered.
func TestEras(t *testing.T) {
	s := modernServer(t)
	const (
		legacyTools = `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`
		legacyClaim = `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2025-11-25"}}}`
	)
	for _, c := range []struct {
		body     string
		headers  []string
		isModern bool
	}{
		{legacyTools, nil, false},
		{legacyTools, []string{"MCP-Protocol-Version: 2025-06-18"}, false},
		{legacyTools, []string{"Mcp-Method: tools/call"}, false}, // is ignored there
		{legacyClaim, nil, false},
		{legacyClaim, []string{"MCP-Protocol-Version: 2025-11-25"}, false},
		{strings.Replace(discover, "server/discover", "tools/list", 1), []string{versionThere, "Mcp-Method: tools/list"}, true},
		{legacyTools, nil, false},
	} {
		x := post(c.body, c.headers...).to(s)
		if x.status != 200 || strings.Contains(x.answer, `"resultType":"complete"`) != c.isModern || !strings.Contains(x.answer, `"tools":[`) {
			t.Errorf("%s %v: %d %s", c.body, c.headers, x.status, x.answer)
		}
	}
	// An initialize without a claim belongs to the earlier protocol, whatever version it asks for; the later one is
	// never negotiated.
	x := post(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2026-07-28"}}`).to(s)
	if x.status != 200 || !strings.Contains(x.answer, `"protocolVersion":"2025-11-25"`) {
		t.Errorf("initialize: %d %s", x.status, x.answer)
	}
	// The earlier protocol does not know server/discover.
	x = post(`{"jsonrpc":"2.0","id":1,"method":"server/discover"}`).to(s)
	if f := failureOf(t, x); x.status != 200 || f.Error.Code != -32601 {
		t.Errorf("server/discover: %d %s", x.status, x.answer)
	}
	// A message that wants no answer needs no header.
	for _, body := range []string{
		`{"jsonrpc":"2.0","method":"notifications/initialized","params":{` + claimed + `}}`,
		`{"jsonrpc":"2.0","id":1,"result":{}}`,
	} {
		for _, header := range []string{"A: b", versionThere, "MCP-Protocol-Version: v999"} {
			if x := post(body, header).to(s); x.status != 202 || x.answer != "" {
				t.Errorf("%s, %s: %d %s", body, header, x.status, x.answer)
			}
		}
	}
}

// TestModernResults checks the additional members of results of the stateless protocol.
func TestModernResults(t *testing.T) {
	s := modernServer(t)
	const (
		info  = `"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"desk","title":"The desk","version":"1.2.3"}}`
		hints = `"resultType":"complete","ttlMs":0,"cacheScope":"private",` + info
	)
	for method, want := range map[string]string{
		"server/discover": `{"supportedVersions":["2026-07-28","2025-11-25","2025-06-18","2025-03-26"],"capabilities":{"tools":{},"resources":{},` +
			`"prompts":{}},"instructions":"Be kind.",` + hints + `}`,
		"tools/list": `{"tools":[{"name":"add","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":false,` +
			`"destructiveHint":false,"idempotentHint":false}}],` + hints + `}`,
		"resources/list":           `{"resources":[{"uri":"desk://about","name":"about"}],` + hints + `}`,
		"resources/templates/list": `{"resourceTemplates":[{"uriTemplate":"desk://{id}","name":"one"}],` + hints + `}`,
		"prompts/list":             `{"prompts":[{"name":"greet","arguments":[]}],` + hints + `}`,
	} {
		x := post(strings.Replace(discover, "server/discover", method, 1), versionThere, "Mcp-Method: "+method).to(s)
		if x.status != 200 || x.answer != `{"jsonrpc":"2.0","id":"d","result":`+want+`}` {
			t.Errorf("%s: %d\n got %s\nwant %s", method, x.status, x.answer, want)
		}
	}
}

// TestModernCapabilities: a method for something that the application does not have is unknown, tools included.
func TestModernCapabilities(t *testing.T) {
	s := newServer(t, offer(&manifest.Prompt{Name: "greet"}), Settings{Modern: true})
	for method, status := range map[string]int{
		"prompts/list": 200, "tools/list": 404, "tools/call": 404, "resources/list": 404, "resources/templates/list": 404, "resources/read": 404,
	} {
		x := post(strings.Replace(discover, "server/discover", method, 1), versionThere, "Mcp-Method: "+method).to(s)
		if x.status != status || status == 404 && failureOf(t, x).Error.Code != -32601 {
			t.Errorf("%s: %d %s", method, x.status, x.answer)
		}
	}
	x := post(discover, versionThere, "Mcp-Method: server/discover").to(s)
	if !strings.Contains(x.answer, `"capabilities":{"prompts":{}}`) || strings.Contains(x.answer, "instructions") {
		t.Errorf("got %s", x.answer)
	}
}

// TestModernIsOff: by default a client that asks for the stateless protocol is sent back to the handshake.
func TestModernIsOff(t *testing.T) {
	s := newServer(t, offer(&manifest.Tool{Name: "add"}), Settings{})
	x := post(discover, versionThere, "Mcp-Method: server/discover").to(s)
	if f := failureOf(t, x); x.status != 400 || f.Error.Code != -32600 {
		t.Errorf("got %d %s", x.status, x.answer)
	}
	// A claim without the header is ignored.
	x = post(strings.Replace(discover, "server/discover", "tools/list", 1)).to(s)
	if x.status != 200 || strings.Contains(x.answer, "resultType") {
		t.Errorf("got %d %s", x.status, x.answer)
	}
}

// TestRepeated makes the headers of a message that came without any, as over stdio: they pass all checks.
func TestRepeated(t *testing.T) {
	s := modernServer(t)
	for _, message := range []string{
		discover, strings.Replace(discover, "server/discover", "tools/list", 1),
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":" =?base64?ä\r\n ",` + claimed + `}}`,
		`{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"nope://ä",` + claimed + `}}`,
	} {
		x := post(message)
		for _, h := range Repeated([]byte(message), &manifest.Manifest{}) {
			x.header.Set(h[0], h[1])
			if strings.ContainsFunc(h[1], func(r rune) bool { return r < ' ' || r >= 0x7f }) {
				t.Errorf("%s: the header %s is %q", message, h[0], h[1])
			}
		}
		if x.to(s); x.status != 200 || strings.Contains(x.answer, "mismatch") {
			t.Errorf("%s: %d %s", message, x.status, x.answer)
		}
	}
	for _, message := range []string{
		`{`, `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":7}}}`,
	} {
		if got := Repeated([]byte(message), &manifest.Manifest{}); got != nil {
			t.Errorf("%s: %v", message, got)
		}
	}
}

// FuzzEncoded: any text can be sent in a header, and is read from there unchanged.
func FuzzEncoded(f *testing.F) {
	for _, seed := range []string{"add", "", " ", "=?base64?YQ==?=", "=?base64?", "ä", "a\r\nb", "\t", "=?="} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if !utf8.ValidString(text) {
			return // not valid JSON
		}
		value := encoded(text)
		if strings.TrimSpace(value) != value || strings.ContainsFunc(value, func(r rune) bool { return r < ' ' || r >= 0x7f }) {
			t.Fatalf("%q is no value of a header: %q", text, value)
		}
		if back, ok := decoded(value); !ok || back != text {
			t.Fatalf("%q comes back as %q", text, back)
		}
	})
}
