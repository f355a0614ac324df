package engine

import (
	"context"
	"fmt"
	"time"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/platform/fault"
)

// Informers reads the results of informers: health indicators return a Health, info contributors fill an InfoBuilder.
type Informers interface {
	// Health reads a Health; ok is false for any other value. The details are an object, or nil.
	Health(value Value) (status string, details Value, ok bool)
	// InfoBuilder makes an InfoBuilder. read returns the object of its details.
	InfoBuilder() (builder Value, read func() Value, err error)
}

// Report is what a health indicator has returned.
type Report struct {
	Status  string
	Details []byte // a JSON object; nil if there are none
}

// RunHealth asks a health indicator, by its index in the manifest, on the bean of one of the workers, and waits for its answer until
// the deadline. An error that it threw is one of the *[ScriptError]s.
func (a *Application) RunHealth(ctx context.Context, deadline time.Time, index int) (Report, error) {
	one := a.manifest.HealthIndicators[index]
	task := &informing{bean: a.manifest.Beans[one.Bean], method: "health"}
	err := a.RunUntil(ctx, deadline, task)
	return task.report, err
}

// RunInfo asks an info contributor, by its index in the manifest, as RunHealth does. The result is a JSON object.
func (a *Application) RunInfo(ctx context.Context, deadline time.Time, index int) ([]byte, error) {
	one := a.manifest.InfoContributors[index]
	task := &informing{bean: a.manifest.Beans[one.Bean], method: "contribute"}
	err := a.RunUntil(ctx, deadline, task)
	return task.report.Details, err
}

// informing is the Task of asking an informer.
type informing struct {
	bean   *manifest.Bean
	method string
	read   func() Value // of an InfoBuilder; nil for a health indicator
	report Report
}

func (t *informing) Start(s *Scope) (Value, error) {
	in := s.instance
	if in.can.informers == nil {
		return nil, fault.New("engine.informing", fault.Internal, "the host has no part that reads the results of informers")
	}
	object, isObject := in.beans[t.bean.Index].(*goja.Object)
	if !isObject {
		return nil, fmt.Errorf("the bean %s is not an object, so it has no method %s", t.bean.Name, t.method)
	}
	call, ok := goja.AssertFunction(object.Get(t.method)) // an aspect may have wrapped it
	if !ok {
		return nil, fmt.Errorf("the bean %s has no method %s", t.bean.Name, t.method)
	}
	var args []Value
	if t.method == "contribute" {
		builder, read, err := in.can.informers.InfoBuilder()
		if err != nil {
			return nil, err
		}
		t.read, args = read, []Value{builder}
	}
	return call(object, args...)
}

// Next takes what the method has returned.
func (t *informing) Next(s *Scope, settled Value) (Value, error) {
	details := Value(nil)
	if t.read != nil {
		details = t.read()
	} else {
		var ok bool
		if t.report.Status, details, ok = s.instance.can.informers.Health(settled); !ok {
			return nil, fault.New("engine.RunHealth", fault.Internal,
				fmt.Sprintf("%s.health returned %s, which is not a Health", t.bean.TypeName, kindOf(settled))).
				WithHint("return Health.up(), Health.down(error) or another one")
		}
	}
	if details == nil {
		return nil, nil
	}
	var err error
	t.report.Details, err = s.AppendJSON(nil, details)
	return nil, err
}

func (t *informing) Catch(_ *Scope, err error) (Value, error) { return nil, err }

// kindOf names what a value is for messages.
func kindOf(value Value) string {
	object, isObject := value.(*goja.Object)
	switch {
	case value == nil || goja.IsUndefined(value):
		return "undefined"
	case goja.IsNull(value):
		return "null"
	case !isObject:
		return "a " + map[string]string{"string": "string", "int64": "number", "float64": "number", "bool": "boolean"}[value.ExportType().String()]
	}
	if constructor, ok := object.Get("constructor").(*goja.Object); ok && nameOf(constructor) != "" {
		return fault.Article(nameOf(constructor))
	}
	return "an object"
}
