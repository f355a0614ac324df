package mcp

import (
	"slices"
	"strconv"
	"time"

	"github.com/fwrun/fwrun/mcp/jsonrpc"
)

// ToolCall is a call of a tool with what was asked and answered. It is valid until the function that is called with it returns.
type ToolCall struct {
	Tool      string
	Arguments string // a JSON object
	Result    []byte // the result of the JSON-RPC answer; nil if there is none
	Outcome   string // ok, tool_error, denied or internal
	Began     time.Time
	Took      time.Duration
}

// Operation is a request of an agent that was answered, as it is measured.
type Operation struct {
	Method       string // of the protocol, such as tools/call; _OTHER for one that it does not have
	Tool, Prompt string // which was called or asked for; empty if there is no such one
	Failure      string // tool_error, or the code of the error; empty if it succeeded
	Took         time.Duration
}

// methods are those that are counted by name: clients cannot add others.
var methods = []string{
	"initialize", "ping", "server/discover", "tools/list", "tools/call", "resources/list", "resources/templates/list", "resources/read",
	"prompts/list", "prompts/get",
}

// observe reports a request that was answered, with an error if bad is not nil.
func (r *rpcRequest) observe(began time.Time, bad *jsonrpc.Error) {
	if r.settings.Operation == nil {
		return
	}
	r.operation.Method, r.operation.Took = "_OTHER", time.Since(began)
	if slices.Contains(methods, r.message.Method) {
		r.operation.Method = r.message.Method
	}
	if bad != nil {
		r.operation.Failure = strconv.Itoa(bad.Code)
	}
	r.settings.Operation(r.operation)
}
