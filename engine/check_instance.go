package engine

import (
	"fmt"
	"strconv"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/platform/fault"
)

// check calls the @Validate methods of a class on an object that was made from a request. If they object to it,
// the error is a [schema.Refusal].
func (m Maker) check(c *schema.Class, object *goja.Object) error {
	var refusal schema.Refusal
	for _, name := range c.Checks {
		call, ok := goja.AssertFunction(object.Get(name))
		if !ok {
			continue // a field of this name hides it
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

// complaints appends what a @Validate method returned: nothing, a text about the whole object, or for each field a
// text or an object with message, code and params.
func complaints(c *schema.Class, method string, said Value, list []schema.Mismatch) ([]schema.Mismatch, error) {
	if said == nil || goja.IsUndefined(said) || goja.IsNull(said) {
		return list, nil
	}
	if text, ok := said.(goja.String); ok {
		if text.String() != "" {
			list = append(list, schema.Mismatch{Code: schema.RefusedValidate, Message: text.String()})
		}
		return list, nil
	}
	fields, ok := said.(*goja.Object)
	if !ok || !isPlainObject(fields) {
		return nil, misspoken(c, method)
	}
	for _, field := range fields.Keys() {
		said := fields.Get(field)
		if said == nil || !said.ToBoolean() {
			continue
		}
		m, ok := complaint(said)
		if !ok {
			return nil, misspoken(c, method)
		}
		m.Path = onWire(c, field)
		list = append(list, m)
	}
	return list, nil
}

func misspoken(c *schema.Class, method string) error {
	return fault.New("engine.check", fault.Internal, fmt.Sprintf("%s.%s returned an invalid result", c.Name, method)).
		WithHint("a @Validate method must return nothing, a string, or an object with a string " +
			"or { message, code, params } for each field; it cannot be async")
}

// complaint reads what a method returned for one field.
func complaint(said Value) (m schema.Mismatch, ok bool) {
	object, isObject := said.(*goja.Object)
	if !isObject {
		return schema.Mismatch{Code: schema.RefusedValidate, Message: said.String()}, true
	}
	message, hasMessage := object.Get("message").(goja.String)
	code, hasCode := object.Get("code").(goja.String)
	if !hasMessage || !isPlainObject(object) {
		return m, false
	}
	m = schema.Mismatch{Code: schema.RefusedValidate, Message: message.String()}
	if hasCode {
		m.Code = code.String()
	}
	if params, isObject := object.Get("params").(*goja.Object); isObject {
		m.Params = paramsIn(params)
	}
	return m, true
}

// paramsIn returns the members of an object that are plain values or lists of them.
func paramsIn(object *goja.Object) []schema.Member {
	var list []schema.Member
	for _, key := range object.Keys() {
		list = append(list, schema.Member{Key: key, Value: plainMember(object.Get(key))})
	}
	return list
}

func plainMember(value Value) any {
	object, isObject := value.(*goja.Object)
	if !isObject {
		return plainScalar(value)
	}
	if object.ClassName() != "Array" {
		return object.String()
	}
	items := make([]any, min(object.Get("length").ToInteger(), maxOptionItems))
	for i := range items {
		items[i] = plainMember(object.Get(strconv.Itoa(i)))
	}
	return items
}

// onWire returns the name of a field in JSON.
func onWire(c *schema.Class, field string) string {
	for _, f := range c.Fields {
		if f.Name == field {
			return f.JSON
		}
	}
	return field
}
