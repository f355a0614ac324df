package agents

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/engine/declared"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/platform/fault"
)

// findTools finds every tool: the methods of beans, then the functions.
func (b *builder) findTools() {
	for _, o := range b.offeredBy(declared.McpTool) {
		if !o.callable("tool-target") {
			continue
		}
		switch {
		case o.bean.Stereotype == manifest.RestController:
			b.restTool(o)
		case o.ofService():
			b.serviceTool(o)
		default:
			o.wrong("tool-class", "tools can be endpoints of a @RestController, and methods of a @Service or a @Component",
				fmt.Sprintf("move %s into a @Service", o.m.Name), "@McpTool is on %s, a method of a @%s", o.what(), o.bean.Stereotype)
		}
	}
	for _, owner := range b.Ordered {
		if owner.Function != nil && b.Scans(owner) {
			if d := owner.Find(declared.McpTool); d != nil {
				b.functionTool(owner, d)
			}
		}
	}
}

// toolReader reads one @McpTool. It stops at mistakes that make the rest meaningless, and goes on after all
// others.
type toolReader struct {
	*builder
	d     *declared.Declaration
	owner *declared.Owner // the types are written in its file
	h     *manifest.Handler
	what  string
	spot  fault.Spot
	tool  *manifest.Tool
}

func (r *toolReader) wrong(code, why, hint, format string, args ...any) {
	r.Report(fault.Explain(r.spot.Problem(code, format, args...), why, hint))
}

// restTool reads a tool that is an endpoint.
func (b *builder) restTool(o *offered) {
	var mapped []*manifest.Handler
	for _, h := range b.out.Handlers {
		if h.Bean == o.bean.Index && h.Method == o.m.Name {
			mapped = append(mapped, h)
		}
	}
	r := &toolReader{
		builder: b, d: o.d, owner: o.owner, what: o.what(), spot: o.spot,
		tool: &manifest.Tool{Name: derivedName(o.bean.TypeName, o.m.Name)},
	}
	if len(mapped) == 0 && !b.isMapped(o) {
		o.wrong("tool-mapping", "a controller's method is called by requests, so it needs a path",
			fmt.Sprintf("add a mapping, such as @GetMapping(\"/%s\"), or move the method into a @Service", o.m.Name),
			"%s has @McpTool but no mapping", o.what())
	}
	r.endpoint(mapped)
}

// isMapped reports whether the method carries a mapping, even if the mapping was refused.
func (b *builder) isMapped(o *offered) bool {
	return slices.ContainsFunc(o.owner.On(o.m.Name), func(d *declared.Declaration) bool { return declared.IsMappingName(d.Decorator) })
}

// functionTool reads a tool that is a function with a mapping.
func (b *builder) functionTool(owner *declared.Owner, d *declared.Declaration) {
	var mapped []*manifest.Handler
	for _, h := range b.out.Handlers {
		if h.Bean < 0 && h.Owner == owner.Ref {
			mapped = append(mapped, h)
		}
	}
	r := &toolReader{
		builder: b, d: d, owner: owner, what: owner.Name(), spot: b.SpotOf(owner, d),
		tool: &manifest.Tool{Name: manifest.Snake(owner.Name())},
	}
	if len(mapped) == 0 {
		r.wrong("tool-mapping", "an exported function is called by requests, so it needs a path",
			fmt.Sprintf("write the mapping inside: export const %s = McpTool(…)(GetMapping(\"/%s\")((…) => …))", owner.Name(), owner.Name()),
			"%s is wrapped in McpTool but not in a mapping", owner.Name())
	}
	r.endpoint(mapped)
}

// endpoint chooses the request that calls the tool, among the routes that lead to the handlers.
func (r *toolReader) endpoint(mapped []*manifest.Handler) {
	if len(mapped) == 0 {
		return
	}
	if r.d.Options["schema"] != nil {
		r.wrong("schema-use", "its arguments are those of the endpoint", "name the schema where they are bound: @RequestBody({ schema: … })",
			"@McpTool of %s, which is an endpoint, has a schema", r.what)
	}
	method, ok := r.httpMethod(mapped)
	r.h = mapped[0]
	for _, h := range mapped {
		if slices.Contains(r.methodsOf(h), method) {
			r.h = h
			break
		}
	}
	r.tool.REST = &manifest.ToolRoute{Method: method}
	for _, route := range r.out.Routes {
		if route.Handler == r.h.Index {
			r.tool.REST.Paths = append(r.tool.REST.Paths, route.Path)
			r.tool.REST.Produces = route.Produces
			r.bodyType(route)
		}
	}
	if len(r.tool.REST.Paths) == 0 {
		return // its path was refused
	}
	r.read(ok)
}

// methodsOf lists the HTTP methods that lead to a handler; an empty list means all.
func (b *builder) methodsOf(h *manifest.Handler) []string {
	for _, route := range b.out.Routes {
		if route.Handler == h.Index {
			return route.Methods
		}
	}
	return nil
}

// httpMethod returns the HTTP method that the tool is called with.
func (r *toolReader) httpMethod(mapped []*manifest.Handler) (method string, ok bool) {
	var all []string
	for _, h := range mapped {
		list := r.methodsOf(h)
		if len(list) == 0 {
			list = manifest.Methods()
		}
		all = append(all, list...)
	}
	given := strings.ToUpper(r.d.Options.Text("httpMethod"))
	switch {
	case slices.Contains(all, given):
		return given, true
	case r.d.Options["httpMethod"] != nil:
		problem := r.spot.Problem("tool-http-method", "httpMethod of %s is %q, which is not a method of its mapping", r.what, given)
		problem.Hint = "use one of " + strings.Join(all, ", ")
		if len(all) == 1 {
			problem.Mend = &fault.Mend{Old: r.d.Options.Text("httpMethod"), New: all[0], Quoted: true}
		}
		r.Report(problem)
	case len(all) == 1:
		return all[0], true
	default:
		r.wrong("tool-http-method", "the method tells agents whether the tool only reads, and whether a call may be repeated",
			fmt.Sprintf("name one: @McpTool({ httpMethod: %q })", all[0]), "the mapping of %s has several methods", r.what)
	}
	return all[0], false
}

// serviceTool reads a tool that is a method of a bean.
func (b *builder) serviceTool(o *offered) {
	r := &toolReader{
		builder: b, d: o.d, owner: o.owner, what: o.what(), spot: o.spot,
		tool: &manifest.Tool{Name: derivedName(o.bean.TypeName, o.m.Name)},
	}
	if o.d.Options["httpMethod"] != nil {
		r.wrong("tool-http-method", "a method of a service is called directly, without an HTTP request", "remove httpMethod",
			"%s has an httpMethod", r.what)
	}
	if t := r.SchemaOf(o.d, r.what, r.spot); t != nil {
		r.tool.Schema = t.Standard
	}
	r.h = o.handlerOf(nil)
	r.h.Params = r.serviceParams(o)
	r.read(true)
}

// read reads what all tools have in common. Hints are derived only if the method is known.
func (r *toolReader) read(known bool) {
	r.tool.Handler, r.tool.Place = r.h.Index, r.h.Place
	r.name()
	r.describe()
	if known {
		r.hints()
	}
	r.limits()
	r.arguments()
	r.results()
	r.tools = append(r.tools, entry{r.tool.Name, r.h.Index, r.spot})
	r.out.Tools = append(r.out.Tools, r.tool)
}
