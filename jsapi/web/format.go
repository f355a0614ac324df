package web

import (
	"math"
	"strconv"
	"strings"

	"github.com/dop251/goja"
)

const (
	logDepth = 3 // depth of nested objects in console.log
	dirDepth = 2
	// showDepth is the depth when a user prints one value.
	showDepth = 4
	// maxDepth is the depth of console.dir({depth: null}).
	maxDepth = 20
)

// format returns the text of a console call. The first argument may contain directives (%s %d %i %f %j %o %O %c %%);
// the remaining arguments follow, separated by blanks.
func (r *Realm) format(arguments []goja.Value) string {
	var out strings.Builder
	budget := r.options.MaxLog
	if len(arguments) > 0 {
		if template, ok := arguments[0].(goja.String); ok {
			used := 1
			if len(arguments) > 1 {
				used = r.directives(&out, template.String(), arguments)
			} else {
				out.WriteString(cut(template.String(), budget))
			}
			arguments = arguments[used:]
			if len(arguments) > 0 {
				out.WriteByte(' ')
			}
		}
	}
	for i, argument := range arguments {
		if i > 0 {
			out.WriteByte(' ')
		}
		if out.Len() >= budget {
			break
		}
		out.WriteString(r.plainText(argument, budget-out.Len()))
	}
	return cut(out.String(), budget)
}

// plainText returns a string as it is, and any other value inspected.
func (r *Realm) plainText(v goja.Value, budget int) string {
	if s, ok := v.(goja.String); ok {
		return cut(s.String(), budget)
	}
	return r.inspect(v, logDepth, budget)
}

// directives writes a template, and returns the number of arguments it used, including itself. It ends where the text is long enough, with
// a directive that may make it up to twice as long.
func (r *Realm) directives(out *strings.Builder, template string, arguments []goja.Value) int {
	next := 1
	for {
		before, rest, found := strings.Cut(template, "%")
		out.WriteString(before)
		if out.Len() > r.options.MaxLog {
			return len(arguments)
		}
		if !found {
			return next
		}
		if rest == "" {
			out.WriteByte('%')
			return next
		}
		directive := rest[0]
		switch {
		case directive == '%':
			out.WriteByte('%')
		case strings.IndexByte("sdifjoOc", directive) < 0, next >= len(arguments):
			out.WriteByte('%')
			out.WriteByte(directive)
		default:
			out.WriteString(r.directive(directive, arguments[next]))
			next++
		}
		template = rest[1:]
	}
}

func (r *Realm) directive(directive byte, v goja.Value) string {
	budget := r.options.MaxLog
	switch directive {
	case 's':
		if _, isObject := v.(*goja.Object); isObject {
			return r.inspect(v, 0, budget)
		}
		return r.plainText(v, budget)
	case 'd':
		return r.number(v, func(f float64) float64 { return f })
	case 'i':
		return r.number(v, math.Trunc)
	case 'f':
		return r.beginning(v)
	case 'j':
		text := r.internalStatic("JSON", "stringify", v)
		if text == nil {
			return "[Circular]"
		}
		return cut(text.String(), budget)
	case 'o':
		return r.inspect(v, logDepth+1, budget)
	case 'O':
		return r.inspect(v, logDepth, budget)
	default: // %c: styles only apply in browsers
		return ""
	}
}

// beginning returns the number that a value begins with.
func (r *Realm) beginning(v goja.Value) string {
	if _, isSymbol := v.(*goja.Symbol); isSymbol {
		return "NaN"
	}
	parse, _ := goja.AssertFunction(r.Runtime.Get("parseFloat"))
	number, err := parse(goja.Undefined(), v)
	if err != nil {
		return "NaN"
	}
	return r.inspect(number, 0, r.options.MaxLog)
}

func (r *Realm) number(v goja.Value, round func(float64) float64) string {
	switch v := v.(type) {
	case *goja.Object, *goja.Symbol:
		return "NaN"
	default:
		if goja.IsBigInt(v) {
			return v.String() + "n"
		}
		return strconv.FormatFloat(round(v.ToFloat()), 'f', -1, 64)
	}
}

// internalStatic calls a function of a global object. It returns nil if the function throws.
func (r *Realm) internalStatic(object, method string, arguments ...goja.Value) goja.Value {
	owner, ok := r.Runtime.Get(object).(*goja.Object)
	if !ok {
		return nil
	}
	call, ok := goja.AssertFunction(owner.Get(method))
	if !ok {
		return nil
	}
	result, err := call(goja.Undefined(), arguments...)
	if err != nil {
		return nil
	}
	return result
}

// cut shortens a text to a number of bytes, and appends a note.
func cut(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	return strings.ToValidUTF8(text[:max(0, limit)], "") + "… (" + strconv.Itoa(len(text)-limit) + " bytes more)"
}

// formatted is the format of console.log as a function.
func (r *Realm) formatted(call goja.FunctionCall) goja.Value {
	return r.Runtime.ToValue(r.format(call.Arguments))
}

// inspectAs renders a value with a depth (null for all of it), a width, and the colours of a terminal if that is asked for.
func (r *Realm) inspectAs(call goja.FunctionCall) goja.Value {
	depth := maxDepth
	if wanted := call.Argument(1); !goja.IsNull(wanted) && !goja.IsInfinity(wanted) {
		depth = int(min(max(wanted.ToInteger(), 0), maxDepth))
	}
	in := &inspector{
		Realm: r, depth: depth, budget: r.options.MaxLog,
		width: int(min(max(call.Argument(2).ToInteger(), 1), maxWidth)), colour: call.Argument(3).ToBoolean(),
	}
	return r.Runtime.ToValue(in.text(call.Argument(0)))
}

// maxWidth is the longest line that an object is put on.
const maxWidth = 10_000
