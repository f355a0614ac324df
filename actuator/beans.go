package actuator

// Bean is an object of the application's container.
type Bean struct {
	Name         string
	Aliases      []string
	Scope        string // singleton
	Type         string // its class
	Resource     string // where it is declared
	Dependencies []string
}

// Beans returns the endpoint that lists the beans of an application.
func Beans(context string, list func() []Bean) Endpoint {
	type bean struct {
		Aliases      []string `json:"aliases"`
		Scope        string   `json:"scope"`
		Type         string   `json:"type"`
		Resource     string   `json:"resource,omitempty"`
		Dependencies []string `json:"dependencies"`
	}
	read := func(*Request) (Answer, error) {
		beans := map[string]bean{}
		for _, b := range list() {
			beans[b.Name] = bean{orEmpty(b.Aliases), b.Scope, b.Type, b.Resource, orEmpty(b.Dependencies)}
		}
		return OK(inContext(context, map[string]any{"beans": beans}))
	}
	return Endpoint{ID: "beans", Operations: []Operation{Get("", read)}}
}

// inContext puts what is known of an application where Spring Boot has it: below the name of its context.
func inContext(name string, value any) map[string]any {
	return map[string]any{"contexts": map[string]any{name: value}}
}

// orEmpty returns the list, or an empty one that is not written as null.
func orEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
