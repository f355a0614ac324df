package host

import (
	"cmp"
	"strings"

	"github.com/valyala/fasthttp"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/host/report"
	"github.com/fwrun/fwrun/platform/fault"
)

// report returns what a developer is shown about a problem.
func (f *failure) report(r *request, p *problem) *report.Report {
	what := report.Problem{
		Status: p.status, Title: fasthttp.StatusMessage(p.status), Detail: p.detail, Refused: p.refused, Cause: p.cause, Thrown: p.thrown(),
		Source: r.table.source,
	}
	switch {
	case f.blamed.name != "":
		what.Handler, what.Place = f.blamed.String(), f.blamed.place
	case r.route != nil:
		h := r.table.app.Manifest().Handlers[r.route.handler]
		what.Handler, what.Place = h.Name, h.Place
	}
	out := report.New(&what, &report.Request{
		Method: string(r.ctx.Method()), Path: r.loggedPath(), Trace: r.traceID(),
		Query: r.ctx.QueryArgs().All(), Headers: r.ctx.Request.Header.All(), KeyHeader: r.table.policies.Security.keyHeader(),
	})
	switch {
	case what.Handler != "" || r.path == "":
	case p.status == fasthttp.StatusMethodNotAllowed:
		out.Allowed = r.allowedRoutes()
	case p.status == fasthttp.StatusNotFound:
		out.Nearest(r.routes(), r.path, r.server.settings.ContextPath)
	}
	return out
}

// sourced is an application whose source files can be read.
type sourced interface {
	Source(place fault.Place, around int) []engine.SourceLine
}

// source returns the lines around a place; none if they are not at hand.
func (t *table) source(place fault.Place) []engine.SourceLine {
	if app, ok := t.app.(sourced); ok {
		return app.Source(place, report.Around)
	}
	return nil
}

// allowedRoutes returns the routes of the path for other methods.
func (r *request) allowedRoutes() []report.Route {
	var list []report.Route
	seen := map[*route]bool{}
	for _, method := range methods {
		if found := r.table.matcher.find(method, r.closedPath(), r.ctx); found != nil && !seen[found] {
			seen[found] = true
			list = append(list, r.shown(found))
		}
	}
	return list
}

// routes returns all routes in order of declaration.
func (r *request) routes() []report.Route {
	var list []report.Route
	m := r.table.app.Manifest()
	for _, one := range m.Routes {
		list = append(list, r.shown(newRoute(one, m.Handlers[one.Handler])))
	}
	return list
}

func (r *request) shown(one *route) report.Route {
	h := r.table.app.Manifest().Handlers[one.handler]
	return report.Route{
		Methods: cmp.Or(strings.Join(one.methods, ", "), "ANY"), Path: r.server.settings.ContextPath + one.path,
		Handler: h.Name, Place: h.Place.String(),
	}
}

// describe adds the parts of a report that the document has.
func (document *problemBody) describe(r *report.Report) {
	document.Detail = r.Headline()
	if document.Status < 500 && r.Name == "HttpRestException" || r.Name == "" {
		document.Detail = r.Message
	}
	document.Hint = r.Hint
	if len(r.Meant) > 0 {
		document.Hint = "did you mean " + r.Meant[0].String() + "?"
	}
	document.Stack = r.Stack()
	for _, c := range r.Causes {
		document.Causes = append(document.Causes, c.String())
	}
	if len(r.Frames) > 0 {
		for _, l := range r.Frames[0].Lines {
			if l.Caret != "" {
				document.Source = l.Text + "\n" + l.Caret
			}
		}
	}
}
