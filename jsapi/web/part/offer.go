package part

import (
	"slices"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/inside"
)

// Offer is a list of parts that many VMs have. It does not change.
type Offer struct {
	parts []Part
	later *inside.Later // the globals of those that are not eager
}

// NewOffer returns an offer of parts.
func NewOffer(parts []Part) *Offer {
	var names []string
	for i := range parts {
		if !parts[i].Eager {
			names = append(names, parts[i].Globals...)
		}
	}
	return &Offer{parts, inside.NewLater(names, func(rt *goja.Runtime, name string) goja.Value { return realmOf(rt).access(name) })}
}

// install makes the globals of a VM be made when they are first asked for: there are more than a hundred, and the functions of each would be
// most of what a VM costs that uses none of them. It reports false if that is not possible.
func (o *Offer) install(r *Realm) bool {
	_ = r.Runtime.GlobalObject().DefineDataProperty(realmName, r.Runtime.NewDynamicObject(&kept{r}), goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE)
	return o.later.Install(r.Runtime)
}

// access returns the function of a global that runs its part when it is read, and that an assignment replaces.
func (r *Realm) access(name string) goja.Value {
	return r.Runtime.ToValue(func(call goja.FunctionCall) goja.Value {
		if len(call.Arguments) > 0 { // it is assigned
			r.taken[name] = true
			r.Define(name, call.Argument(0))
			return goja.Undefined()
		}
		at := slices.IndexFunc(r.parts, func(p Part) bool { return slices.Contains(p.Globals, name) })
		if err := r.run(&r.parts[at]); err != nil {
			panic(err)
		}
		return r.Global(name)
	})
}

// realmName is the global under which a VM keeps its realm. It is not an identifier.
const realmName = "%realm"

func realmOf(rt *goja.Runtime) *Realm {
	return rt.GlobalObject().Get(realmName).(*goja.Object).Export().(*kept).realm
}

// kept is a dynamic object without properties, of which scripts learn nothing.
type kept struct{ realm *Realm }

var _ goja.DynamicObject = (*kept)(nil)

// Get implements [goja.DynamicObject].
func (*kept) Get(string) goja.Value { return nil }

// Set implements [goja.DynamicObject].
func (*kept) Set(string, goja.Value) bool { return false }

// Has implements [goja.DynamicObject].
func (*kept) Has(string) bool { return false }

// Delete implements [goja.DynamicObject].
func (*kept) Delete(string) bool { return false }

// Keys implements [goja.DynamicObject].
func (*kept) Keys() []string { return nil }
