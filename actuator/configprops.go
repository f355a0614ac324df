package actuator

import (
	"strings"

	"github.com/fwrun/fwrun/platform/fault"
)

// Bound is an object whose fields are set from the configuration.
type Bound struct {
	Name   string // unique
	Prefix string
	// Properties are its values, as trees of maps, lists and scalars, fit to be shown: secrets are masked.
	Properties map[string]any
	// Inputs are what the configuration says: trees of the same shape, with an [Input] for each scalar. A field that is not set has
	// nil.
	Inputs map[string]any
}

// Input is a value of the configuration.
type Input struct {
	Value  any
	Origin string
}

// ConfigProps returns the endpoint that lists the objects bound to the configuration. The function is called with the request, since
// it may take time.
func ConfigProps(context string, show ShowValues, read func(r *Request) []Bound) Endpoint {
	answer := func(r *Request, list []Bound) (Answer, error) {
		beans := map[string]any{}
		for _, b := range list {
			beans[b.Name] = b.show(show.to(r))
		}
		return OK(inContext(context, map[string]any{"beans": beans}))
	}
	all := func(r *Request) (Answer, error) { return answer(r, read(r)) }
	below := func(r *Request) (Answer, error) {
		var list []Bound
		for _, b := range read(r) {
			if len(r.Selector) <= longestSelector && strings.HasPrefix(b.Prefix, r.Selector) {
				list = append(list, b)
			}
		}
		if len(list) == 0 {
			return Answer{}, fault.New("actuator.configprops", fault.NotFound, "there is no such prefix")
		}
		return answer(r, list)
	}
	return Endpoint{ID: "configprops", Operations: []Operation{Get("", all), Get("prefix", below)}}
}

func (b *Bound) show(values bool) any {
	type shown struct {
		Prefix     string `json:"prefix"`
		Properties any    `json:"properties"`
		Inputs     any    `json:"inputs"`
	}
	inputs := make(map[string]any, len(b.Inputs))
	for name, one := range b.Inputs {
		inputs[name] = showInput(one, values)
	}
	if !values {
		return shown{b.Prefix, hidden(orEmptyMap(b.Properties)), inputs}
	}
	return shown{b.Prefix, orEmptyMap(b.Properties), inputs}
}

// showInput returns a tree of inputs as it is on the wire. What is not set is an empty object.
func showInput(input any, values bool) any {
	switch input := input.(type) {
	case Input:
		p := Property{Value: input.Value, Origin: input.Origin}
		return p.show(values)
	case map[string]any:
		out := make(map[string]any, len(input))
		for name, one := range input {
			out[name] = showInput(one, values)
		}
		return out
	case []any:
		out := make([]any, len(input))
		for i, one := range input {
			out[i] = showInput(one, values)
		}
		return out
	default:
		return struct{}{}
	}
}

func orEmptyMap(m map[string]any) map[string]any {
	if m == nil {
		return map[string]any{}
	}
	return m
}
