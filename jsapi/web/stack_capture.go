package web

import (
	"bytes"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/inside"
	"github.com/fwrun/fwrun/jsapi/web/part"
)

// defaultTraceLimit is the initial value of Error.stackTraceLimit, as in V8.
const defaultTraceLimit = 10

// stackTraces adds V8's extensions of Error: Error.captureStackTrace sets the stack of an object, with as many frames
// as Error.stackTraceLimit allows, formatted by Error.prepareStackTrace if it is set. The stacks of new errors are like that, too.
func (r *Realm) stackTraces() {
	class := r.Runtime.Get("Error").(*goja.Object)
	r.addMethod(class, "captureStackTrace", r.captureStackTrace)
	_ = class.DefineDataProperty("stackTraceLimit", r.Runtime.ToValue(defaultTraceLimit), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE)
	if inside.Failures.On() {
		r.ownStacks(class)
	}
}

// errorClasses are the classes whose objects have stacks.
var errorClasses = []string{
	"Error", "AggregateError", "EvalError", "RangeError", "ReferenceError", "SyntaxError", "TypeError", "URIError",
}

// ownStacks gives Errors a stack that is made when it is first asked for: the prototype has the property until then. An Error is made as
// fast as before.
func (r *Realm) ownStacks(class *goja.Object) {
	for _, name := range errorClasses {
		function := r.Runtime.Get(name)
		if construct, ok := inside.ConstructOf(function); ok {
			original := *construct
			*construct = func(arguments []goja.Value, newTarget *goja.Object) *goja.Object {
				made := original(arguments, newTarget)
				inside.HideStack(made)
				return made
			}
		}
		if code, ok := inside.CodeOf(function); ok {
			original := *code
			*code = func(call goja.FunctionCall) goja.Value {
				made := original(call)
				if object, is := made.(*goja.Object); is {
					inside.HideStack(object)
				}
				return made
			}
		}
	}
	preparing := false // the function that formats stacks makes errors itself
	get := r.Function("get stack", func(call goja.FunctionCall) goja.Value {
		object, ok := call.This.(*goja.Object)
		if !ok {
			return goja.Undefined()
		}
		frames, ok := inside.StackOf(object)
		if !ok {
			return goja.Undefined()
		}
		prepare, isSet := goja.AssertFunction(class.Get(prepareName))
		if isSet && !preparing {
			preparing = true
			defer func() { preparing = false }()
		} else {
			prepare = nil
		}
		stack := r.stackOf(class, object, ofScripts(frames), prepare)
		_ = define(object, stack) // not if it is frozen
		return stack
	})
	set := r.Function("set stack", func(call goja.FunctionCall) goja.Value {
		if object, ok := call.This.(*goja.Object); ok {
			_ = define(object, call.Argument(0))
		}
		return goja.Undefined()
	})
	_ = r.prototype("Error").DefineAccessorProperty("stack", get, set, goja.FLAG_TRUE, goja.FLAG_FALSE)
}

// prepareName is the name of the function that formats stacks.
const prepareName = "prepareStackTrace"

func (r *Realm) captureStackTrace(call goja.FunctionCall) goja.Value {
	object, ok := call.Argument(0).(*goja.Object)
	if !ok {
		return r.TypeError("Invalid argument: Error.captureStackTrace needs an object")
	}
	class := r.Runtime.Get("Error").(*goja.Object)
	prepare, _ := goja.AssertFunction(class.Get(prepareName))
	if err := define(object, r.stackOf(class, object, r.framesBelow(call.Argument(1)), prepare)); err != nil {
		panic(err)
	}
	return goja.Undefined()
}

// define sets the stack of an object.
func define(object *goja.Object, stack goja.Value) error {
	return object.DefineDataProperty("stack", stack, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
}

// stackOf returns frames as a stack of an object: as prepare formats them, or as a text.
func (r *Realm) stackOf(class, object *goja.Object, frames []goja.StackFrame, prepare goja.Callable) goja.Value {
	if limit := class.Get("stackTraceLimit"); limit != nil && goja.IsNumber(limit) {
		frames = frames[:min(len(frames), max(0, int(min(limit.ToFloat(), 1e6))))]
	} else {
		frames = nil
	}
	if prepare == nil {
		return r.stackText(object, frames)
	}
	sites := make([]any, len(frames))
	for i := range frames {
		sites[i] = r.callSite(&frames[i])
	}
	made, err := prepare(class, object, r.Runtime.NewArray(sites...))
	if err != nil {
		panic(err)
	}
	return made
}

// ofScripts returns the frames of scripts, and those of functions of WebAssembly, whose names are numbers. A script of fwrun that has the name of
// a module of Node is there for those who look for that name.
func ofScripts(all []goja.StackFrame) (frames []goja.StackFrame) {
	for _, frame := range all {
		_, notNumber := strconv.Atoi(frame.FuncName())
		if notNumber == nil || frame.SrcName() != "<native>" && !part.Internal(frame.SrcName()) ||
			strings.HasPrefix(frame.SrcName(), part.Prefix+"node:") {
			frames = append(frames, frame)
		}
	}
	return frames
}

// framesBelow returns the frames of scripts, without those of a function and of its callees.
func (r *Realm) framesBelow(function goja.Value) []goja.StackFrame {
	frames := ofScripts(r.Runtime.CaptureCallStack(0, nil))
	object, ok := function.(*goja.Object)
	if _, callable := goja.AssertFunction(function); !ok || !callable {
		return frames
	}
	name := object.Get("name").String()
	for i := range frames {
		if name != "" && frames[i].FuncName() == name {
			return frames[i+1:]
		}
	}
	for strings.HasPrefix(object.String(), "class") && len(frames) > 0 && frames[0].FuncName() == anonymous {
		frames = frames[1:] // the engine has no name for constructors of classes
	}
	return frames
}

// anonymous is the engine's name for frames without a name.
const anonymous = "<anonymous>"

// stackText returns a stack in V8's format, which packages take apart.
func (r *Realm) stackText(object *goja.Object, frames []goja.StackFrame) goja.Value {
	var b strings.Builder
	b.WriteString(r.invoke(r.prototype("Error"), "toString", object).String())
	for i := range frames {
		b.WriteString("\n    at " + frameText(&frames[i]))
	}
	return r.Runtime.ToValue(b.String())
}

// frameText returns a frame in V8's format: "find (users.js:9:12)". The engine's own has a counter behind it.
func frameText(frame *goja.StackFrame) string {
	var text bytes.Buffer
	frame.Write(&text)
	return withoutCounter(text.String())
}

// callSite returns a frame as Error.prepareStackTrace expects it.
func (r *Realm) callSite(frame *goja.StackFrame) *goja.Object {
	place, name := frame.Position(), frame.FuncName()
	if strings.HasPrefix(name, "<") {
		name = ""
	}
	var named any = goja.Null()
	if name != "" {
		named = name
	}
	file := r.fullName(place.Filename)
	site := r.Runtime.CreateObject(r.callSites())
	_ = site.DefineDataPropertySymbol(siteKey, r.Runtime.ToValue(map[string]any{
		"getFileName": file, "getScriptNameOrSourceURL": file, "getLineNumber": place.Line, "getColumnNumber": place.Column,
		"getEnclosingLineNumber": place.Line, "getEnclosingColumnNumber": place.Column, "getFunctionName": named, "getMethodName": named,
		"isToplevel": name == "", "toString": frameText(frame),
	}), goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE)
	return site
}

// siteKey is the key of what is known of a call site. All VMs share it.
var siteKey = goja.NewSymbol("fwrun.site")

// unknown are the methods of call sites whose answers the engine does not know, or that are the same for all.
var unknown = map[string]any{
	"getTypeName": goja.Null(), "getEvalOrigin": goja.Undefined(), "getThis": goja.Undefined(), "getFunction": goja.Undefined(), "getPosition": 0,
	"getPromiseIndex": goja.Null(), "getScriptHash": "", "isAsync": false, "isConstructor": false, "isEval": false, "isNative": false,
	"isPromiseAll": false,
}

// callSites returns the prototype of call sites.
func (r *Realm) callSites() *goja.Object {
	if r.sites != nil {
		return r.sites
	}
	r.sites = r.Runtime.NewObject()
	for name, value := range unknown {
		r.addMethod(r.sites, name, func(goja.FunctionCall) goja.Value { return r.Runtime.ToValue(value) })
	}
	for _, name := range []string{
		"getFileName", "getScriptNameOrSourceURL", "getLineNumber", "getColumnNumber", "getEnclosingLineNumber", "getEnclosingColumnNumber",
		"getFunctionName", "getMethodName", "isToplevel",
	} {
		r.addMethod(r.sites, name, func(call goja.FunctionCall) goja.Value { return r.siteOf(call.This, name) })
	}
	_ = r.sites.DefineDataProperty("toString", r.Function("toString", func(call goja.FunctionCall) goja.Value {
		return r.siteOf(call.This, "toString")
	}), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	return r.sites
}

// siteOf returns what is known of a call site.
func (r *Realm) siteOf(this goja.Value, name string) goja.Value {
	if site, ok := this.(*goja.Object); ok {
		if known, ok := site.GetSymbol(siteKey).(*goja.Object); ok {
			return known.Get(name)
		}
	}
	return r.TypeError("CallSite." + name + " called on something else than a call site")
}

// fullName returns the name of a file with the folder of the application: packages look for others beside it, up to the root.
func (r *Realm) fullName(file string) string {
	if r.options.Folder == "" || file == "" || filepath.IsAbs(file) || strings.Contains(file, ":") {
		return file
	}
	return filepath.ToSlash(filepath.Join(r.options.Folder, file))
}
