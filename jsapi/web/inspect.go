package web

import (
	"fmt"
	"math"
	"strings"

	"github.com/dop251/goja"
)

// The bounds of what is shown of one value.
const (
	inspectItems  = 100   // elements of an array, Map or Set
	inspectKeys   = 60    // properties of an object
	inspectString = 10000 // characters of a text
	inspectWidth  = 76    // up to which an object stays on one line
)

// inspector renders values as Node's util.inspect does, for people.
type inspector struct {
	*realm
	depth  int // how deep to go
	budget int // bytes that may still be written
	inside []*goja.Object
}

// inspect renders a value; nothing a getter or a proxy does can make it fail.
func (r *realm) inspect(v goja.Value, depth, budget int) string {
	in := &inspector{realm: r, depth: depth, budget: budget}
	text := "<a value that cannot be shown>"
	if exception := r.rt.Try(func() { text = in.value(v) }); exception != nil {
		return "<a value that cannot be shown: " + exception.Error() + ">"
	}
	return text
}

// value renders a value inside another: texts in quotes.
func (in *inspector) value(v goja.Value) string {
	if in.budget <= 0 {
		return "…"
	}
	text := in.render(v)
	in.budget -= len(text)
	return text
}

func (in *inspector) render(v goja.Value) string {
	switch v := v.(type) {
	case nil:
		return "undefined"
	case goja.String:
		return quote(v)
	case *goja.Symbol:
		return "Symbol(" + v.String() + ")"
	case *goja.Object:
		return in.object(v)
	}
	if goja.IsBigInt(v) {
		return v.String() + "n"
	}
	if goja.IsNumber(v) && v.ToFloat() == 0 && math.Signbit(v.ToFloat()) {
		return "-0"
	}
	return v.String()
}

// quote chooses the quotes that the text does not have.
func quote(v goja.String) string {
	omitted := v.Length() - inspectString
	if omitted > 0 {
		v = v.Substring(0, inspectString)
	}
	text := v.String()
	mark := "'"
	if strings.Contains(text, "'") {
		mark = `"`
		if strings.Contains(text, `"`) {
			mark = "`"
		}
	}
	if strings.ContainsAny(text, "'\"`") && strings.Contains(text, mark) {
		mark = "'"
		text = strings.ReplaceAll(text, "'", `\'`)
	}
	text = escapes.Replace(text)
	if omitted > 0 {
		return fmt.Sprintf("%s%s%s... %d more characters", mark, text, mark, omitted)
	}
	return mark + text + mark
}

var escapes = strings.NewReplacer(
	"\n", `\n`, "\r", `\r`, "\t", `\t`, "\b", `\b`, "\f", `\f`, "\v", `\v`, "\x00", `\x00`, "\x1b", `\x1b`,
)

func (in *inspector) object(o *goja.Object) string {
	for _, outer := range in.inside {
		if outer == o {
			return "[Circular]"
		}
	}
	if o.ExportType() == proxyType {
		return in.proxy(o)
	}
	if o.ClassName() == "Error" {
		return in.err(o)
	}
	if len(in.inside) > in.depth {
		return "[" + in.title(o) + "]"
	}
	in.inside = append(in.inside, o)
	defer func() { in.inside = in.inside[:len(in.inside)-1] }()
	return in.content(o)
}

func (in *inspector) proxy(o *goja.Object) string {
	target := o.Export().(goja.Proxy).Target()
	if target == nil {
		return "<Revoked Proxy>"
	}
	in.inside = append(in.inside, o)
	defer func() { in.inside = in.inside[:len(in.inside)-1] }()
	return in.value(target)
}

// title is the name of the class, and for an object without prototype a note of that.
func (in *inspector) title(o *goja.Object) string {
	for p := o.Prototype(); p != nil; p = p.Prototype() {
		if p.ExportType() == proxyType {
			break
		}
		if constructor, ok := p.Get("constructor").(*goja.Object); ok {
			if name := constructor.Get("name"); name != nil && name.String() != "" {
				return name.String()
			}
		}
	}
	if o.ClassName() == "Object" {
		return "Object: null prototype"
	}
	return o.ClassName()
}

func (in *inspector) content(o *goja.Object) string {
	if _, callable := goja.AssertFunction(o); callable {
		return in.withMembers(o, functionTitle(o), nil)
	}
	if o.ExportType() == bufferType || in.isView(o) {
		return in.bytes(o)
	}
	title := in.title(o)
	switch class := classOf(o); class {
	case "Array":
		return in.array(o, title)
	case "Map", "Set":
		return in.collection(o, class, title)
	case "Date":
		return in.withMembers(o, dateText(in.internalOf("Date", "toISOString", o)), nil)
	case "RegExp":
		return in.withMembers(o, o.String(), nil)
	case "Promise":
		return in.promise(o)
	case "Boolean", "Number", "String", "BigInt", "Symbol":
		return in.boxed(o, class)
	}
	return in.plain(o, title)
}

// plain renders an object by its own properties, and those with a getter of its class:
// a URL or a Response has no other.
func (in *inspector) plain(o *goja.Object, title string) string {
	prefix := ""
	if title != "Object" {
		prefix = title + " "
		if strings.Contains(title, ":") {
			prefix = "[" + title + "] "
		}
	}
	if tag, ok := o.GetSymbol(goja.SymToStringTag).(goja.String); ok && tag.String() != title && tag.Length() > 0 {
		prefix = title + " [" + tag.String() + "] "
	}
	return prefix + in.braces("{", append(in.members(o, nil), in.webMembers(o)...), "}")
}
