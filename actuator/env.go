package actuator

import (
	"regexp"
	"regexp/syntax"

	"github.com/fwrun/fwrun/platform/fault"
)

// PropertySource is one of the places that properties come from.
type PropertySource struct {
	Name       string
	Properties []Property
	// Same reports whether a key of the source is another spelling of the given one. If it is nil, only equal keys are the same.
	Same func(key, asked string) bool
}

// Property is a property of a source.
type Property struct {
	Key    string
	Value  any // nil, a text, a number or a boolean; fit to be shown: secrets are masked
	Origin string
}

// Environment is what the endpoint env shows.
type Environment struct {
	Profiles []string
	Sources  []PropertySource // in the order of precedence, the highest first
}

// Env returns the endpoint that lists properties by their sources.
func Env(show ShowValues, read func() Environment) Endpoint {
	all := func(r *Request) (Answer, error) {
		keys, err := patternOf(r)
		if err != nil {
			return Answer{}, err
		}
		return OK(read().list(keys, show.to(r)))
	}
	one := func(r *Request) (Answer, error) {
		answer, ok := read().find(r.Selector, show.to(r))
		if !ok || len(r.Selector) > longestSelector {
			return Answer{}, fault.New("actuator.env", fault.NotFound, "there is no such property")
		}
		return OK(answer)
	}
	return Endpoint{ID: "env", Operations: []Operation{Get("", all), Get("toMatch", one)}}
}

// The bounds of what clients ask for. The number of a pattern's instructions bounds the time that a match takes.
const (
	longestSelector     = 1000
	longestPattern      = 500
	largestPattern      = 500 // instructions
	opEnv               = "actuator.env"
	patternParameter    = "pattern"
	notARegexp          = "the parameter pattern is not a regular expression of RE2"
	tooLargeExpression  = "the parameter pattern is too large"
	defaultProfileOfAll = "default"
)

// patternOf returns the regular expression by which a client limits the keys, or nil if it wants all.
func patternOf(r *Request) (*regexp.Regexp, error) {
	if !r.Query.Has(patternParameter) {
		return nil, nil
	}
	text := r.Query.Get(patternParameter)
	if len(text) > longestPattern {
		return nil, fault.New(opEnv, fault.Invalid, tooLargeExpression)
	}
	parsed, err := syntax.Parse(text, syntax.Perl)
	if err != nil {
		return nil, fault.New(opEnv, fault.Invalid, notARegexp)
	}
	program, err := syntax.Compile(parsed.Simplify())
	if err != nil || len(program.Inst) > largestPattern {
		return nil, fault.New(opEnv, fault.Invalid, tooLargeExpression)
	}
	keys, err := regexp.Compile(text)
	if err != nil {
		return nil, fault.New(opEnv, fault.Invalid, notARegexp)
	}
	return keys, nil
}

// shownProperty is a property on the wire.
type shownProperty struct {
	Value  any    `json:"value"`
	Origin string `json:"origin,omitempty"`
}

func (p *Property) show(values bool) shownProperty {
	if values {
		return shownProperty{p.Value, p.Origin}
	}
	return shownProperty{hidden(p.Value), p.Origin}
}

func (e Environment) list(keys *regexp.Regexp, values bool) map[string]any {
	type source struct {
		Name       string                   `json:"name"`
		Properties map[string]shownProperty `json:"properties"`
	}
	sources := make([]source, len(e.Sources))
	for i, s := range e.Sources {
		sources[i] = source{s.Name, map[string]shownProperty{}}
		for _, p := range s.Properties {
			if keys == nil || keys.MatchString(p.Key) {
				sources[i].Properties[p.Key] = p.show(values)
			}
		}
	}
	return map[string]any{
		"activeProfiles": orEmpty(e.Profiles), "defaultProfiles": []string{defaultProfileOfAll}, "propertySources": sources,
	}
}

// find returns the answer about one key, and whether any source has it.
func (e Environment) find(key string, values bool) (answer map[string]any, ok bool) {
	type source struct {
		Name     string         `json:"name"`
		Property *shownProperty `json:"property,omitempty"`
	}
	type winner struct {
		Source string `json:"source"`
		Value  any    `json:"value"`
	}
	var first *winner
	sources := make([]source, len(e.Sources))
	for i, s := range e.Sources {
		sources[i].Name = s.Name
		p := s.find(key)
		if p == nil {
			continue
		}
		shown := p.show(values)
		sources[i].Property = &shown
		if first == nil {
			first = &winner{s.Name, shown.Value}
		}
	}
	return map[string]any{
		"property": first, "activeProfiles": orEmpty(e.Profiles), "defaultProfiles": []string{defaultProfileOfAll}, "propertySources": sources,
	}, first != nil
}

// find returns the property of a key: that of the same spelling if there is one, or else one of another spelling.
func (s *PropertySource) find(key string) *Property {
	var other *Property
	for i := range s.Properties {
		p := &s.Properties[i]
		if p.Key == key {
			return p
		}
		if other == nil && s.Same != nil && s.Same(p.Key, key) {
			other = p
		}
	}
	return other
}
