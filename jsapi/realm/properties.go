package realm

import "github.com/dop251/goja"

// Properties hold what a script sets on an object of the host to pass something along. A Go type that embeds them is
// a goja.DynamicObject, so the Go value behind the object is found without a table.
type Properties struct{ own map[string]goja.Value }

// Get implements goja.DynamicObject, like all methods of Properties.
func (o *Properties) Get(key string) goja.Value { return o.own[key] }

// Set sets a property.
func (o *Properties) Set(key string, value goja.Value) bool {
	if o.own == nil {
		o.own = map[string]goja.Value{}
	}
	o.own[key] = value
	return true
}

// Has reports whether there is a property of that name.
func (o *Properties) Has(key string) bool {
	_, ok := o.own[key]
	return ok
}

// Delete removes a property.
func (o *Properties) Delete(key string) bool {
	delete(o.own, key)
	return true
}

// Keys lists the properties.
func (o *Properties) Keys() []string {
	keys := make([]string, 0, len(o.own))
	for key := range o.own {
		keys = append(keys, key)
	}
	return keys
}
