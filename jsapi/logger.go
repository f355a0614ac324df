package jsapi

import (
	"context"
	"log/slog"
	"strings"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/jsapi/realm"
	"github.com/fwrun/fwrun/jsapi/web"
)

// Loggers gives what logs under a name. Asking it whether a level is on must be cheap.
type Loggers func(name string) *slog.Logger

// loggerBean is the bean that is a Logger for each who asks.
const loggerBean = "fwrun-logger"

// logLevels lists the levels by the methods of Logger.
func logLevels() map[string]slog.Level {
	return map[string]slog.Level{
		"trace": slog.LevelDebug - 4, "debug": slog.LevelDebug, "info": slog.LevelInfo, "warn": slog.LevelWarn, "error": slog.LevelError,
	}
}

const (
	longestName = 200      // of a logger, in bytes
	longestSaid = 64 << 10 // of a message, in bytes
)

// loggerObject is a script's Logger.
type loggerObject struct {
	realm.Properties
	name string
	log  *slog.Logger
}

func (r *runtime) logger(log *slog.Logger, name string) goja.Value {
	object := r.Runtime.NewDynamicObject(&loggerObject{name: name, log: log})
	_ = object.SetPrototype(r.loggerPrototype)
	return object
}

// installLogger adds the methods of Logger.
func (r *runtime) installLogger() {
	for name, level := range logLevels() {
		r.method(r.loggerPrototype, name, func(call goja.FunctionCall) goja.Value {
			if l := r.loggerOf(call, name); l.log.Enabled(context.Background(), level) {
				r.say(l.log, level, call.Arguments)
			}
			return goja.Undefined()
		})
	}
	r.method(r.loggerPrototype, "with", func(call goja.FunctionCall) goja.Value {
		l := r.loggerOf(call, "with")
		return r.logger(slog.New(l.log.Handler().WithAttrs(r.fields(call.Argument(0)))), l.name)
	})
	r.method(r.loggerPrototype, "isEnabled", func(call goja.FunctionCall) goja.Value {
		l := r.loggerOf(call, "isEnabled")
		level, ok := logLevels()[call.Argument(0).String()]
		if !ok {
			panic(r.Runtime.NewTypeError("%s is no level; the levels are trace, debug, info, warn and error", web.Show(r.VM, call.Argument(0), web.Look{})))
		}
		return r.Runtime.ToValue(l.log.Enabled(context.Background(), level))
	})
	name := r.Runtime.ToValue(func(call goja.FunctionCall) goja.Value { return r.Runtime.ToValue(r.loggerOf(call, "name").name) })
	_ = r.loggerPrototype.DefineAccessorProperty("name", name, nil, goja.FLAG_TRUE, goja.FLAG_FALSE)
	r.method(r.Shared("Logger"), "of", r.loggerOfName)
}

// loggerOf finds the logger behind `this`.
func (r *runtime) loggerOf(call goja.FunctionCall, method string) *loggerObject {
	if object, ok := call.This.(*goja.Object); ok {
		if l, ok := object.Export().(*loggerObject); ok {
			return l
		}
	}
	panic(r.Runtime.NewTypeError("%s was called on something that is no Logger; call it as log.%s(…)", method, method))
}

// loggerOfName is Logger.of. The names of fwrun itself are not for scripts.
func (r *runtime) loggerOfName(call goja.FunctionCall) goja.Value {
	name, ok := call.Argument(0).Export().(string)
	name = strings.TrimSpace(name)
	switch {
	case !ok || name == "" || len(name) > longestName:
		panic(r.Runtime.NewTypeError("Logger.of takes the name of the logger, a text of 1 to %d bytes such as \"users.import\"", longestName))
	case name == "fwrun" || strings.HasPrefix(name, "fwrun."):
		panic(r.Runtime.NewTypeError("Logger.of: the name %q is kept for fwrun itself; choose another", name))
	}
	return r.logger(r.api.options.Loggers(name), name)
}

// say logs a message with its fields; both may be functions, which are called here only.
func (r *runtime) say(log *slog.Logger, level slog.Level, arguments []goja.Value) {
	said := make([]goja.Value, len(arguments))
	for i, a := range arguments {
		said[i] = a
		if later, ok := goja.AssertFunction(a); ok && !isClass(a) {
			value, err := later(goja.Undefined())
			if err != nil {
				panic(r.Thrown(err))
			}
			said[i] = value
		}
	}
	text, attrs := r.message(said)
	log.LogAttrs(r.VM.Context(), level, text, attrs...)
}

func isClass(v goja.Value) bool { return strings.HasPrefix(v.String(), "class") }

// message takes the arguments apart: a text, and an object of fields. More than that is added to the text, as console
// does.
func (r *runtime) message(arguments []goja.Value) (text string, attrs []slog.Attr) {
	if len(arguments) == 0 {
		return "", nil
	}
	first, rest := arguments[0], arguments[1:]
	if object, ok := first.(*goja.Object); ok && isError(object) {
		attrs = r.failure("", object)
		text, _ = web.ErrorText(object)
	} else {
		text = r.plainly(first)
	}
	if len(rest) == 1 {
		if object, ok := rest[0].(*goja.Object); ok && !isList(object) {
			return text, append(attrs, r.fields(object)...)
		}
	}
	for _, more := range rest {
		if len(text) > longestSaid {
			break
		}
		if !goja.IsUndefined(more) {
			text += " " + r.plainly(more)
		}
	}
	return text, attrs
}

// plainly is a text as it is, and anything else as console shows it.
func (r *runtime) plainly(v goja.Value) string {
	if s, ok := v.(goja.String); ok {
		return s.String()
	}
	return web.Show(r.VM, v, web.Look{})
}
