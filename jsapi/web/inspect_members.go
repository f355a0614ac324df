package web

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/jsapi/web/part"
)

// webMembers renders what there is to see of an object of a class of this package: what the views of its prototypes return, or their
// enumerable accessors, which only classes of this package have. Those of the class that is extended come first.
func (in *inspector) webMembers(o *goja.Object) []string {
	var members []string
	for _, prototype := range slices.Backward(in.tagged(o)) {
		if view := in.views[prototype]; view != nil {
			if seen, err := view(goja.Undefined(), o); err == nil {
				members = append(members, in.members(seen.ToObject(in.Runtime), nil)...)
				continue
			}
		}
		members = append(members, in.accessors(o, prototype)...)
	}
	return members
}

// tagged returns the prototypes that have a name for people.
func (in *inspector) tagged(o *goja.Object) (prototypes []*goja.Object) {
	for p := o.Prototype(); p != nil && !part.IsProxy(p) && p.GetSymbol(goja.SymToStringTag) != nil; p = p.Prototype() {
		prototypes = append(prototypes, p)
	}
	return prototypes
}

// accessors renders the enumerable properties of a prototype that are not functions. Handlers that are not set are left out.
func (in *inspector) accessors(o, prototype *goja.Object) (members []string) {
	for _, key := range prototype.Keys() {
		var value goja.Value
		if in.Runtime.Try(func() { value = o.Get(key) }) != nil || value == nil {
			continue
		}
		if _, callable := goja.AssertFunction(value); !callable && !(goja.IsNull(value) && strings.HasPrefix(key, "on")) {
			members = append(members, in.key(key)+": "+in.value(value))
		}
	}
	return members
}

// ownOf returns a function that reports whether an object's own property of a name is not for people; nil if all of them are.
func (in *inspector) ownOf(o *goja.Object) func(name string) bool {
	if !slices.ContainsFunc(in.tagged(o), func(p *goja.Object) bool { return in.views[p] != nil }) {
		return nil
	}
	return func(name string) bool { return strings.HasPrefix(name, "_") || name == "isTrusted" }
}

// pairsOf are the classes that are shown by their pairs.
var pairsOf = []string{"FormData", "Headers", "URLSearchParams"}

// pairs renders an object of one of these classes like a Map; false if it is of another class.
func (in *inspector) pairs(o *goja.Object, title string) (text string, ok bool) {
	if !in.isPlatform(o) || !slices.Contains(pairsOf, in.className(o)) {
		return "", false
	}
	class, ok := in.Global(in.className(o)).(*goja.Object)
	if !ok {
		return "", false
	}
	forEach, ok := goja.AssertFunction(class.Get("prototype").(*goja.Object).Get("forEach"))
	if !ok {
		return "", false
	}
	var items []string
	count := 0
	_, err := forEach(o, in.Runtime.ToValue(func(call goja.FunctionCall) goja.Value {
		if count++; count <= inspectItems && in.budget > 0 {
			name := in.value(call.Argument(1))
			items = append(items, name+" => "+in.value(call.Argument(0)))
		}
		return goja.Undefined()
	}))
	items = append(append(items, more(count-len(items))...), in.members(o, nil)...)
	return fmt.Sprintf("%s(%d) %s", title, count, in.braces("{", items, "}")), err == nil
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
