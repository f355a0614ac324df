package part

import (
	"maps"
	"slices"

	"github.com/dop251/goja"
)

// hostValues are what all parts may call. A function becomes one of the VM's when a script first reads it: most VMs need few of them.
type hostValues struct {
	realm *Realm
	given map[string]any        // functions and plain values
	made  map[string]goja.Value // of given
}

// Get implements [goja.DynamicObject].
func (h *hostValues) Get(name string) goja.Value {
	if value := h.made[name]; value != nil {
		return value
	}
	given, ok := h.given[name]
	if !ok {
		return nil
	}
	if h.made == nil {
		h.made = map[string]goja.Value{}
	}
	h.made[name] = h.realm.Runtime.ToValue(given)
	return h.made[name]
}

// Set implements [goja.DynamicObject]: the values are the host's.
func (h *hostValues) Set(string, goja.Value) bool { return false }

// Has implements [goja.DynamicObject].
func (h *hostValues) Has(name string) bool { return h.given[name] != nil }

// Delete implements [goja.DynamicObject].
func (h *hostValues) Delete(string) bool { return false }

// Keys implements [goja.DynamicObject].
func (h *hostValues) Keys() []string { return slices.Collect(maps.Keys(h.given)) }
