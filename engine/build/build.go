package build

import (
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
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/platform/fault"
)

// Build checks an application and makes its manifest. The list holds every mistake, sorted by place; if one of
// them is an error, the manifest is nil.
func Build(in declared.Input) (*manifest.Manifest, fault.List) {
	src := declared.New(in, Decorators())
	m := &manifest.Manifest{Files: in.Scan, ErrorController: -1}
	beans.Build(src, m)
	aspects.Build(src, m)
	beans.Order(src, m)
	web.Build(src, m)
	openapi.Build(src, m)
	agents.Build(src, m)
	schedules.Build(src, m)
	listeners.Build(src, m)
	health.Build(src, m)
	security.Build(src, m)
	rows.Build(src, m)
	web.CheckConstraints(src, m)
	src.Schemas(m)
	problems := src.Mistakes()
	if len(problems.Errors()) > 0 {
		return nil, problems
	}
	openapi.Infer(src, m)
	web.DescribeData(src, m)
	openapi.Complete(src, m)
	beans.Eager(m)
	return m, problems
}
