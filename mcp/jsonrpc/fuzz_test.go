package jsonrpc_test

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/fwrun/fwrun/mcp/jsonrpc"
)

// FuzzRead compares the reader with one that uses only encoding/json: they must agree on verdict, id, method and
// params. Accepted texts are valid JSON, and the id is answered as it was sent.
func FuzzRead(f *testing.F) {
	for _, seed := range []string{
		`{"jsonrpc":"2.0","id":1,"method":"ping"}`,
		`{"jsonrpc":"2.0","id":"\ud83d\ude00","method":"tools/call","params":{"name":"a","arguments":{"b":[1,2.0]}}}`,
		`{"jsonrpc":"2.0","method":"notifications/initialized"}`, `{"jsonrpc":"2.0","id":1,"result":{}}`, `{"jsonrpc":"2.0","id":1,"error":{}}`,
		`[]`, `[{"jsonrpc":"2.0"}]`, `1`, `null`, ` `, `{`, `{}`, `{"jsonrpc":"2.0","id":null,"method":"ping"}`,
		`{"jsonrpc":"2.0","id":1.5,"method":"ping"}`,
		`{"jsonrpc":"2.0","id":-0,"method":"a","params":[]}`, `{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}`,
		`{"\u006asonrpc":"2.0","id":1,"method":"p\u0069ng"}`,
		"{\"jsonrpc\":\"2.0\",\"id\":\"\xff\",\"method\":\"ping\"}", `{"jsonrpc":"2.0","id":{},"method":1}`,
		`{"jsonrpc":"2.0","id":"\ud800","method":"\ud800"}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		sent := bytes.Clone(body)
		m, bad := jsonrpc.Read(body)
		if bad != nil && strings.Contains(bad.Message, "nested deeper") {
			return // encoding/json has another limit
		}
		got := verdict{id: string(m.ID)}
		if bad != nil {
			got.code = bad.Code
		} else {
			got.method, got.params = m.Method, m.Params.Raw
		}
		if want := slowly(sent); got != want {
			t.Errorf("%q is read as\n %+v, and slowly as\n %+v", sent, got, want)
		}
		if !bytes.Equal(body, sent) {
			t.Errorf("%q was changed, to %q", sent, body)
		}
		roundTrips(t, m, bad)
	})
}

// roundTrips checks the answer to a message.
func roundTrips(t *testing.T, m jsonrpc.Message, bad *jsonrpc.Error) {
	t.Helper()
	text := jsonrpc.AppendResult(nil, m.ID, []byte(`{"a":1}`))
	if bad != nil {
		text = bad.Append(nil, m.ID)
	}
	var answer struct{ ID, Result, Error json.RawMessage }
	if err := json.Unmarshal(text, &answer); err != nil || !utf8.Valid(text) {
		t.Fatalf("%s is no JSON: %v", text, err)
	}
	id := string(m.ID)
	if m.ID == nil {
		id = "null"
	}
	if string(answer.ID) != id || (answer.Error != nil) != (bad != nil) || (answer.Result != nil) != (bad == nil) {
		t.Errorf("%s answers to the id %s", text, id)
	}
}

// verdict is the result of reading a message.
type verdict struct {
	code               int // of the error; 0 if there is none
	id, method, params string
}

// member is a member of an object, in the order of the text.
type member struct {
	name  string
	value json.RawMessage
}

var wholeID = regexp.MustCompile(`^-?[0-9]+$`)

// slowly reads a message by the letter of the rules.
func slowly(body []byte) verdict {
	if !json.Valid(body) || !utf8.Valid(body) {
		return verdict{code: jsonrpc.ParseError}
	}
	members, isObject := membersOf(body)
	if !isObject {
		return verdict{code: jsonrpc.InvalidRequest}
	}
	found, twice := map[string]json.RawMessage{}, false
	for _, m := range members {
		if strings.Contains(" jsonrpc id method params result error ", " "+m.name+" ") {
			_, again := found[m.name]
			twice = twice || again
			found[m.name] = m.value
		}
	}
	v := verdict{}
	if id, given := found["id"]; given {
		if id[0] != '"' && !wholeID.Match(id) {
			return verdict{code: jsonrpc.InvalidRequest}
		}
		v.id = string(id)
	}
	if version, isText := textOf(found["jsonrpc"]); twice || !isText || version != "2.0" {
		v.code = jsonrpc.InvalidRequest
		return v
	}
	method, isText := textOf(found["method"])
	_, hasMethod := found["method"]
	_, hasResult := found["result"]
	_, hasError := found["error"]
	params, hasParams := found["params"]
	switch {
	case !hasMethod && v.id != "" && (hasResult || hasError):
	case !isText || method == "":
		v.code = jsonrpc.InvalidRequest
	case v.id != "" && hasParams && params[0] != '{':
		v.code = jsonrpc.InvalidParams
	default:
		v.method, v.params = method, string(params)
	}
	return v
}

func textOf(value json.RawMessage) (text string, ok bool) {
	ok = len(value) > 0 && value[0] == '"' && json.Unmarshal(value, &text) == nil
	return text, ok
}

// membersOf returns an object's members in their order: a map would lose members that occur twice.
func membersOf(body []byte) (list []member, isObject bool) {
	decoder := json.NewDecoder(bytes.NewReader(body))
	if first, err := decoder.Token(); err != nil || first != json.Delim('{') {
		return nil, false
	}
	for decoder.More() {
		name, err := decoder.Token()
		if err != nil {
			return nil, false
		}
		var value json.RawMessage
		if err := decoder.Decode(&value); err != nil {
			return nil, false
		}
		list = append(list, member{name.(string), value})
	}
	return list, true
}
