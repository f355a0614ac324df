package objects

import (
	"strings"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/debugger"
	"github.com/fwrun/fwrun/engine/inside"
)

// The limits of previews.
const (
	previewed         = 5 // properties and entries of an object
	previewedElements = 100
	previewedText     = 100 // UTF-16 units
)

// preview returns the first properties of an object. Objects in it have one of their own only as entries of maps and sets.
func (x *Objects) preview(o *goja.Object, of debugger.Object, deep bool) *debugger.Preview {
	p := &debugger.Preview{Type: of.Type, Subtype: of.Subtype, Description: of.Description, Properties: []debugger.PreviewProperty{}}
	source, limit := o, previewed
	for of.Subtype == "proxy" {
		target := source.Export().(goja.Proxy).Target()
		if target == nil {
			return p
		}
		source = target
		if !isProxy(source) {
			of = x.shape(source)
		}
	}
	if of.Subtype == "array" || of.Subtype == "typedarray" {
		limit = previewedElements
	}
	add := func(name string, v goja.Value, accessor bool) {
		if p.Overflow = len(p.Properties) == limit; p.Overflow {
			return
		}
		short := debugger.PreviewProperty{Name: name, Type: "accessor"}
		if !accessor {
			short = x.short(name, v)
		}
		p.Properties = append(p.Properties, short)
	}
	for _, i := range x.internals(source, of) {
		if i.shown {
			add(i.name, i.value, false)
		}
	}
	if of.Subtype == "map" || of.Subtype == "set" {
		add("size", ask(x.sizeOf(of.Subtype), source), false)
		if deep {
			p.Entries, p.Overflow = x.previewEntries(source, of.Subtype)
		}
	}
	hidden := of.Subtype == "array" || inside.KindOf(source) == "stringObject"
	x.each(source, debugger.PropertyOptions{Own: true}, func(key goja.Value, d descriptor) bool {
		if name := keyText(key); !hidden || name != "length" && !isIndex(key) || of.Subtype == "array" && name != "length" {
			add(name, d.value, d.isAccessor())
		}
		return !p.Overflow
	})
	for _, private := range x.privates(source) {
		if !p.Overflow && private.kind != privateMethod {
			add(private.name, private.value, private.kind == privateAccessor)
		}
	}
	return p
}

// short returns a property with a short text of its value.
func (x *Objects) short(name string, v goja.Value) debugger.PreviewProperty {
	d := primitive(goja.Undefined())
	if o, ok := v.(*goja.Object); ok {
		d = x.shape(o)
	} else if v != nil {
		d = primitive(v)
	}
	value := middle(d.Description)
	switch d.Type {
	case "function":
		value = ""
	case "undefined":
		value = "undefined"
	}
	return debugger.PreviewProperty{Name: name, Type: d.Type, Subtype: d.Subtype, Value: &value}
}

// middle leaves out the middle of a long text.
func middle(text string) string {
	units := []rune(text)
	if len(units) <= previewedText {
		return text
	}
	return string(units[:previewedText/2]) + "…" + string(units[len(units)-previewedText/2+1:])
}

// previewEntries returns the first entries of a map or a set.
func (x *Objects) previewEntries(o *goja.Object, subtype string) (entries []debugger.PreviewEntry, more bool) {
	one := func(v goja.Value) *debugger.Preview {
		inner, ok := v.(*goja.Object)
		if !ok {
			d := primitive(v)
			return &debugger.Preview{Type: d.Type, Subtype: d.Subtype, Description: middle(d.Description), Properties: []debugger.PreviewProperty{}}
		}
		d := x.shape(inner)
		if d.Type == "function" {
			return &debugger.Preview{Type: d.Type, Description: d.Description, Properties: []debugger.PreviewProperty{}}
		}
		return x.preview(inner, d, false)
	}
	list, _ := x.entriesOf(o, subtype == "map", previewed+1)
	for _, e := range list[:min(len(list), previewed)] {
		entry := debugger.PreviewEntry{Value: one(e.value)}
		if subtype == "map" {
			entry.Key = one(e.key)
		}
		entries = append(entries, entry)
	}
	return entries, len(list) > previewed
}

// entrySubtype is that of an entry of a map or a set.
const entrySubtype = "internal#entry"

// entryText returns an entry as {"a" => Object}, or without a key.
func (x *Objects) entryText(o *goja.Object) string {
	text := func(name string) string {
		v := x.data(o, x.rt.ToValue(name))
		if s, ok := v.(goja.String); ok {
			return `"` + middle(s.String()) + `"`
		}
		if inner, ok := v.(*goja.Object); ok {
			line, _, _ := strings.Cut(x.shape(inner).Description, "\n")
			return middle(line)
		}
		return *x.short("", v).Value
	}
	if x.has(o, "key") {
		return "{" + text("key") + " => " + text("value") + "}"
	}
	return text("value")
}
