package build

import (
	"github.com/fwrun/fwrun/engine/build/agents"
	"github.com/fwrun/fwrun/engine/build/aspects"
	"github.com/fwrun/fwrun/engine/build/beans"
	"github.com/fwrun/fwrun/engine/build/rows"
	"github.com/fwrun/fwrun/engine/build/schedules"
	"github.com/fwrun/fwrun/engine/build/web"
	"github.com/fwrun/fwrun/engine/declared"
	"github.com/fwrun/fwrun/schema"
)

// Decorators returns the listing of all decorators that scripts can import, each with the domain that reads it.
func Decorators() []declared.Decorator {
	var list []declared.Decorator
	for _, domain := range []struct {
		name       string
		decorators []declared.Decorator
	}{
		{"beans", beans.Decorators()},
		{"web", web.Decorators()},
		{"agents", agents.Decorators()},
		{"aspects", aspects.Decorators()},
		{"schedules", schedules.Decorators()},
		{"rows", rows.Decorators()},
		{"", declared.ConstraintDecorators()},
	} {
		for _, d := range domain.decorators {
			d.Domain = domain.name
			list = append(list, d)
		}
	}
	return list
}

// Exports lists the names that the engine adds to the module "fwrun".
func Exports() []string {
	names := []string{schema.OwnConstraint}
	for _, d := range Decorators() {
		names = append(names, d.Name)
	}
	return names
}
