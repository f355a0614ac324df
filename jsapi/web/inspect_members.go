package web

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/jsapi/web/part"
)

// webMembers renders the enumerable accessors of the prototype, which only classes of this package have.
func (in *inspector) webMembers(o *goja.Object) []string {
	prototype := o.Prototype()
	if prototype == nil || prototype.GetSymbol(goja.SymToStringTag) == nil || part.IsProxy(prototype) {
		return nil
	}
	var members []string
	for _, key := range prototype.Keys() {
		var value goja.Value
		if in.Runtime.Try(func() { value = o.Get(key) }) != nil {
			continue
		}
		if _, callable := goja.AssertFunction(value); !callable {
			members = append(members, in.key(key)+": "+in.value(value))
		}
	}
	return members
}

// withMembers renders an object's description, followed by its own properties if it has any.
func (in *inspector) withMembers(o *goja.Object, what string, leave func(string) bool) string {
	members := in.members(o, leave)
	if len(members) == 0 {
		return what
	}
	return what + " " + in.braces("{", members, "}")
}

// members renders the own enumerable properties without calling getters.
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
		members = append(members, in.key(key)+": "+in.property(o, key))
		if in.budget <= 0 {
			return append(members, "…")
		}
	}
	for _, symbol := range o.Symbols() {
		if symbol != goja.SymToStringTag && o.GetSymbol(symbol) != nil && len(members) < inspectKeys {
			members = append(members, "["+in.paint(green, "Symbol("+symbol.String()+")")+"]: "+in.value(o.GetSymbol(symbol)))
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
			return in.paint(cyan, "[Getter/Setter]")
		case hasGet:
			return in.paint(cyan, "[Getter]")
		case hasSet:
			return in.paint(cyan, "[Setter]")
		}
		return in.value(descriptor.Get("value"))
	}
	return in.value(o.Get(key))
}

var plainKey = regexp.MustCompile(`^[A-Za-z_$][\w$]*$`)

func (in *inspector) key(key string) string {
	if plainKey.MatchString(key) {
		return key
	}
	return in.paint(green, "'"+escapes.Replace(strings.ReplaceAll(key, "'", `\'`))+"'")
}
