package cdp

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"strings"
)

// The codes of errors.
const (
	codeParse      = -32700
	codeInvalid    = -32600
	codeNotFound   = -32601
	codeParameters = -32602
	codeServer     = -32000
)

// protocolError is an answer that is an error.
type protocolError struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
	Data    string `json:"data,omitempty"`
}

func (e *protocolError) Error() string { return e.Message }

func failed(format string, args ...any) error {
	return &protocolError{Code: codeServer, Message: fmt.Sprintf(format, args...)}
}

// request is a command.
type request struct {
	id     int32
	method string
	params json.RawMessage
}

// readRequest reads a command, as strictly as Node does. hasID is false for a message that cannot be answered by its ID.
func readRequest(text []byte) (r request, hasID bool, err error) {
	invalid := func(message string) (request, bool, error) {
		return r, hasID, &protocolError{Code: codeInvalid, Message: message}
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(text, &fields); err != nil || fields == nil {
		return r, false, &protocolError{Code: codeParse, Message: "Message must be a valid JSON"}
	}
	if json.Unmarshal(fields["id"], &r.id) != nil || isNull(fields["id"]) {
		return invalid("Message must have integer 'id' property")
	}
	hasID = true
	if json.Unmarshal(fields["method"], &r.method) != nil || isNull(fields["method"]) {
		return invalid("Message must have string 'method' property")
	}
	r.params = fields["params"]
	if r.params != nil && r.params[0] != '{' {
		return invalid("Message may have object 'params' property")
	}
	var session string
	if fields["sessionId"] != nil && json.Unmarshal(fields["sessionId"], &session) != nil {
		return invalid("Message may have string 'sessionId' property")
	}
	for name := range fields {
		switch name {
		case "id", "method", "params", "sessionId":
		default:
			return invalid("Message has property other than 'id', 'method', 'sessionId', 'params'")
		}
	}
	return r, true, nil
}

func isNull(text json.RawMessage) bool { return len(text) == 0 || bytes.Equal(text, []byte("null")) }

// readParameters reads those of a command. What is not optional must be there.
func readParameters(text json.RawMessage, into any) error {
	wrong := func(format string, args ...any) error {
		return &protocolError{Code: codeParameters, Message: "Invalid parameters", Data: fmt.Sprintf(format, args...)}
	}
	if len(text) == 0 {
		text = json.RawMessage("{}")
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(text, &fields); err != nil {
		return wrong("Failed to deserialize params - %s", err)
	}
	t := reflect.TypeOf(into).Elem()
	for i := range t.NumField() {
		if name, optional := parameter(t.Field(i)); !optional && isNull(fields[name]) {
			return wrong("Failed to deserialize params.%s - BINDINGS: mandatory field missing", name)
		}
	}
	if err := json.Unmarshal(text, into); err != nil {
		if of, ok := err.(*json.UnmarshalTypeError); ok { //nolint:errorlint // json wraps nothing
			return wrong("Failed to deserialize params.%s - BINDINGS: %s value expected", of.Field, typeName(of.Type))
		}
		return wrong("Failed to deserialize params - %s", err)
	}
	return nil
}

// parameter returns the name of a parameter.
func parameter(f reflect.StructField) (name string, optional bool) {
	name, rest, _ := strings.Cut(f.Tag.Get("json"), ",")
	return name, rest == "omitempty"
}

// typeName returns the name of a type in the protocol.
func typeName(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Pointer:
		return typeName(t.Elem())
	case reflect.String:
		return "string"
	case reflect.Bool:
		return "boolean"
	case reflect.Int:
		return "integer"
	case reflect.Float64:
		return "number"
	case reflect.Slice:
		if t == reflect.TypeFor[json.RawMessage]() {
			return "any"
		}
		return "array"
	}
	return "object"
}

// whole returns a number of the protocol that stands for a line or a column, within what there can be.
func whole(n int) int { return min(max(n, 0), math.MaxInt32) }
