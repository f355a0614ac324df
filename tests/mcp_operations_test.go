package tests

import (
	"bytes"
	"encoding/json"
	"os"
	"reflect"
	"testing"
)

// operation is what each client asks of the desk, and what it is to get: an entry of mcp/operations.json.
type operation struct {
	Name   string
	Method string
	Until  string          // the last version of the protocol that has it; empty for all
	Params json.RawMessage // none for lists
	Result any
	Error  *refusal
	Later  *refusal // in the place of Error from modernProtocol on
}

// refusal is an error of JSON-RPC.
type refusal struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

// answer is what a client made of a response.
type answer struct {
	Result any      `json:"result,omitempty"`
	Error  *refusal `json:"error,omitempty"`
}

const (
	legacyProtocol = "2025-11-25"
	modernProtocol = "2026-07-28"
)

// deskToken is what mcp/desk wants to see.
const deskToken = "let-me-in"

// deskOperations lists those that a version of the protocol has.
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

// want is the answer that the operation should get, its error as a version of the protocol has it.
func (o operation) want(errors string) answer {
	if o.Later != nil && errors >= modernProtocol {
		return answer{Error: o.Later}
	}
	return answer{Result: o.Result, Error: o.Error}
}

// compareAnswers holds what a client got against what it should have. Errors are shown as another version has them by a client that
// translates them.
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

// essence is a result as all clients show it. They write members that are false, or leave them out; and what later versions add to
// every result, for caches, is the conformance suite's to see.
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
