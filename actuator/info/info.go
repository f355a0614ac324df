package info

import (
	"context"
	"maps"
	"sync"
	"time"

	"github.com/fwrun/fwrun/actuator"
)

// Contributor adds a part of the answer.
type Contributor struct {
	Name string
	// Tell returns an object: its values can be written as JSON.
	Tell func(ctx context.Context) (map[string]any, error)
}

// Settings say how the answer is made. The zero value is usable.
type Settings struct {
	Timeout time.Duration // of each contributor; DefaultTimeout when 0
	// Failed is called with the error of a contributor, which is left out. It may be nil.
	Failed func(ctx context.Context, name string, err error)
}

// DefaultTimeout is the time limit of a contributor.
const DefaultTimeout = 5 * time.Second

// Info is a list of contributors. It is safe for concurrent use.
type Info struct {
	settings Settings
	list     []*source
}

// source is a contributor, which is asked once at a time.
type source struct {
	Contributor
	flight actuator.Flight[map[string]any]
}

// New returns the information of contributors.
func New(list []Contributor, s Settings) *Info {
	if s.Timeout == 0 {
		s.Timeout = DefaultTimeout
	}
	i := &Info{settings: s}
	for _, c := range list {
		i.list = append(i.list, &source{Contributor: c})
	}
	return i
}

// Endpoint returns the endpoint info.
func (i *Info) Endpoint() actuator.Endpoint {
	return actuator.Endpoint{ID: "info", Operations: []actuator.Operation{actuator.Get("", func(r *actuator.Request) (actuator.Answer, error) {
		return actuator.OK(i.merged(r.Context()))
	})}}
}

// merged returns what all contributors add, in their order: where two have a key, both are merged if they are objects, or else the
// later one counts.
func (i *Info) merged(ctx context.Context) map[string]any {
	parts := make([]map[string]any, len(i.list))
	var all sync.WaitGroup
	for n, one := range i.list {
		all.Go(func() {
			part, err := one.flight.Do(ctx, i.settings.Timeout, one.Tell)
			if err == nil {
				parts[n] = part
			} else if i.settings.Failed != nil && ctx.Err() == nil {
				i.settings.Failed(ctx, one.Name, err)
			}
		})
	}
	all.Wait()
	merged := map[string]any{}
	for _, part := range parts {
		merged = merge(merged, part)
	}
	return merged
}

// merge returns both objects as one. It changes neither, since callers may share them.
func merge(one, other map[string]any) map[string]any {
	merged := maps.Clone(one)
	if merged == nil {
		merged = map[string]any{}
	}
	for name, value := range other {
		before, isObject := merged[name].(map[string]any)
		if more, is := value.(map[string]any); is && isObject {
			value = merge(before, more)
		}
		merged[name] = value
	}
	return merged
}

// Values returns a contributor that always adds the same values.
func Values(name string, values map[string]any) Contributor {
	return Contributor{Name: name, Tell: func(context.Context) (map[string]any, error) { return values, nil }}
}

// Fixed returns a contributor that always adds the same section. Without values it adds nothing.
func Fixed(section string, values map[string]any) Contributor {
	return Values(section, in(section, values))
}

// in returns an object with one section, or an empty one if the section has no values.
func in(section string, values map[string]any) map[string]any {
	if len(values) == 0 {
		return nil
	}
	return map[string]any{section: values}
}
