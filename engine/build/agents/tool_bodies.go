package agents

import (
	"slices"
	"strings"

	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/platform/fault"
)

const formMedia = "application/x-www-form-urlencoded"

// bodyType decides how a body with arguments is sent: as JSON if the route consumes it, or else as a form, or else
// as text. Parameters that are bound to form fields require a form.
func (r *toolReader) bodyType(route *manifest.Route) {
	sendsForm := slices.ContainsFunc(r.h.Params, func(p manifest.Param) bool { return p.Origin == manifest.FromForm })
	i := slices.IndexFunc(r.h.Params, func(p manifest.Param) bool { return p.Origin == manifest.FromBody })
	switch {
	case i < 0 && !sendsForm:
	case i < 0:
		r.formType(route)
	case r.h.Params[i].Type == nil: // reported before
	default:
		r.bodyOf(&r.h.Params[i], route, sendsForm)
	}
}

func (r *toolReader) bodyOf(p *manifest.Param, route *manifest.Route, sendsForm bool) {
	isText := p.DisableParsing || p.Type.Kind == schema.String
	switch {
	case sendsForm && (isText || !isFormed(p.Type)):
		r.wrong("tool-body", "a body cannot be both", "move the fields of the form to the class of the body, or put the tool on a method of a service",
			"%s has a body that is not a form, and fields of a form", r.what)
	case sendsForm:
		r.formType(route)
		r.tool.REST.BodyType = formMedia
	case isText:
		r.rawType(route, "text/plain; charset=utf-8")
		r.tool.REST.RawBody = p.Untyped && len(route.Consumes) > 0 && !isJSONMedia(r.tool.REST.BodyType)
	case p.Type.Kind == schema.Bytes:
		r.rawType(route, "application/octet-stream")
	default:
		r.parsedType(p, route)
	}
}

// isFormed reports whether the fields of a form can be bound to the type.
func isFormed(t *schema.Type) bool {
	switch t.Kind {
	case schema.Object, schema.Shape, schema.Map:
		return true
	}
	return false
}

// parsedType decides how a body is sent that is parsed into a value.
func (r *toolReader) parsedType(p *manifest.Param, route *manifest.Route) {
	r.tool.REST.BodyType = "application/json"
	if len(route.Consumes) == 0 {
		return
	}
	isAny := func(media string) bool { return strings.Contains(media, "*") }
	isText := func(media string) bool {
		return !isXMLMedia(media) && !strings.HasPrefix(media, "multipart/") && !isFormMedia(media)
	}
	for _, is := range []func(string) bool{isJSONMedia, isAny, isFormMedia, isText} {
		i := slices.IndexFunc(route.Consumes, is)
		if i < 0 {
			continue
		}
		media := route.Consumes[i]
		switch {
		case isAny(media):
		case isJSONMedia(media), isFormMedia(media):
			r.tool.REST.BodyType = media
		default:
			r.textOf(p, media)
		}
		return
	}
	r.wrong("tool-body", "a tool's arguments are sent as JSON", `add "application/json" to consumes, or put the tool on a method of a service`,
		"the endpoint of %s accepts %s only", r.what, strings.Join(route.Consumes, ", "))
}

// textOf sends a body as text of a media type.
func (r *toolReader) textOf(p *manifest.Param, media string) {
	r.tool.REST.BodyType, r.tool.REST.RawBody = media, true
	t := p.Type
	if t.Kind == schema.Any || t.Kind == schema.Untyped || t.Kind == schema.Object && t.Class.OneText {
		return
	}
	r.wrong("tool-body", "the endpoint gets text, which it can convert only with a constructor that takes one string",
		`add "application/json" to consumes, or write such a constructor for the class`,
		"a body of the type %s cannot be converted to %s, which %s expects", media, fault.Article(t.Name), r.what)
}

// formType reports an endpoint whose form could not be sent.
func (r *toolReader) formType(route *manifest.Route) {
	takes := func(media string) bool { return isFormMedia(media) || strings.Contains(media, "*") }
	if len(route.Consumes) > 0 && !slices.ContainsFunc(route.Consumes, takes) {
		r.wrong("tool-body", "a tool's arguments for a form are sent as "+formMedia, "add that to consumes, or put the tool on a method of a service",
			"the endpoint of %s accepts %s only", r.what, strings.Join(route.Consumes, ", "))
	}
}

// rawType decides how a body is sent that is not parsed.
func (r *toolReader) rawType(route *manifest.Route, usual string) {
	r.tool.REST.BodyType = usual
	if len(route.Consumes) > 0 && !strings.Contains(route.Consumes[0], "*") {
		r.tool.REST.BodyType = route.Consumes[0]
	}
}

// isRaw reports whether the parameter takes the body as text.
func (r *toolReader) isRaw(p *manifest.Param) bool {
	return p.DisableParsing || p.Origin == manifest.FromBody && r.tool.REST != nil && r.tool.REST.RawBody
}

func isFormMedia(media string) bool { return strings.Contains(media, "x-www-form-urlencoded") }

func isXMLMedia(media string) bool { return strings.Contains(media, "xml") }

// isJSONMedia reports whether media is application/json or has the suffix +json.
func isJSONMedia(media string) bool {
	essence, _, _ := strings.Cut(media, ";")
	essence = strings.ToLower(strings.TrimSpace(essence))
	return essence == "application/json" || strings.HasSuffix(essence, "+json")
}
