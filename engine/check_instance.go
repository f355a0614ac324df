package engine

import (
	"fmt"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/fault"
	"github.com/fwrun/fwrun/schema"
)

// check lets the @Validate methods of a class look at an object that was made of a request.
// What they say against it is a [schema.Refusal].
func (m Maker) check(c *schema.Class, object *goja.Object) error {
	var refusal schema.Refusal
	for _, name := range c.Checks {
		call, ok := goja.AssertFunction(object.Get(name))
		if !ok {
			continue // a field of the name hides it
		}
		said, err := call(object)
		if err != nil {
			return err
		}
		if refusal.Mismatches, err = complaints(c, name, said, refusal.Mismatches); err != nil {
			return err
		}
	}
	if len(refusal.Mismatches) > 0 {
		return &refusal
	}
	return nil
}

// complaints adds what a method returned: nothing, a text about the whole, or texts by field.
func complaints(c *schema.Class, method string, said Value, list []schema.Mismatch) ([]schema.Mismatch, error) {
	if said == nil || goja.IsUndefined(said) || goja.IsNull(said) {
		return list, nil
	}
	if text, ok := said.(goja.String); ok {
		if text.String() != "" {
			list = append(list, schema.Mismatch{Message: text.String()})
		}
		return list, nil
	}
	texts, ok := said.(*goja.Object)
	if !ok || !isPlainObject(texts) {
		return nil, fault.New("engine.check", fault.Internal, fmt.Sprintf("%s.%s returned something else", c.Name, method)).
			WithHint("a @Validate method returns nothing, a text, or an object of texts by field; it cannot be async")
	}
	for _, field := range texts.Keys() {
		if said := texts.Get(field); said != nil && said.ToBoolean() {
			list = append(list, schema.Mismatch{Path: onWire(c, field), Message: said.String()})
		}
	}
	return list, nil
}

// onWire is what a field is called in JSON.
func onWire(c *schema.Class, field string) string {
	for _, f := range c.Fields {
		if f.Name == field {
			return f.JSON
		}
	}
	return field
}
