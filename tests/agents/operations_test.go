package agents

import (
	"bytes"
	"encoding/json"
	"os"
	"reflect"
	"testing"
)

// operation is a request that each client makes to the desk, with the expected answer: an entry of
// mcp/operations.json.
type operation struct {
	Name   string
	Method string
	Until  string          // the last version of the protocol that has it; empty for all
	Params json.RawMessage // nil for lists
	Result any
	Error  *refusal
	Later  *refusal // replaces Error from modernProtocol on
}

// refusal is a JSON-RPC error.
type refusal struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

// answer is a response as a client presents it.
type answer struct {
	Result any      `json:"result,omitempty"`
	Error  *refusal `json:"error,omitempty"`
}

const (
	legacyProtocol = "2025-11-25"
	modernProtocol = "2026-07-28"
)

// deskToken is the token that mcp/desk requires.
const deskToken = "let-me-in"

// deskOperations lists the operations that a version of the protocol has.
func deskOperations(t *testing.T, protocol string) (list []operation) {
	t.Helper()
	text, err := os.ReadFile("mcp/operations.json")
	if err != nil {
		t.Fatal(err)
	}
	var all []operation
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&all); err != nil {
		t.Fatal(err)
	}
	for _, o := range all {
		if o.Until == "" || protocol <= o.Until {
			list = append(list, o)
		}
	}
	return list
}

// want returns the expected answer of the operation, with the error of a version of the protocol.
func (o operation) want(errors string) answer {
	if o.Later != nil && errors >= modernProtocol {
		return answer{Error: o.Later}
	}
	return answer{Result: o.Result, Error: o.Error}
}

// compareAnswers compares the answers that a client received with the expected ones. A client that translates
// errors shows those of another version.
func compareAnswers(t *testing.T, protocol, errors string, got map[string]answer) {
	t.Helper()
	operations := deskOperations(t, protocol)
	for _, o := range operations {
		compareOperation(t, o, errors, got[o.Name])
	}
	if len(got) != len(operations) {
		t.Errorf("there are %d answers to %d operations", len(got), len(operations))
	}
}

func compareOperation(t *testing.T, o operation, errors string, got answer) {
	t.Helper()
	want := o.want(errors)
	got.Result, want.Result = essence(t, got.Result), essence(t, want.Result)
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s: %s\n got %s\nwant %s", o.Name, o.Method, indented(t, got), indented(t, want))
	}
}

// essence reduces a result to what all clients show. Clients may omit members that are false; members that
// later versions add to every result, for caches, are checked by the conformance suite.
func essence(t *testing.T, result any) any {
	t.Helper()
	text, err := json.Marshal(result)
	if err != nil {
		t.Fatal(err)
	}
	var v any
	if err := json.Unmarshal(text, &v); err != nil {
		t.Fatal(err)
	}
	if object, ok := v.(map[string]any); ok {
		for _, name := range []string{"_meta", "resultType", "ttlMs", "cacheScope"} {
			delete(object, name)
		}
	}
	return withoutFalse(v)
}

func withoutFalse(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for name, inner := range v {
			if inner == nil || inner == false {
				delete(v, name)
			} else {
				v[name] = withoutFalse(inner)
			}
		}
	case []any:
		for i := range v {
			v[i] = withoutFalse(v[i])
		}
	}
	return v
}

func indented(t *testing.T, v any) string {
	t.Helper()
	text, err := json.MarshalIndent(v, "     ", "  ")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
