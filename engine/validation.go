package engine

import (
	"strconv"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/platform/fault"
)

// Validation lets schemas of libraries take values that were bound, as steps of a task, one after the other.
type Validation struct {
	due  []due
	next int
}

type due struct {
	schema *schema.Standard
	value  *Value
	refuse func(schema.Mismatch)
}

// Add adds a value, which the schema replaces by what it makes of it. If it refuses the value, that is called for each issue, 20 at most.
func (v *Validation) Add(s *schema.Standard, value *Value, refuse func(schema.Mismatch)) {
	v.due = append(v.due, due{s, value, refuse})
}

// Step asks the schemas until one of them returns a promise, which is to be settled, or all have been asked: then it returns nil.
func (v *Validation) Step(s *Scope) (Value, error) {
	for v.next < len(v.due) {
		one := &v.due[v.next]
		result, err := s.ask(one.schema, *one.value)
		if err != nil {
			return nil, err
		}
		if _, waits := vm.AsPromise(result); waits {
			return result, nil
		}
		if err := v.Settled(s, result); err != nil {
			return nil, err
		}
	}
	return nil, nil
}

// Settled takes the result of the schema that Step has asked.
func (v *Validation) Settled(s *Scope, result Value) error {
	one := &v.due[v.next]
	v.next++
	output, refused, err := s.judgement(one.schema, result)
	for _, m := range refused {
		one.refuse(m)
	}
	*one.value = output
	return err
}

// validator is a schema in one VM.
type validator struct {
	validate goja.Callable
	this     *goja.Object
}

// ask calls validate of a schema. It returns its result, or a promise of that.
func (s *Scope) ask(of *schema.Standard, value Value) (Value, error) {
	known := &s.instance.validators[of.Index]
	if known.validate == nil {
		known.this, _ = s.instance.records.standards[of.Index].Get(standard).(*goja.Object)
		known.validate, _ = goja.AssertFunction(known.this.Get("validate"))
	}
	s.VM.Ready()
	return known.validate(known.this, value)
}

// The bounds of what is read of a result.
const (
	mostIssues   = 20 // as many as binding reports
	longestIssue = 1000
	deepestPath  = 64
)

// judgement reads the result of a schema: the value that it has made, or its issues.
func (s *Scope) judgement(of *schema.Standard, result Value) (output Value, refused []schema.Mismatch, err error) {
	thrown := s.rt.Try(func() {
		object, isObject := result.(*goja.Object)
		if !isObject {
			err = noResult(of)
			return
		}
		if issues, isObject := object.Get("issues").(*goja.Object); isObject {
			refused = issuesIn(issues)
			return
		}
		if output = object.Get("value"); output == nil {
			output = goja.Undefined()
		}
	})
	if thrown != nil {
		err = thrown
	}
	return output, refused, err
}

func noResult(of *schema.Standard) error {
	name := "a schema"
	if of.Name != "" {
		name = "the schema " + of.Name
	}
	return fault.New("engine.validate", fault.Internal, "validate of "+name+" returned neither a value nor issues").
		WithHint("it must return { value }, or { issues: [{ message, path }] }, or a promise of one of them")
}

func issuesIn(issues *goja.Object) (list []schema.Mismatch) {
	eachItem(issues, mostIssues, func(item Value) {
		m := schema.Mismatch{Code: schema.RefusedSchema, Message: "is refused"}
		if issue, isObject := item.(*goja.Object); isObject {
			if message, isText := issue.Get("message").(goja.String); isText {
				m.Message = fault.Shortened(message.String(), longestIssue)
			}
			m.Path = pathOf(issue.Get("path"))
		}
		list = append(list, m)
	})
	if list == nil {
		list = []schema.Mismatch{{Code: schema.RefusedSchema, Message: "is refused"}}
	}
	return list
}

// pathOf returns the path of an issue, which has keys, or objects with keys.
func pathOf(path Value) string {
	list, isObject := path.(*goja.Object)
	if !isObject {
		return ""
	}
	var keys []any
	eachItem(list, deepestPath, func(key Value) {
		if segment, isSegment := key.(*goja.Object); isSegment {
			key = segment.Get("key")
		}
		switch {
		case key == nil:
		case isIndex(key) && key.ToInteger() >= 0:
			keys = append(keys, int(key.ToInteger()))
		default:
			keys = append(keys, key.String()) // of a symbol the description
		}
	})
	return schema.Path(keys)
}

// eachItem visits the first items of a list.
func eachItem(list *goja.Object, most int64, visit func(item Value)) {
	length := list.Get("length")
	if length == nil {
		return
	}
	for i := range min(length.ToInteger(), most) {
		visit(list.Get(strconv.FormatInt(i, 10)))
	}
}
