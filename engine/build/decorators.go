package build

import (
	"cmp"

	"github.com/fwrun/fwrun/engine/build/agents"
	"github.com/fwrun/fwrun/engine/build/aspects"
	"github.com/fwrun/fwrun/engine/build/beans"
	"github.com/fwrun/fwrun/engine/build/health"
	"github.com/fwrun/fwrun/engine/build/listeners"
	"github.com/fwrun/fwrun/engine/build/openapi"
	"github.com/fwrun/fwrun/engine/build/rows"
	"github.com/fwrun/fwrun/engine/build/schedules"
	"github.com/fwrun/fwrun/engine/build/security"
	"github.com/fwrun/fwrun/engine/build/web"
	"github.com/fwrun/fwrun/engine/declared"
	"github.com/fwrun/fwrun/engine/schema"
)

// Decorators returns the listing of all decorators that scripts can import. A decorator has the topic of its domain,
// unless the domain has stated another one.
func Decorators() []declared.Decorator {
	var list []declared.Decorator
	for _, domain := range []struct {
		topic      declared.Topic
		decorators []declared.Decorator
	}{
		{declared.Beans, beans.Decorators()},
		{declared.Validation, declared.ConstraintDecorators()},
		{declared.Controllers, web.Decorators()},
		{declared.Documents, openapi.Decorators()},
		{declared.Security, security.Decorators()},
		{declared.Agents, agents.Decorators()},
		{declared.Aspects, aspects.Decorators()},
		{declared.Schedules, schedules.Decorators()},
		{declared.Queues, listeners.Decorators()},
		{declared.Rows, rows.Decorators()},
		{declared.Management, health.Decorators()},
	} {
		for _, d := range domain.decorators {
			d.Topic = cmp.Or(d.Topic, domain.topic)
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
