package host

import (
	"slices"
	"strings"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/schema"
)

// route is a path with everything that a request for it needs, made once from the manifest.
type route struct {
	name     string // the handler's, for logs
	label    string // the mapping's, for logs; most have none
	guarded  bool   // its controller is a ControllerInterceptor
	about    any    // the description of the handler for its hooks; nil without them
	path     string
	segments []manifest.Segment
	methods  []string // nil for all methods
	handler  int
	form     *manifest.Form // the declared form of the result; nil if it is written as it is
	consumes []media
	produces []media

	experience *engine.Experience // the engine's record of its requests
	observe    observer

	arguments []argument
	body      *argument // the argument that takes the body, or nil
	readsForm bool      // a form's fields may be arguments
	readsBody bool      // the script can ask for the body itself
	streams   bool      // the script takes the body while it arrives

	asksSchemas bool // schemas of libraries take some of the arguments

	demand *manifest.Demand // what its decorators demand of those who call it; nil if nothing
}

// argument is the plan of one parameter: where its value comes from, its type, and what replaces an absent value.
type argument struct {
	origin manifest.Origin
	name   string // in the script
	key    string // in the request
	keys   string // a list's other spelling, "key[]"; empty unless it is a list
	nests  bool   // fields may be within it: "key[0]", "key[status]"
	dotted bool   // and "key.status"
	typ    *schema.Type

	standard *schema.Standard // takes what was bound and makes the value; nil mostly

	segment int               // path: index of the segment; -1 if this route has no such placeholder
	rest    bool              // path: includes all segments that follow
	mixed   *manifest.Segment // path: the segment, if the value is only a part of it; otherwise nil
	part    int               // path: index of the value in the mixed segment

	target target // body: how it becomes a value
	raw    bool   // body: never parsed

	unknown manifest.UnknownNames // body
	host    string                // host: the type's name

	absence  absence
	required string // the message if a required value is missing; mostly empty
	fallback any
}

// isParsed reports whether a body is parsed to become the argument.
func (a *argument) isParsed() bool { return a.target == bindParsed && !a.raw }

// absence says what happens if a value was not sent.
type absence uint8

const (
	refuse         absence = iota // the value is required
	useFallback                   // the declaration states a default
	leaveUndefined                // the script has its own default
	useNull
	askSchema // its schema gets undefined
)

// target says how a body becomes a value.
type target uint8

const (
	bindParsed target = iota // parsed or, if OneText is set, constructed from text
	takeText                 // the raw text
	takeBytes                // the raw bytes
	takeStream               // the raw bytes, while they arrive
)

func newRoute(r *manifest.Route, h *manifest.Handler) *route {
	out := &route{
		name: h.Name, label: r.Name, path: r.Path, segments: manifest.Segments(r.Path), methods: r.Methods, handler: r.Handler,
		form: h.Form, guarded: h.Guarded,
		experience: &engine.Experience{}, demand: h.Demand,
		consumes: parseMediaList(r.Consumes), produces: parseMediaList(r.Produces),
		arguments: make([]argument, len(h.Params)),
	}
	if h.Guarded {
		out.about, out.readsBody = aboutHandler(r, h), true
	}
	for i := range h.Params {
		out.arguments[i] = newArgument(&h.Params[i], out.segments)
		out.asksSchemas = out.asksSchemas || out.arguments[i].standard != nil
		switch a := &out.arguments[i]; a.origin {
		case manifest.FromRequest, manifest.FromForm:
			out.readsForm = true
		case manifest.FromBody:
			out.body = a
			out.streams = a.target == takeStream
		case manifest.FromHost:
			out.readsBody = out.readsBody || a.host == hostRequest
		}
	}
	return out
}

// aboutHandler returns the description of the handler for a ControllerInterceptor.
func aboutHandler(r *manifest.Route, h *manifest.Handler) any {
	controller, method, _ := strings.Cut(h.Name, ".")
	return map[string]any{"name": h.Name, "controller": controller, "method": method, "path": r.Path, "routeName": r.Name}
}

func newArgument(p *manifest.Param, path []manifest.Segment) argument {
	a := argument{
		origin: p.Origin, name: p.Name, key: p.Key, typ: p.Type, raw: p.DisableParsing, unknown: p.Unknown,
		segment: -1, absence: absenceOf(p), required: p.RequiredMessage, fallback: p.Default,
	}
	if a.standard = p.Type.Standard; a.standard != nil && p.Origin != manifest.FromBody && a.standard.Read.Kind() == "array" {
		a.typ = &schema.Type{Kind: schema.List, Name: p.Type.Name, Elem: &schema.Type{Kind: schema.String, Name: "string"}}
	}
	switch p.Origin {
	case manifest.FromPath:
		a.placeIn(path)
	case manifest.FromBody:
		a.target = targetOf(p.Type)
	case manifest.FromHost:
		a.host = p.Type.Name
	default:
		if a.typ.Kind.IsList() {
			a.keys = p.Key + "[]"
		}
		if p.Origin != manifest.FromCookie && p.Origin != manifest.FromHeader && (a.typ.Kind.IsList() || a.typ.IsNested() || a.typ.Kind == schema.Any) {
			a.nests, a.dotted = true, a.typ.IsNested()
		}
	}
	return a
}

func absenceOf(p *manifest.Param) absence {
	switch {
	case p.Asks:
		return askSchema
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

// placeIn finds the argument's placeholder in a route's path.
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
	case schema.Host:
		return takeStream
	default:
		return bindParsed
	}
}
