package web

import (
	"bytes"
	"path/filepath"
	"strings"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/jsapi/web/part"
)

// defaultTraceLimit is the initial value of Error.stackTraceLimit, as in V8.
const defaultTraceLimit = 10

// stackTraces adds V8's extensions of Error: Error.captureStackTrace sets the stack of an object, with as many frames
// as Error.stackTraceLimit allows, formatted by Error.prepareStackTrace if it is set.
func (r *Realm) stackTraces() {
	class := r.Runtime.Get("Error").(*goja.Object)
	r.addMethod(class, "captureStackTrace", r.captureStackTrace)
	_ = class.DefineDataProperty("stackTraceLimit", r.Runtime.ToValue(defaultTraceLimit), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE)
}

func (r *Realm) captureStackTrace(call goja.FunctionCall) goja.Value {
	object, ok := call.Argument(0).(*goja.Object)
	if !ok {
		return r.TypeError("Invalid argument: Error.captureStackTrace needs an object")
	}
	class := r.Runtime.Get("Error").(*goja.Object)
	frames := r.framesBelow(call.Argument(1))
	if limit := class.Get("stackTraceLimit"); limit != nil && goja.IsNumber(limit) {
		frames = frames[:min(len(frames), max(0, int(min(limit.ToFloat(), 1e6))))]
	} else {
		frames = nil
	}
	stack := r.stackText(object, frames)
	if prepare, ok := goja.AssertFunction(class.Get("prepareStackTrace")); ok {
		sites := make([]any, len(frames))
		for i := range frames {
			sites[i] = r.callSite(&frames[i])
		}
		made, err := prepare(class, object, r.Runtime.NewArray(sites...))
		if err != nil {
			panic(err)
		}
		stack = made
	}
	if err := object.DefineDataProperty("stack", stack, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE); err != nil {
		panic(err)
	}
	return goja.Undefined()
}

// framesBelow returns the frames of scripts, without those of a function and of its callees.
func (r *Realm) framesBelow(function goja.Value) []goja.StackFrame {
	var frames []goja.StackFrame
	for _, frame := range r.Runtime.CaptureCallStack(0, nil) {
		if frame.SrcName() != "<native>" && !part.Internal(frame.SrcName()) {
			frames = append(frames, frame)
		}
	}
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

// stackText returns a stack in the engine's format.
func (r *Realm) stackText(object *goja.Object, frames []goja.StackFrame) goja.Value {
	var b bytes.Buffer
	b.WriteString(r.invoke(r.prototype("Error"), "toString", object).String())
	for i := range frames {
		b.WriteString("\n\tat ")
		frames[i].Write(&b)
	}
	return r.Runtime.ToValue(b.String())
}

// callSite returns a frame as Error.prepareStackTrace expects it.
func (r *Realm) callSite(frame *goja.StackFrame) *goja.Object {
	site, place := r.Runtime.NewObject(), frame.Position()
	name := frame.FuncName()
	if strings.HasPrefix(name, "<") {
		name = ""
	}
	var text bytes.Buffer
	frame.Write(&text)
	file := r.fullName(place.Filename)
	or := func(known bool, value any) any {
		if known {
			return value
		}
		return goja.Null()
	}
	for method, value := range map[string]any{
		"getFileName": file, "getScriptNameOrSourceURL": file, "getLineNumber": place.Line, "getColumnNumber": place.Column,
		"getFunctionName": or(name != "", name), "getMethodName": or(name != "", name), "getTypeName": goja.Null(), "getEvalOrigin": goja.Undefined(),
		"getThis": goja.Undefined(), "getFunction": goja.Undefined(), "isNative": false, "isEval": false, "isConstructor": false, "isToplevel": name == "",
		"isAsync": false, "isPromiseAll": false, "getPromiseIndex": goja.Null(), "toString": text.String(),
	} {
		result := r.Runtime.ToValue(value)
		_ = site.Set(method, func(goja.FunctionCall) goja.Value { return result })
	}
	return site
}

// fullName returns the name of a file with the folder of the application: packages look for others beside it, up to the root.
func (r *Realm) fullName(file string) string {
	if r.options.Folder == "" || file == "" || filepath.IsAbs(file) || strings.Contains(file, ":") {
		return file
	}
	return filepath.ToSlash(filepath.Join(r.options.Folder, file))
}
