package jsonrpc_test

import (
	"strings"
	"testing"

	"github.com/fwrun/fwrun/mcp/jsonrpc"
)

// TestRead parses what clients send.
func TestRead(t *testing.T) {
	for _, c := range []struct {
		body, id, method, params string
		wantsAnswer              bool
	}{
		{`{"jsonrpc":"2.0","id":1,"method":"ping"}`, `1`, "ping", ``, true},
		{`{"jsonrpc":"2.0","id":"a\u00e4","method":"tools/list","params":{"cursor":null}}`, `"a\u00e4"`, "tools/list", `{"cursor":null}`, true},
		{"\n{ \"params\" : { } , \"method\" : \"p\\u0069ng\" , \"id\" : -0 , \"jsonrpc\" : \"2.0\" }\n", `-0`, "ping", `{ }`, true},
		{`{"jsonrpc":"2.0","id":123456789012345678901234567890,"method":"ping","extra":[{"id":2}]}`, `123456789012345678901234567890`, "ping", ``, true},
		{`{"jsonrpc":"2.0","\u0069d":7,"method":"ping"}`, `7`, "ping", ``, true},
		{`{"jsonrpc":"2.0","method":"notifications/initialized"}`, ``, "notifications/initialized", ``, false},
		{`{"jsonrpc":"2.0","method":"ping","params":[1]}`, ``, "ping", `[1]`, false}, // there is no request to answer
		{`{"jsonrpc":"2.0","id":1,"result":null}`, `1`, "", ``, false},
		{`{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"x"}}`, `1`, "", ``, false},
	} {
		m, bad := jsonrpc.Read([]byte(c.body))
		if bad != nil {
			t.Errorf("%s: %d %s", c.body, bad.Code, bad.Message)
			continue
		}
		if string(m.ID) != c.id || m.Method != c.method || m.Params.Raw != c.params || m.WantsAnswer() != c.wantsAnswer {
			t.Errorf("%s is read as id %s, method %q, params %s, wants an answer: %v", c.body, m.ID, m.Method, m.Params.Raw, m.WantsAnswer())
		}
	}
}

// TestReadRefuses refuses invalid messages, and keeps the id if it can be answered.
func TestReadRefuses(t *testing.T) {
	nested := func(levels int) string {
		return `{"jsonrpc":"2.0","id":1,"method":"m","params":` + strings.Repeat(`{"a":`, levels-1) + "1" + strings.Repeat("}", levels-1) + `}`
	}
	if _, bad := jsonrpc.Read([]byte(nested(jsonrpc.MaxDepth))); bad != nil {
		t.Errorf("as deep as it may be: %s", bad.Message)
	}
	for _, c := range []struct {
		body, id string
		code     int
	}{
		{``, ``, jsonrpc.ParseError},
		{`{`, ``, jsonrpc.ParseError},
		{`{"jsonrpc":"2.0","id":1,"method":"ping"}}`, ``, jsonrpc.ParseError},
		{"{\"id\":\"\xff\"}", ``, jsonrpc.ParseError},
		{nested(jsonrpc.MaxDepth + 1), ``, jsonrpc.ParseError},
		{strings.Repeat("[", 1_000_000), ``, jsonrpc.ParseError},
		{`[]`, ``, jsonrpc.InvalidRequest},
		{`"x"`, ``, jsonrpc.InvalidRequest},
		{`{}`, ``, jsonrpc.InvalidRequest},
		{`{"jsonrpc":"2","id":1,"method":"ping"}`, `1`, jsonrpc.InvalidRequest},
		{`{"jsonrpc":"2.0","id":1.0,"method":"ping"}`, ``, jsonrpc.InvalidRequest},
		{`{"jsonrpc":"2.0","id":1e2,"method":"ping"}`, ``, jsonrpc.InvalidRequest},
		{`{"jsonrpc":"2.0","id":null,"result":{}}`, ``, jsonrpc.InvalidRequest},
		{`{"jsonrpc":"2.0","result":{}}`, ``, jsonrpc.InvalidRequest},
		{`{"jsonrpc":"2.0","id":1,"method":["ping"]}`, `1`, jsonrpc.InvalidRequest},
		{`{"jsonrpc":"2.0","jsonrpc":"2.0","id":1,"method":"ping"}`, `1`, jsonrpc.InvalidRequest},
		{`{"jsonrpc":"2.0","id":1,"method":"ping","params":{},"params":{}}`, `1`, jsonrpc.InvalidRequest},
		{`{"jsonrpc":"2.0","ID":1,"Method":"ping"}`, ``, jsonrpc.InvalidRequest},
		{`{"jsonrpc":"2.0","id":"x","method":"ping","params":[]}`, `"x"`, jsonrpc.InvalidParams},
		{`{"jsonrpc":"2.0","id":1,"method":"ping","params":1}`, `1`, jsonrpc.InvalidParams},
	} {
		m, bad := jsonrpc.Read([]byte(c.body))
		if bad == nil || bad.Code != c.code || string(m.ID) != c.id || bad.Message == "" || bad.Error() != bad.Message {
			t.Errorf("%.60s: got %v and the id %s, want %d and %s", c.body, bad, m.ID, c.code, c.id)
		}
		if bad != nil && bad.IsBatch() != (c.body == `[]`) {
			t.Errorf("%.60s is a batch: %v", c.body, bad.IsBatch())
		}
	}
}

// TestAppend writes answers.
func TestAppend(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{string(jsonrpc.AppendResult(nil, []byte(`"a\/b"`), []byte(`{}`))), `{"jsonrpc":"2.0","id":"a\/b","result":{}}`},
		{string(jsonrpc.AppendResult([]byte("x"), []byte(`1`), []byte(`[1]`))), `x{"jsonrpc":"2.0","id":1,"result":[1]}`},
		{
			string((&jsonrpc.Error{Code: -32601, Message: "say \"no\"\n"}).Append(nil, []byte(`7`))),
			`{"jsonrpc":"2.0","id":7,"error":{"code":-32601,"message":"say \"no\"\n"}}`,
		},
		{
			string((&jsonrpc.Error{Code: -32002, Message: "x", Data: []byte(`{"uri":"a"}`)}).Append([]byte("> "), nil)),
			`> {"jsonrpc":"2.0","id":null,"error":{"code":-32002,"message":"x","data":{"uri":"a"}}}`,
		},
	} {
		if c.got != c.want {
			t.Errorf("got  %s\nwant %s", c.got, c.want)
		}
	}
}
