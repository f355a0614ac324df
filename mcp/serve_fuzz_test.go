package mcp

import (
	"encoding/json"
	"slices"
	"testing"
	"unicode/utf8"

	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/mcp/jsonrpc"
)

// FuzzServe: every message is answered as the protocol says: with one of its statuses, JSON-RPC, and the id of the
// request; and in the same way the next time.
func FuzzServe(f *testing.F) {
	for _, seed := range []string{
		`{"jsonrpc":"2.0","id":1,"method":"ping"}`, `{"jsonrpc":"2.0","id":"a","method":"initialize","params":{"protocolVersion":"2025-06-18"}}`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":"x"}}`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"add","arguments":{"a":1.0}}}`,
		`{"jsonrpc":"2.0","id":1,"method":"resources/list"}`, `{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"none://ä"}}`,
		`{"jsonrpc":"2.0","id":1,"method":"prompts/get","params":{"name":"greet","arguments":{"b":"c"}}}`,
		`{"jsonrpc":"2.0","method":"notifications/initialized"}`, `[]`, `{`, `null`,
		discover, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"add","arguments":{},` + claimed + `}}`,
	} {
		f.Add([]byte(seed), "", "", "")
		f.Add([]byte(seed), "2026-07-28", "server/discover", "add")
		f.Add([]byte(seed), "2025-11-25", "", "=?base64?YWRk?=")
	}
	needy := []byte(`{"type":"object","properties":{"a":{"type":"integer"}},"required":["never"]}`) // no value matches it, so that no script is called
	servers := []*Server{}
	for _, modern := range []bool{false, true} {
		prompt := &manifest.Prompt{Name: "greet", Arguments: []manifest.PromptArgument{{Name: "never", Required: true}}}
		servers = append(servers, newServer(f,
			offer(&manifest.Tool{Name: "add", Input: needy}, &manifest.Resource{URI: "desk://{id}/{line}", Name: "one", Vars: []string{"id", "line"}}, prompt),
			Settings{Modern: modern, Name: "desk"}))
	}
	f.Fuzz(func(t *testing.T, body []byte, version, method, name string) {
		var headers []string
		for key, value := range map[string]string{headerVersion: version, "Mcp-Method": method, "Mcp-Name": name} {
			if value != "" {
				headers = append(headers, key+": "+value)
			}
		}
		for _, s := range servers {
			if reads(body) {
				return // these would call a script
			}
			x := post(string(body), headers...).to(s)
			if again := post(string(body), headers...).to(s); again.status != x.status || again.answer != x.answer {
				t.Fatalf("%q is answered with %d %s, and then with %d %s", body, x.status, x.answer, again.status, again.answer)
			}
			holdsTo(t, body, x)
		}
	})
}

// reads reports whether a message reads an existing resource.
func reads(body []byte) bool {
	m, _ := jsonrpc.Read(body)
	_, ok := template("desk://{id}/{line}", "id", "line").match(m.Params.Get("uri").String())
	return m.Method == "resources/read" && (ok || memberOf(m.Params, "uri").Exists())
}

func holdsTo(t *testing.T, body []byte, x *sent) {
	t.Helper()
	m, bad := jsonrpc.Read(body)
	if x.status == 202 {
		if bad != nil || m.WantsAnswer() || x.answer != "" {
			t.Fatalf("%q got 202 %q", body, x.answer)
		}
		return
	}
	var answer struct {
		Version string `json:"jsonrpc"`
		ID      json.RawMessage
		Result  json.RawMessage
		Error   *struct {
			Code    int
			Message string
		}
	}
	if err := json.Unmarshal([]byte(x.answer), &answer); err != nil || !utf8.ValidString(x.answer) || x.contentType != typeJSON ||
		answer.Version != "2.0" {
		t.Fatalf("%q got %d %s %q: %v", body, x.status, x.contentType, x.answer, err)
	}
	want := map[bool][]int{true: {200, 400, 404}, false: {200}}[answer.Error != nil]
	id := string(m.ID)
	if id == "" || x.status == 400 && string(answer.ID) == "null" && answer.Error.Code == jsonrpc.InvalidRequest { // refused because of its headers
		id = "null"
	}
	if !slices.Contains(want, x.status) || (answer.Result == nil) == (answer.Error == nil) || string(answer.ID) != id || answer.Error != nil &&
		answer.Error.Message == "" {
		t.Fatalf("%q got %d %s", body, x.status, x.answer)
	}
}
