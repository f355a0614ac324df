package jsapi

import (
	"encoding/base64"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/jsapi/realm"
)

// ToolCall is what a script's McpToolContext reads from. The edge that agents call implements it.
type ToolCall interface {
	ToolName() string
	// RequestID is what the client calls the request: a text or a whole number, or nil.
	RequestID() any
	// Arguments are those of the call, as JSON.
	Arguments() string
	// Outcome is "ok", "tool_error", "denied" or "internal", and empty while the call is under way.
	Outcome() string
	// CallerRequest is the HttpRequest that the call came with, or null.
	CallerRequest() (engine.Value, error)
}

// toolContext is a script's McpToolContext: as an HttpRequest, an object that a script may put
// properties of its own on, to pass something from beforeCall to afterCall.
type toolContext struct {
	ToolCall
	realm.Properties
	arguments goja.Value // once they have been asked for
}

func (r *runtime) toolContext(call ToolCall) goja.Value {
	object := r.Runtime.NewDynamicObject(&toolContext{ToolCall: call})
	_ = object.SetPrototype(r.contextPrototype)
	return object
}

// installMCP adds the methods of an McpToolContext.
func (r *runtime) installMCP() {
	getter := func(name string, get func(*toolContext, goja.FunctionCall) goja.Value) {
		r.method(r.contextPrototype, name, func(call goja.FunctionCall) goja.Value {
			object, ok := call.This.(*goja.Object)
			if !ok {
				panic(r.Runtime.NewTypeError("this is not an McpToolContext"))
			}
			c, ok := object.Export().(*toolContext)
			if !ok {
				panic(r.Runtime.NewTypeError("this is not an McpToolContext"))
			}
			return get(c, call)
		})
	}
	getter("getToolName", func(c *toolContext, _ goja.FunctionCall) goja.Value { return r.Runtime.ToValue(c.ToolName()) })
	getter("getRequestId", func(c *toolContext, _ goja.FunctionCall) goja.Value { return r.Runtime.ToValue(c.RequestID()) })
	getter("getRequest", func(c *toolContext, _ goja.FunctionCall) goja.Value {
		request, err := c.CallerRequest()
		if err != nil {
			panic(r.VM.ErrorValue(err))
		}
		return request
	})
	getter("getArguments", func(c *toolContext, _ goja.FunctionCall) goja.Value { return r.toolArguments(c) })
	getter("getArgument", func(c *toolContext, call goja.FunctionCall) goja.Value {
		arguments := r.toolArguments(c).ToObject(r.Runtime)
		if value := arguments.Get(call.Argument(0).String()); value != nil && !goja.IsUndefined(value) {
			return value
		}
		if len(call.Arguments) < 2 {
			return goja.Null()
		}
		return call.Argument(1)
	})
	getter("getOutcome", func(c *toolContext, _ goja.FunctionCall) goja.Value { return r.Runtime.ToValue(known(c.Outcome())) })
	getter("isOk", func(c *toolContext, _ goja.FunctionCall) goja.Value { return r.Runtime.ToValue(c.Outcome() == "ok") })
}

// toolArguments parses them once.
func (r *runtime) toolArguments(c *toolContext) goja.Value {
	if c.arguments == nil {
		parsed, err := r.parse(goja.Undefined(), r.Runtime.ToValue(c.Arguments()))
		if err != nil {
			panic(err)
		}
		c.arguments = parsed
	}
	return c.arguments
}

// Content implements [engine.Runtime].
func (r *runtime) Content(value engine.Value) (content engine.Content, ok bool, err error) {
	object, isObject := value.(*goja.Object)
	if !isObject {
		return content, false, nil
	}
	if object.ClassName() == "Array" {
		first, isObject := object.Get("0").(*goja.Object)
		if !isObject || !realm.Descends(first, r.contentPrototype) {
			return content, false, nil
		}
		all, err := r.Call("McpContent", "of", object)
		if err != nil {
			return content, false, err
		}
		object = all.(*goja.Object)
	} else if !realm.Descends(object, r.contentPrototype) {
		return content, false, nil
	}
	content.Parts = object.Get("$parts")
	if structured := object.Get("$structured"); structured != nil && !goja.IsUndefined(structured) {
		content.Structured = structured
	}
	return content, true, nil
}

// base64Text makes text of bytes; a text is taken for what it should be, and checked.
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
