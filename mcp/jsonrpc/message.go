package jsonrpc

import (
	"bytes"

	"github.com/tidwall/gjson"

	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/platform/view"
)

// The codes of errors.
const (
	ParseError       = -32700
	InvalidRequest   = -32600
	MethodNotFound   = -32601
	InvalidParams    = -32602
	InternalError    = -32603
	ResourceNotFound = -32002 // of the Model Context Protocol
)

// Error is the error of an answer.
type Error struct {
	Code    int
	Message string
	Data    []byte // JSON; nil if there is none

	TooLarge bool // the message exceeds the limit of values
}

// Error implements error.
func (e *Error) Error() string { return e.Message }

// The errors of invalid messages.
var (
	errBatch   = &Error{Code: InvalidRequest, Message: "Batches are not supported; send one message at a time"}
	errInvalid = &Error{Code: InvalidRequest, Message: "Invalid Request"}
	errID      = &Error{Code: InvalidRequest, Message: "Invalid Request: the id must be a string or an integer"}
	errParams  = &Error{Code: InvalidParams, Message: "Invalid params: they must be an object"}
)

// IsBatch reports whether the error is that of a batch.
func (e *Error) IsBatch() bool { return e == errBatch }

// Message is a client's message. Its fields lie in the memory of the text that it was read from.
type Message struct {
	ID     []byte // as it was written; nil if the message wants no answer, or its id cannot be repeated
	Method string // empty if the message is an answer
	Params gjson.Result
}

// WantsAnswer reports whether the message is a request, rather than a notification or a client's answer.
func (m Message) WantsAnswer() bool { return m.ID != nil && m.Method != "" }

// MaxDepth is how deep a message may be nested.
const MaxDepth = 128

// Read parses a message. With an error, the message has its id if that could be read.
func Read(body []byte) (Message, *Error) { return ReadWithin(body, schema.Limits{}) }

// ReadWithin is Read with limits, other than of the depth, which is MaxDepth.
func ReadWithin(body []byte, limits schema.Limits) (Message, *Error) {
	limits.Depth = MaxDepth
	if bad := schema.CheckJSON(body, limits); bad != nil && bad.TooMany {
		return Message{}, &Error{Code: InvalidRequest, Message: "The message has " + bad.Reason + "; server.max-json-values is the limit", TooLarge: true}
	} else if bad != nil {
		return Message{}, &Error{Code: ParseError, Message: "Parse error: " + bad.Error()}
	}
	if first := bytes.TrimLeft(body, " \t\r\n"); first[0] == '[' {
		return Message{}, errBatch
	} else if first[0] != '{' {
		return Message{}, errInvalid
	}
	return read(gjson.Parse(view.Text(body)))
}

// envelope holds the members that a message can have.
type envelope struct {
	version, id, method, params, result, failure gjson.Result
	twice                                        bool
}

func (e *envelope) member(key string) *gjson.Result {
	switch key {
	case "jsonrpc":
		return &e.version
	case "id":
		return &e.id
	case "method":
		return &e.method
	case "params":
		return &e.params
	case "result":
		return &e.result
	case "error":
		return &e.failure
	default:
		return nil
	}
}

func read(object gjson.Result) (m Message, bad *Error) {
	var e envelope
	object.ForEach(func(key, value gjson.Result) bool {
		if at := e.member(key.Str); at != nil {
			e.twice = e.twice || at.Exists()
			*at = value
		}
		return true
	})
	if e.id.Exists() {
		if m.ID = idOf(e.id); m.ID == nil {
			return m, errID
		}
	}
	isAnswer := !e.method.Exists() && m.ID != nil && (e.result.Exists() || e.failure.Exists())
	switch {
	case e.twice, e.version.Type != gjson.String, e.version.Str != "2.0":
		return m, errInvalid
	case isAnswer:
		return m, nil
	case e.method.Type != gjson.String, e.method.Str == "":
		return m, errInvalid
	}
	m.Method, m.Params = e.method.Str, e.params
	if m.ID != nil && e.params.Type != gjson.Null && !e.params.IsObject() { // null counts as absent
		return m, errParams
	}
	return m, nil
}

// idOf returns an id as it is written; nil for an invalid one: null, 1.5, an object.
func idOf(id gjson.Result) []byte {
	switch id.Type {
	case gjson.String:
		return []byte(id.Raw)
	case gjson.Number:
		for i := range len(id.Raw) {
			if c := id.Raw[i]; (c < '0' || c > '9') && (c != '-' || i > 0) {
				return nil
			}
		}
		return []byte(id.Raw)
	default:
		return nil
	}
}
