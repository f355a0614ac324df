package web

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/jsapi/web/part"
)

// console is the state of one VM's console object.
type console struct {
	*Realm
	indent string
	counts map[string]int
	timers map[string]time.Time
}

// maxLabels limits the number of labels that count and time remember.
const maxLabels = 1000

func (r *Realm) console() *goja.Object {
	c := &console{Realm: r, counts: map[string]int{}, timers: map[string]time.Time{}}
	object := r.Runtime.NewObject()
	for name, fn := range map[string]native{
		"log": c.at(slog.LevelInfo), "info": c.at(slog.LevelInfo), "debug": c.at(slog.LevelDebug),
		"warn": c.at(slog.LevelWarn), "error": c.at(slog.LevelError),
		"trace": c.trace, "assert": c.assert, "table": c.table, "dir": c.dir, "dirxml": c.at(slog.LevelInfo),
		"group": c.group, "groupCollapsed": c.group, "groupEnd": c.groupEnd,
		"count": c.count, "countReset": c.countReset, "time": c.time, "timeEnd": c.timeEnd, "timeLog": c.timeLog,
		"clear": func(goja.FunctionCall) goja.Value { return goja.Undefined() },
	} {
		_ = object.Set(name, r.Function(name, fn))
	}
	tag := r.Runtime.ToValue("console")
	_ = object.DefineDataPropertySymbol(goja.SymToStringTag, tag, goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	return object
}

// at returns the method that logs at a level. It does not render records that are not logged.
func (c *console) at(level slog.Level) native {
	return func(call goja.FunctionCall) goja.Value {
		if c.options.Logger.Enabled(context.Background(), level) {
			c.write(level, c.format(call.Arguments))
		}
		return goja.Undefined()
	}
}

func (c *console) write(level slog.Level, text string) {
	if c.indent != "" {
		text = c.indent + strings.ReplaceAll(text, "\n", "\n"+c.indent)
	}
	may, notice := c.VM.Line(len(text))
	if notice != "" {
		c.options.Logger.Log(c.VM.Context(), slog.LevelWarn, notice)
	}
	if may {
		c.options.Logger.Log(c.VM.Context(), level, text)
	}
}

func (c *console) trace(call goja.FunctionCall) goja.Value {
	if !c.options.Logger.Enabled(context.Background(), slog.LevelDebug) {
		return goja.Undefined()
	}
	var text strings.Builder
	text.WriteString(strings.TrimSpace("Trace: " + c.format(call.Arguments)))
	for _, frame := range c.Runtime.CaptureCallStack(0, nil) {
		if name := frame.SrcName(); part.Internal(name) || name == "<native>" || name == "" {
			continue
		}
		fmt.Fprintf(&text, "\n    at %s (%s)", frame.FuncName(), frame.Position())
	}
	c.write(slog.LevelDebug, text.String())
	return goja.Undefined()
}

func (c *console) assert(call goja.FunctionCall) goja.Value {
	if call.Argument(0).ToBoolean() {
		return goja.Undefined()
	}
	text := "Assertion failed"
	if len(call.Arguments) > 1 {
		text += ": " + c.format(call.Arguments[1:])
	}
	c.write(slog.LevelError, text)
	return goja.Undefined()
}

func (c *console) dir(call goja.FunctionCall) goja.Value {
	depth := dirDepth
	if options, ok := call.Argument(1).(*goja.Object); ok {
		switch value := options.Get("depth"); {
		case value == nil || goja.IsUndefined(value):
		case goja.IsNull(value) || goja.IsInfinity(value):
			depth = maxDepth
		default:
			depth = int(min(maxDepth, max(0, value.ToInteger())))
		}
	}
	c.write(slog.LevelInfo, c.inspect(call.Argument(0), depth, c.options.MaxLog))
	return goja.Undefined()
}

func (c *console) group(call goja.FunctionCall) goja.Value {
	if len(call.Arguments) > 0 {
		c.at(slog.LevelInfo)(call)
	}
	if len(c.indent) < 40 {
		c.indent += "  "
	}
	return goja.Undefined()
}

func (c *console) groupEnd(goja.FunctionCall) goja.Value {
	c.indent = strings.TrimSuffix(c.indent, "  ")
	return goja.Undefined()
}

func label(call goja.FunctionCall) string {
	if goja.IsUndefined(call.Argument(0)) {
		return "default"
	}
	return cut(call.Argument(0).String(), 100)
}

func (c *console) count(call goja.FunctionCall) goja.Value {
	name := label(call)
	if len(c.counts) < maxLabels || c.counts[name] > 0 {
		c.counts[name]++
	}
	c.write(slog.LevelInfo, fmt.Sprintf("%s: %d", name, c.counts[name]))
	return goja.Undefined()
}

func (c *console) countReset(call goja.FunctionCall) goja.Value {
	delete(c.counts, label(call))
	return goja.Undefined()
}

func (c *console) time(call goja.FunctionCall) goja.Value {
	name := label(call)
	if _, running := c.timers[name]; running {
		c.write(slog.LevelWarn, fmt.Sprintf("Timer %q already exists", name))
	} else if len(c.timers) < maxLabels {
		c.timers[name] = time.Now()
	}
	return goja.Undefined()
}

func (c *console) timeLog(call goja.FunctionCall) goja.Value {
	name := label(call)
	started, running := c.timers[name]
	if !running {
		c.write(slog.LevelWarn, fmt.Sprintf("Timer %q does not exist", name))
		return goja.Undefined()
	}
	text := fmt.Sprintf("%s: %v", name, time.Since(started).Round(time.Microsecond))
	if len(call.Arguments) > 1 {
		text += " " + c.format(call.Arguments[1:])
	}
	c.write(slog.LevelInfo, text)
	return goja.Undefined()
}

func (c *console) timeEnd(call goja.FunctionCall) goja.Value {
	if len(call.Arguments) > 1 {
		call.Arguments = call.Arguments[:1]
	}
	result := c.timeLog(call)
	delete(c.timers, label(call))
	return result
}
