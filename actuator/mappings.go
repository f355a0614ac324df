package actuator

import (
	"slices"
	"strings"
)

// Mapping is a path, or a pattern of paths, that the server answers.
type Mapping struct {
	Methods            []string // empty for all
	Patterns           []string
	Consumes, Produces []string // media types; empty for any
	Handler            string   // what answers: demo.UserController#find
	Class, Method      string   // of the handler; empty if it is not a method, then there are no details
	Descriptor         string   // of the method's parameters and its result
	// Bare: only the pattern identifies it, as for a folder of files.
	Bare bool
}

// Filter is something that is called before the handlers of the paths that match.
type Filter struct {
	Name, Class string
	Patterns    []string
}

// Servlet is a part of the process that answers below some paths.
type Servlet struct {
	Name, Class string
	Patterns    []string
}

// Routing is what the endpoint mappings shows.
type Routing struct {
	Mappings []Mapping
	Filters  []Filter
	Servlets []Servlet
}

// Mappings returns the endpoint that lists what answers at which path.
func Mappings(context string, read func() Routing) Endpoint {
	get := func(*Request) (Answer, error) {
		routing := read()
		return OK(inContext(context, map[string]any{"mappings": routing.show()}))
	}
	return Endpoint{ID: "mappings", Operations: []Operation{Get("", get)}}
}

// The types of the JSON. Spring Boot Admin needs all six lists of the conditions.
type (
	shownMapping struct {
		Predicate string        `json:"predicate"`
		Handler   string        `json:"handler"`
		Details   *shownDetails `json:"details,omitempty"`
	}
	shownDetails struct {
		HandlerMethod *shownMethod    `json:"handlerMethod,omitempty"`
		Conditions    shownConditions `json:"requestMappingConditions"`
	}
	shownMethod struct {
		ClassName  string `json:"className"`
		Name       string `json:"name"`
		Descriptor string `json:"descriptor"`
	}
	shownConditions struct {
		Consumes []shownMedia `json:"consumes"`
		Headers  []shownMedia `json:"headers"`
		Methods  []string     `json:"methods"`
		Params   []shownMedia `json:"params"`
		Patterns []string     `json:"patterns"`
		Produces []shownMedia `json:"produces"`
	}
	shownMedia struct {
		MediaType string `json:"mediaType"`
		Negated   bool   `json:"negated"`
	}
	shownFilter struct {
		ServletNames []string `json:"servletNameMappings"`
		Patterns     []string `json:"urlPatternMappings"`
		Name         string   `json:"name"`
		Class        string   `json:"className"`
	}
	shownServlet struct {
		Mappings []string `json:"mappings"`
		Name     string   `json:"name"`
		Class    string   `json:"className"`
	}
)

func (r *Routing) show() any {
	mappings, filters, servlets := make([]shownMapping, len(r.Mappings)), make([]shownFilter, len(r.Filters)), make([]shownServlet, len(r.Servlets))
	for i := range r.Mappings {
		mappings[i] = r.Mappings[i].show()
	}
	for i, f := range r.Filters {
		filters[i] = shownFilter{[]string{}, orEmpty(f.Patterns), f.Name, f.Class}
	}
	for i, s := range r.Servlets {
		servlets[i] = shownServlet{orEmpty(s.Patterns), s.Name, s.Class}
	}
	return map[string]any{
		"dispatcherServlets": map[string]any{"dispatcherServlet": mappings}, "servletFilters": filters, "servlets": servlets,
	}
}

func (m *Mapping) show() shownMapping {
	if m.Bare {
		return shownMapping{Predicate: strings.Join(m.Patterns, ", "), Handler: m.Handler}
	}
	shown := shownMapping{Predicate: m.predicate(), Handler: m.Handler, Details: &shownDetails{Conditions: shownConditions{
		Consumes: mediaOf(m.Consumes), Headers: []shownMedia{}, Methods: orEmpty(m.Methods), Params: []shownMedia{},
		Patterns: orEmpty(m.Patterns), Produces: mediaOf(m.Produces),
	}}}
	if m.Method != "" {
		shown.Details.HandlerMethod = &shownMethod{m.Class, m.Method, m.Descriptor}
	}
	return shown
}

// predicate returns the conditions as Spring writes them: {GET [/users/{id}], produces [application/json]}.
func (m *Mapping) predicate() string {
	parts := []string{strings.Join(m.Methods, " || ") + " [" + strings.Join(m.Patterns, " || ") + "]"}
	for _, more := range []struct {
		name  string
		types []string
	}{{"consumes", m.Consumes}, {"produces", m.Produces}} {
		if len(more.types) > 0 {
			parts = append(parts, more.name+" ["+strings.Join(more.types, " || ")+"]")
		}
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

func mediaOf(types []string) []shownMedia {
	list := make([]shownMedia, len(types))
	for i, kind := range types {
		rest, negated := strings.CutPrefix(kind, "!")
		list[i] = shownMedia{rest, negated}
	}
	return list
}

// MappingsOf returns the mappings of management endpoints, as Spring Boot names them: Actuator web endpoint 'env-toMatch'. The server
// is asked when it has been made; the paths are from the root.
func (s *Server) MappingsOf() (list []Mapping) {
	prefix := s.options.Prefix
	if s.options.Base != "/" {
		list = append(list, Mapping{
			Methods: []string{"GET"}, Patterns: []string{prefix + s.options.Base}, Produces: jsonTypes(), Handler: "Actuator root web endpoint",
		})
	}
	for i := range s.options.Endpoints {
		e := &s.options.Endpoints[i]
		for _, o := range e.Operations {
			m := Mapping{Methods: []string{o.Method}, Patterns: []string{prefix + s.pathOf(e)}, Produces: slices.Clone(o.Produces)}
			id := e.ID
			if o.Selector != "" {
				id += "-" + strings.TrimPrefix(o.Selector, "*")
				m.Patterns[0] += "/{" + o.Selector + "}"
			}
			if len(m.Produces) == 0 {
				m.Produces = jsonTypes()
			}
			if o.Body > 0 {
				m.Consumes = jsonTypes()
			}
			m.Handler = "Actuator web endpoint '" + id + "'"
			list = append(list, m)
		}
	}
	return list
}
