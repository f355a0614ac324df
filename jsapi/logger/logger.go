package logger

import (
	"cmp"
	"context"
	_ "embed"
	"log/slog"
	"strings"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/jsapi/realm"
	"github.com/fwrun/fwrun/jsapi/web"
)

//go:embed logger.js
var script string

// code is compiled once.
var code = []realm.Script{realm.Source("logger.js", script)}

// Loggers returns the logger of a name. Its Enabled method must be cheap.
type Loggers func(name string) *slog.Logger

// Module returns the module with the class Logger, and with a bean, of which each bean that injects it gets a Logger
// of its own.
func Module(loggers Loggers) realm.Module {
	return realm.Module{
		Exports: []string{"Logger"}, Types: []string{"Logger"},
		Beans: []realm.Bean{{
			HostBean: manifest.HostBean{Name: "fwrun-logger", Type: "Logger", PerAsker: true},
			Make: realm.MakeWith(func(r *Realm, asker string) (engine.Value, error) {
				name := cmp.Or(asker, "logger")
				return r.logger(loggers(name), name), nil
			}),
		}},
		Scripts: code,
		Install: func(r *realm.Realm) (any, error) { return install(r, loggers), nil },
	}
}

// levels lists the log levels with the methods of Logger.
var levels = [...]struct {
	name  string
	level slog.Level
}{
	{"trace", slog.LevelDebug - 4},
	{"debug", slog.LevelDebug},
	{"info", slog.LevelInfo},
	{"warn", slog.LevelWarn},
	{"error", slog.LevelError},
}

const (
	longestName = 200      // maximum length of a logger's name, in bytes
	longestSaid = 64 << 10 // maximum length of a message, in bytes
)

// object is a script's Logger.
type object struct {
	realm.Properties
	name string
	log  *slog.Logger
}

// Realm makes the loggers of one VM.
type Realm struct {
	*realm.Realm
	loggers Loggers
	class   *realm.Class[*object]
}

func install(r *realm.Realm, loggers Loggers) *Realm {
	l := &Realm{Realm: r, loggers: loggers}
	l.class = realm.Dynamic[*object](r, "Logger", "{} was called on something that is not a Logger; call it as log.{}(…)")
	for _, level := range levels {
		l.class.Method(level.name, func(this *object, call goja.FunctionCall) (engine.Value, error) {
			if !this.log.Enabled(context.Background(), level.level) {
				return goja.Undefined(), nil
			}
			return goja.Undefined(), l.say(this.log, level.level, call.Arguments)
		})
	}
	l.class.Method("with", func(this *object, call goja.FunctionCall) (engine.Value, error) {
		return l.logger(slog.New(this.log.Handler().WithAttrs(l.fields(call.Argument(0)))), this.name), nil
	})
	l.class.Method("isEnabled", l.isEnabled)
	l.class.Getter("name", func(this *object, _ goja.FunctionCall) engine.Value { return r.Runtime.ToValue(this.name) })
	r.Function(r.Shared("Logger"), "of", l.of)
	return l
}

func (r *Realm) logger(log *slog.Logger, name string) goja.Value {
	return r.class.New(&object{name: name, log: log})
}

func (r *Realm) isEnabled(this *object, call goja.FunctionCall) (engine.Value, error) {
	name := call.Argument(0).String()
	for _, level := range levels {
		if level.name == name {
			return r.Runtime.ToValue(this.log.Enabled(context.Background(), level.level)), nil
		}
	}
	panic(r.Runtime.NewTypeError("%s is not a level; the levels are trace, debug, info, warn and error", web.Show(r.VM, call.Argument(0), web.Look{})))
}

// of implements Logger.of. Scripts cannot use the logger names of fwrun itself.
func (r *Realm) of(call goja.FunctionCall) (engine.Value, error) {
	name, ok := call.Argument(0).Export().(string)
	name = strings.TrimSpace(name)
	switch {
	case !ok || name == "" || len(name) > longestName:
		panic(r.Runtime.NewTypeError("Logger.of takes the name of the logger, a text of 1 to %d bytes such as \"users.import\"", longestName))
	case name == "fwrun" || strings.HasPrefix(name, "fwrun."):
		panic(r.Runtime.NewTypeError("Logger.of: the name %q is reserved for fwrun; choose another", name))
	}
	return r.logger(r.loggers(name), name), nil
}

// say logs a message with its fields. Either may be a function, which is called only if the level is enabled.
func (r *Realm) say(log *slog.Logger, level slog.Level, arguments []goja.Value) error {
	said := make([]goja.Value, len(arguments))
	for i, a := range arguments {
		said[i] = a
		if later, ok := goja.AssertFunction(a); ok && !isClass(a) {
			value, err := later(goja.Undefined())
			if err != nil {
				return err
			}
			said[i] = value
		}
	}
	text, attrs := r.message(said)
	may, notice := r.VM.Line(len(text))
	if notice != "" {
		log.LogAttrs(r.VM.Context(), slog.LevelWarn, notice)
	}
	if may {
		log.LogAttrs(r.VM.Context(), level, text, attrs...)
	}
	return nil
}

func isClass(v goja.Value) bool { return strings.HasPrefix(v.String(), "class") }

// message splits the arguments into a text and an object of fields. Further arguments are appended to the text, as
// the console does.
func (r *Realm) message(arguments []goja.Value) (text string, attrs []slog.Attr) {
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

// plainly returns a string as it is, and any other value as the console shows it.
func (r *Realm) plainly(v goja.Value) string {
	if s, ok := v.(goja.String); ok {
		return s.String()
	}
	return web.Show(r.VM, v, web.Look{})
}
