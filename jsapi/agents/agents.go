package agents

import (
	_ "embed"
	"encoding/base64"
	"fmt"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/jsapi/realm"
)

//go:embed mcp.js
var script string

// code is compiled once.
var code = []realm.Script{realm.Source("mcp.js", script)}

// Module returns the module with the classes for calls by agents and for the answers to them.
func Module() realm.Module {
	return realm.Module{
		Exports: []string{
			"McpToolInterceptor", "McpToolContext", "McpContent",
			"McpToolArgumentException", "McpToolDeniedException", "McpResourceNotFoundException",
		},
		Types:   []string{"McpToolContext", "McpContent", "McpToolInterceptor"},
		Scripts: code,
		Share: func(r *realm.Realm) map[string]any {
			return map[string]any{"base64": func(call goja.FunctionCall) goja.Value { return base64Text(r, call) }}
		},
		Install: func(r *realm.Realm) (any, error) { return install(r), nil },
	}
}

// ToolCall is the call behind a script's McpToolContext. The MCP edge implements it.
type ToolCall interface {
	ToolName() string
	// RequestID returns the id that the client gave the request: a string or a whole number, or nil.
	RequestID() any
	// Arguments returns the arguments of the call as JSON.
	Arguments() string
	// Outcome returns "ok", "tool_error", "denied" or "internal", or "" while the call runs.
	Outcome() string
	// CallerRequest returns the HttpRequest that the call came with, or null.
	CallerRequest() (engine.Value, error)
}

// toolContext is a script's McpToolContext. Like an HttpRequest, it is an object on which a script may set its own
// properties, to pass something from beforeCall to afterCall.
type toolContext struct {
	ToolCall
	realm.Properties
	arguments goja.Value // nil until the script reads them
}

// Realm is the API for calls by agents in one VM.
type Realm struct {
	*realm.Realm
	contexts *realm.Class[*toolContext]
	content  *goja.Object  // McpContent.prototype
	parse    goja.Callable // JSON.parse
}

var (
	_ engine.Supplier = (*Realm)(nil)
	_ engine.Contents = (*Realm)(nil)
)

// install adds the methods of McpToolContext.
func install(in *realm.Realm) *Realm {
	r := &Realm{Realm: in, content: in.Prototype("McpContent")}
	r.parse, _ = goja.AssertFunction(r.Runtime.Get("JSON").(*goja.Object).Get("parse"))
	r.contexts = realm.Dynamic[*toolContext](in, "McpToolContext", "this is not an McpToolContext")
	getter := func(name string, get func(*toolContext) engine.Value) {
		r.contexts.Method(name, func(c *toolContext, _ goja.FunctionCall) (engine.Value, error) { return get(c), nil })
	}
	getter("getToolName", func(c *toolContext) engine.Value { return r.Runtime.ToValue(c.ToolName()) })
	getter("getRequestId", func(c *toolContext) engine.Value { return r.Runtime.ToValue(c.RequestID()) })
	r.contexts.Method("getRequest", func(c *toolContext, _ goja.FunctionCall) (engine.Value, error) { return c.CallerRequest() })
	getter("getArguments", r.arguments)
	r.contexts.Method("getArgument", r.argument)
	getter("getOutcome", func(c *toolContext) engine.Value {
		if outcome := c.Outcome(); outcome != "" {
			return r.Runtime.ToValue(outcome)
		}
		return goja.Null()
	})
	getter("isOk", func(c *toolContext) engine.Value { return r.Runtime.ToValue(c.Outcome() == "ok") })
	return r
}

// Supply implements [engine.Supplier].
func (r *Realm) Supply(hostType string, subject any) (engine.Value, bool, error) {
	if hostType != "McpToolContext" {
		return nil, false, nil
	}
	call, ok := subject.(ToolCall)
	if !ok {
		return nil, true, fmt.Errorf("a %T is not a tool call", subject)
	}
	return r.contexts.New(&toolContext{ToolCall: call}), true, nil
}

func (r *Realm) argument(c *toolContext, call goja.FunctionCall) (engine.Value, error) {
	value := r.arguments(c).ToObject(r.Runtime).Get(call.Argument(0).String())
	switch {
	case value != nil && !goja.IsUndefined(value):
		return value, nil
	case len(call.Arguments) < 2:
		return goja.Null(), nil
	}
	return call.Argument(1), nil
}

// arguments parses the arguments once.
func (r *Realm) arguments(c *toolContext) goja.Value {
	if c.arguments == nil {
		parsed, err := r.parse(goja.Undefined(), r.Runtime.ToValue(c.Arguments()))
		if err != nil {
			panic(err)
		}
		c.arguments = parsed
	}
	return c.arguments
}

// Content implements [engine.Contents].
func (r *Realm) Content(value engine.Value) (content engine.Content, ok bool, err error) {
	object, isObject := value.(*goja.Object)
	if !isObject {
		return content, false, nil
	}
	if object.ClassName() == "Array" {
		first, isObject := object.Get("0").(*goja.Object)
		if !isObject || !realm.Descends(first, r.content) {
			return content, false, nil
		}
		all, err := r.Call("McpContent", "of", object)
		if err != nil {
			return content, false, err
		}
		object = all.(*goja.Object)
	} else if !realm.Descends(object, r.content) {
		return content, false, nil
	}
	content.Parts = object.Get("$parts")
	if structured := object.Get("$structured"); structured != nil && !goja.IsUndefined(structured) {
		content.Structured = structured
	}
	return content, true, nil
}

// base64Text encodes bytes as Base64. A string must be Base64 already, and is checked.
func base64Text(r *realm.Realm, call goja.FunctionCall) goja.Value {
	if text, ok := call.Argument(0).(goja.String); ok {
		if _, err := base64.StdEncoding.DecodeString(text.String()); err == nil {
			return text
		}
		panic(r.Runtime.NewTypeError("%s takes bytes, or a text in base64", call.Argument(1).String()))
	}
	if object, isObject := call.Argument(0).(*goja.Object); isObject {
		if bytes, ok := realm.Bytes(object); ok {
			return r.Runtime.ToValue(base64.StdEncoding.EncodeToString(bytes))
		}
	}
	panic(r.Runtime.NewTypeError("%s takes bytes, or a text in base64", call.Argument(1).String()))
}
