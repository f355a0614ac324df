package engine

import (
	"context"
	"fmt"
	"time"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/manifest"
)

// SecurityEvent is what beans that keep security events are called with. What is not known is empty.
type SecurityEvent struct {
	Type, Name, Address, Path, RequestID string

	At time.Time
}

// RunSecurityEvent passes an event to a bean that keeps them, by its index among them in the manifest, on one of the workers, and waits
// until it is kept, or until the deadline. An error that the bean threw is one of the *[ScriptError]s.
func (a *Application) RunSecurityEvent(ctx context.Context, deadline time.Time, index int, event SecurityEvent) error {
	return a.RunUntil(ctx, deadline, &keeping{a.manifest.Beans[a.manifest.EventKeepers[index]], event})
}

// keeping is the Task of keeping one event.
type keeping struct {
	bean  *manifest.Bean
	event SecurityEvent
}

func (t *keeping) Start(s *Scope) (Value, error) {
	object, isObject := s.instance.beans[t.bean.Index].(*goja.Object)
	if !isObject {
		return nil, fmt.Errorf("the bean %s is not an object, so it has no method record", t.bean.Name)
	}
	call, ok := goja.AssertFunction(object.Get("record")) // an aspect may have wrapped it
	if !ok {
		return nil, fmt.Errorf("the bean %s has no method record", t.bean.Name)
	}
	event, err := t.value(s.rt)
	if err != nil {
		return nil, err
	}
	return call(object, event)
}

// value returns the event as scripts see it.
func (t *keeping) value(rt *goja.Runtime) (Value, error) {
	date, err := rt.New(rt.Get("Date"), rt.ToValue(t.event.At.UnixMilli()))
	if err != nil {
		return nil, err
	}
	object := rt.NewObject()
	for _, one := range [][2]string{
		{"type", t.event.Type}, {"name", t.event.Name}, {"address", t.event.Address}, {"path", t.event.Path}, {"requestId", t.event.RequestID},
	} {
		value := goja.Null()
		if one[1] != "" {
			value = rt.ToValue(one[1])
		}
		_ = object.Set(one[0], value)
	}
	return object, object.Set("at", date)
}

func (t *keeping) Next(*Scope, Value) (Value, error) { return nil, nil }

func (t *keeping) Catch(_ *Scope, err error) (Value, error) { return nil, err }
