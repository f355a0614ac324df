package web

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/dop251/goja"
)

// webMembers are the enumerable accessors of the prototype, which the classes of this
// package have.
func (in *inspector) webMembers(o *goja.Object) []string {
	prototype := o.Prototype()
	if prototype == nil || prototype.GetSymbol(goja.SymToStringTag) == nil || prototype.ExportType() == proxyType {
		return nil
	}
	var members []string
	for _, key := range prototype.Keys() {
		var value goja.Value
		if in.rt.Try(func() { value = o.Get(key) }) != nil {
			continue
		}
		if _, callable := goja.AssertFunction(value); !callable {
			members = append(members, keyText(key)+": "+in.value(value))
		}
	}
	return members
}

// withMembers renders what an object is, followed by its own properties if any.
func (in *inspector) withMembers(o *goja.Object, what string, leave func(string) bool) string {
	members := in.members(o, leave)
	if len(members) == 0 {
		return what
	}
	return what + " " + in.braces("{", members, "}")
}

// members renders the own enumerable properties, without calling getters.
func (in *inspector) members(o *goja.Object, leave func(string) bool) []string {
	var members []string
	keys := o.Keys()
	for i, key := range keys {
		if leave != nil && leave(key) {
			continue
		}
		if len(members) >= inspectKeys {
			return append(members, fmt.Sprintf("... %d more properties", len(keys)-i))
		}
		members = append(members, keyText(key)+": "+in.property(o, key))
		if in.budget <= 0 {
			return append(members, "…")
		}
	}
	for _, symbol := range o.Symbols() {
		if symbol != goja.SymToStringTag && o.GetSymbol(symbol) != nil && len(members) < inspectKeys {
			members = append(members, "[Symbol("+symbol.String()+")]: "+in.value(o.GetSymbol(symbol)))
		}
	}
	return members
}

func (in *inspector) property(o *goja.Object, key string) string {
	if descriptor, ok := in.descriptorOf(o, key).(*goja.Object); ok {
		get, set := descriptor.Get("get"), descriptor.Get("set")
		hasGet, hasSet := get != nil && !goja.IsUndefined(get), set != nil && !goja.IsUndefined(set)
		switch {
		case hasGet && hasSet:
			return "[Getter/Setter]"
		case hasGet:
			return "[Getter]"
		case hasSet:
			return "[Setter]"
		}
		return in.value(descriptor.Get("value"))
	}
	return in.value(o.Get(key))
}

var plainKey = regexp.MustCompile(`^[A-Za-z_$][\w$]*$`)

func keyText(key string) string {
	if plainKey.MatchString(key) {
		return key
	}
	return "'" + escapes.Replace(strings.ReplaceAll(key, "'", `\'`)) + "'"
}

// braces puts the items on one line if they fit, else each on its own.
func (in *inspector) braces(open string, items []string, closing string) string {
	if len(items) == 0 {
		return open + closing
	}
	width := len(open) + len(closing)
	simple := true
	for _, item := range items {
		width += len(item) + 2
		simple = simple && !strings.Contains(item, "\n")
	}
	if simple && width <= inspectWidth {
		return open + " " + strings.Join(items, ", ") + " " + closing
	}
	indented := strings.ReplaceAll(strings.Join(items, ",\n"), "\n", "\n  ")
	return open + "\n  " + indented + "\n" + closing
}
