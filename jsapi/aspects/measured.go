package aspects

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/jsapi/meters"
)

// measured is @Timed or @Counted on one method, in one VM.
type measured struct {
	*Realm
	kind  meters.Kind
	name  string
	tags  []meters.Tag
	known map[string]meters.Instrument // by exception
	said  bool                         // that it cannot be measured
}

// timed records how long calls of the method take.
func (r *Realm) timed(advised *manifest.Advised, o manifest.Options) layer {
	if r.Meters == nil {
		return unmeasured
	}
	m := r.measured(meters.Timer, advised, o)
	return func(_ *call, rest Body) (goja.Value, error) {
		began := time.Now()
		result, err := rest()
		return m.After(result, err, func(result goja.Value, err error) (goja.Value, error) {
			if i := m.instrument(err); i != nil {
				i.Record(time.Since(began).Seconds())
			}
			return result, err
		})
	}
}

// counted counts the calls of the method.
func (r *Realm) counted(advised *manifest.Advised, o manifest.Options) layer {
	if r.Meters == nil {
		return unmeasured
	}
	m := r.measured(meters.Counter, advised, o)
	return func(_ *call, rest Body) (goja.Value, error) {
		result, err := rest()
		return m.After(result, err, func(result goja.Value, err error) (goja.Value, error) {
			if i := m.instrument(err); i != nil {
				i.Add(1)
			}
			return result, err
		})
	}
}

func unmeasured(_ *call, rest Body) (goja.Value, error) { return rest() }

func (r *Realm) measured(kind meters.Kind, advised *manifest.Advised, o manifest.Options) *measured {
	class, method, _ := strings.Cut(advised.Name, ".")
	m := &measured{
		Realm: r, kind: kind, known: map[string]meters.Instrument{},
		tags: []meters.Tag{{Key: "class", Value: class}, {Key: "method", Value: method}},
	}
	m.name, _ = o["name"].(string)
	tags, _ := o["tags"].([]string)
	for _, t := range tags {
		key, value, _ := strings.Cut(t, ":")
		m.tags = append(m.tags, meters.Tag{Key: key, Value: value})
	}
	return m
}

// mostExceptions is how many classes of exceptions of a method are remembered.
const mostExceptions = 100

// instrument returns what measures a call with this outcome; nil if the meter cannot be, which is logged once.
func (m *measured) instrument(err error) meters.Instrument {
	exception := m.classOf(err)
	if i := m.known[exception]; i != nil {
		return i
	}
	tags := append(m.tags[:len(m.tags):len(m.tags)], meters.Tag{Key: "exception", Value: exception})
	if m.kind == meters.Counter {
		result := "success"
		if err != nil {
			result = "failure"
		}
		tags = append(tags, meters.Tag{Key: "result", Value: result})
	}
	i, wrong := m.Meters.Instrument(m.kind, m.name, tags)
	if wrong != nil {
		if !m.said {
			m.said = true
			m.Log.WarnContext(context.Background(), "a method cannot be measured", "meter", m.name, "error", wrong.Error())
		}
		return nil
	}
	if len(m.known) < mostExceptions {
		m.known[exception] = i
	}
	return i
}

// classOf returns the class of an exception, or "none".
func (m *measured) classOf(err error) string {
	if err == nil {
		return "none"
	}
	var value goja.Value
	if exception, ok := errors.AsType[*goja.Exception](err); ok {
		value = exception.Value()
	} else if thrown, ok := errors.AsType[*vm.Thrown](err); ok {
		value = thrown.Value
	}
	name := "Error"
	if object, ok := value.(*goja.Object); ok && !vm.Uncatchable(err) {
		_ = m.Runtime.Try(func() { // a getter may throw
			if text, ok := object.Get("name").(goja.String); ok {
				name = text.String()
			}
		})
	}
	return name
}
