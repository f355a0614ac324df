package manifest

import "github.com/fwrun/fwrun/schema"

// Decorators is the one listing of the decorators that scripts can import, each with the domain that reads it.
func Decorators() []Decorator {
	var list []Decorator
	for _, domain := range []struct {
		name       string
		decorators []Decorator
	}{
		{"beans", beanDecorators()},
		{"web", webDecorators()},
		{"agents", agentDecorators()},
		{"aspects", aspectDecorators()},
		{"schedules", scheduleDecorators()},
		{"rows", rowDecorators()},
		{"", constraints()},
	} {
		for _, d := range domain.decorators {
			d.Domain = domain.name
			list = append(list, d)
		}
	}
	return list
}

// Exports are the names of what the engine adds to the module "fwrun".
func Exports() []string {
	names := []string{schema.OwnConstraint}
	for _, d := range Decorators() {
		names = append(names, d.Name)
	}
	return names
}
