package web

import (
	"cmp"
	"fmt"
	"math"
	"strings"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/jsapi/web/part"
)

// The limits of what is shown of one value.
const (
	inspectItems  = 100   // elements of an array, Map or Set
	inspectKeys   = 60    // properties of an object
	inspectString = 10000 // characters of a text
	inspectWidth  = 80    // characters of a line
)

// inspector renders values for people, like Node's util.inspect.
type inspector struct {
	*Realm
	depth  int  // maximum depth
	budget int  // number of bytes that may still be written
	width  int  // maximum characters of a line
	colour bool // use a terminal's escape sequences
	inside []*goja.Object
}

// inspect renders a value for the log.
func (r *Realm) inspect(v goja.Value, depth, budget int) string {
	in := &inspector{Realm: r, depth: depth, budget: budget, width: inspectWidth}
	return in.text(v)
}

// Look configures [Show].
type Look struct {
	Colour bool // use a terminal's escape sequences
	Width  int  // maximum characters of a line; 80 if 0
}

// Show renders a value of a VM that has the globals. It does so like console.log, except that strings are in quotes.
func Show(v *vm.VM, value goja.Value, how Look) string {
	const limit = 256 << 10
	in := &inspector{Realm: realmOf(v), depth: showDepth, budget: limit, width: cmp.Or(how.Width, inspectWidth), colour: how.Colour}
	return in.text(value)
}

// realmOf returns the realm of the globals of a VM; a new one if it has none.
func realmOf(v *vm.VM) *Realm {
	if own, ok := v.Reporter().(*reports); ok {
		return own.Realm
	}
	return newRealm(v, new(Options{}.filled()))
}

// text renders a value. Nothing that a getter or a proxy does can make it fail.
func (in *inspector) text(v goja.Value) string {
	text := "<a value that cannot be shown>"
	if exception := in.Runtime.Try(func() { text = in.value(v) }); exception != nil {
		return "<a value that cannot be shown: " + exception.Error() + ">"
	}
	return text
}

// value renders a value inside another one: strings are in quotes.
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
		return in.paint(grey, "undefined")
	case goja.String:
		return in.paint(green, quote(v))
	case *goja.Symbol:
		return in.paint(green, "Symbol("+v.String()+")")
	case *goja.Object:
		return in.object(v)
	}
	switch {
	case goja.IsUndefined(v):
		return in.paint(grey, "undefined")
	case goja.IsNull(v):
		return in.paint(bold, "null")
	case goja.IsBigInt(v):
		return in.paint(yellow, v.String()+"n")
	case goja.IsNumber(v) && v.ToFloat() == 0 && math.Signbit(v.ToFloat()):
		return in.paint(yellow, "-0")
	}
	return in.paint(yellow, v.String())
}

// quote chooses quotes that do not occur in the text.
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
			return in.paint(cyan, "[Circular]")
		}
	}
	if part.IsProxy(o) {
		return in.proxy(o)
	}
	if o.ClassName() == "Error" {
		return in.err(o)
	}
	if len(in.inside) > in.depth {
		return in.paint(cyan, "["+in.title(o)+"]")
	}
	in.inside = append(in.inside, o)
	defer func() { in.inside = in.inside[:len(in.inside)-1] }()
	if text, ok := in.custom(o); ok {
		return text
	}
	return in.content(o)
}

func (in *inspector) proxy(o *goja.Object) string {
	target := o.Export().(goja.Proxy).Target()
	if target == nil {
		return in.paint(cyan, "<Revoked Proxy>")
	}
	in.inside = append(in.inside, o)
	defer func() { in.inside = in.inside[:len(in.inside)-1] }()
	return in.value(target)
}

// title returns the name of an object's class, with a note if the object has no prototype.
func (in *inspector) title(o *goja.Object) string {
	for p := o.Prototype(); p != nil; p = p.Prototype() {
		if part.IsProxy(p) {
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
		return in.withMembers(o, in.paint(cyan, functionTitle(o)), nil)
	}
	if part.IsBuffer(o) || in.IsView(o) {
		return in.bytes(o)
	}
	title := in.title(o)
	switch class := part.ClassOf(o); class {
	case "Array":
		return in.array(o, title)
	case "Map", "Set":
		return in.collection(o, class, title)
	case "Date":
		return in.withMembers(o, in.paint(magenta, dateText(in.internalOf("Date", "toISOString", o))), nil)
	case "RegExp":
		return in.withMembers(o, in.paint(red, o.String()), nil)
	case "Promise":
		return in.promise(o)
	case "Boolean", "Number", "String", "BigInt", "Symbol":
		return in.boxed(o, class)
	}
	if tag := in.className(o); tag == "WeakMap" || tag == "WeakSet" {
		return in.withMembers(o, title+" { <items unknown> }", nil)
	}
	if text, ok := in.pairs(o, title); ok {
		return text
	}
	return in.plain(o, title)
}

// plain renders an object by its own properties and its class's enumerable getters: a URL or a Response has no own
// properties.
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
	return prefix + in.braces("{", append(in.members(o, in.ownOf(o)), in.webMembers(o)...), "}")
}
