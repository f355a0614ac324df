package host

import (
	"slices"
	"strings"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/schema"
)

// route is a path with everything a request on it needs, made once from the manifest.
type route struct {
	name     string // of the handler, for logs
	label    string // of the mapping, as well; most have none
	guarded  bool   // its controller is a ControllerInterceptor
	about    any    // the handler, as a ControllerInterceptor sees it
	path     string
	segments []manifest.Segment
	methods  []string // none for all
	handler  int
	form     *manifest.Form // of the result; nil when it is written as it is
	consumes []media
	produces []media

	experience *engine.Experience // of its requests

	arguments []argument
	body      *argument // the one among the arguments that takes the body
	readsForm bool      // a form's fields may be arguments
	readsBody bool      // the script can ask for the body itself
}

// argument is the plan of one parameter: where its value comes from, what it must be, and
// what stands in for it.
type argument struct {
	origin manifest.Origin
	name   string // in the script
	key    string // in the request
	keys   string // a list's other spelling, "key[]"; empty for no list
	typ    *schema.Type

	segment int               // path: which one; -1 when this route has no such placeholder
	rest    bool              // path: and all that follow
	mixed   *manifest.Segment // path: it is not the whole segment; nil otherwise
	part    int               // path: which one of it

	target target // body
	raw    bool   // body: never parsed
	host   string // host: the type's name

	absence  absence
	required string // what is said when it is required and was not sent; mostly empty
	fallback any
}

// absence is what happens when a value was not sent.
type absence uint8

const (
	refuse         absence = iota // it is required
	useFallback                   // the declaration states a default
	leaveUndefined                // the script has a default of its own
	useNull
)

// target is how a body becomes a value.
type target uint8

const (
	bindParsed target = iota // parsed; or, when OneText is set, constructed from text
	takeText                 // the raw text
	takeBytes                // the raw bytes
)

func newRoute(r *manifest.Route, h *manifest.Handler) *route {
	out := &route{
		name: h.Name, label: r.Name, path: r.Path, segments: manifest.Segments(r.Path), methods: r.Methods, handler: r.Handler,
		form: h.Form, guarded: h.Guarded, about: aboutHandler(r, h),
		experience: &engine.Experience{},
		consumes:   parseMediaList(r.Consumes), produces: parseMediaList(r.Produces),
		arguments: make([]argument, len(h.Params)),
	}
	out.readsBody = h.Guarded
	for i := range h.Params {
		out.arguments[i] = newArgument(&h.Params[i], out.segments)
		switch a := &out.arguments[i]; a.origin {
		case manifest.FromRequest, manifest.FromForm:
			out.readsForm = true
		case manifest.FromBody:
			out.body = a
		case manifest.FromHost:
			out.readsBody = out.readsBody || a.host == hostRequest
		}
	}
	return out
}

// aboutHandler is what a ControllerInterceptor learns of the handler.
func aboutHandler(r *manifest.Route, h *manifest.Handler) any {
	controller, method, _ := strings.Cut(h.Name, ".")
	return map[string]any{"name": h.Name, "controller": controller, "method": method, "path": r.Path, "routeName": r.Name}
}

func newArgument(p *manifest.Param, path []manifest.Segment) argument {
	a := argument{
		origin: p.Origin, name: p.Name, key: p.Key, typ: p.Type, raw: p.DisableParsing,
		segment: -1, absence: absenceOf(p), required: p.RequiredMessage, fallback: p.Default,
	}
	switch p.Origin {
	case manifest.FromPath:
		a.placeIn(path)
	case manifest.FromBody:
		a.target = targetOf(p.Type)
	case manifest.FromHost:
		a.host = p.Type.Name
	default:
		if p.Type.Kind.IsList() {
			a.keys = p.Key + "[]"
		}
	}
	return a
}

func absenceOf(p *manifest.Param) absence {
	switch {
	case p.Required:
		return refuse
	case p.HasDefault:
		return useFallback
	case p.ScriptDefault:
		return leaveUndefined
	default:
		return useNull
	}
}

// placeIn finds the placeholder in a route's path.
func (a *argument) placeIn(path []manifest.Segment) {
	for i := range path {
		part := slices.Index(path[i].Names, a.key)
		if part < 0 {
			continue
		}
		a.segment, a.rest, a.part = i, path[i].Rest, part
		if path[i].IsMixed() {
			a.mixed = &path[i]
		}
		return
	}
}

func targetOf(t *schema.Type) target {
	switch t.Kind {
	case schema.String:
		return takeText
	case schema.Bytes:
		return takeBytes
	default:
		return bindParsed
	}
}
