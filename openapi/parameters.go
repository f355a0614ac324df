package openapi

import (
	"slices"
	"strings"

	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/schema"
)

// parameters describes what an operation reads of the path, the query, headers and cookies.
func (w *writer) parameters(o *operation) (list []any) {
	listed, inForm := map[[2]string]bool{}, bodyOf(o.handler).fields
	for _, name := range o.route.Vars {
		listed[[2]string{"path", name}] = true
		list = append(list, w.pathVariable(o, name))
	}
	for i := range o.handler.Params {
		p := &o.handler.Params[i]
		in := placeOf(p)
		if in == "" || in == "path" || slices.Contains(inForm, p) || listed[[2]string{in, p.Key}] || in == "header" && isOwnHeader(p.Key) {
			continue
		}
		listed[[2]string{in, p.Key}] = true
		list = append(list, w.parameter(p, p.Key, in, p.Required))
	}
	return list
}

// placeOf returns where the value of a parameter is sent, if that is not in the body; empty if it is.
func placeOf(p *manifest.Param) string {
	switch p.Origin {
	case manifest.FromPath:
		return "path"
	case manifest.FromQuery, manifest.FromRequest:
		return "query"
	case manifest.FromHeader:
		return "header"
	case manifest.FromCookie:
		return "cookie"
	}
	return ""
}

// isOwnHeader reports whether a document says otherwise what is in a header: with media types, or security schemes.
func isOwnHeader(name string) bool {
	return slices.Contains([]string{"accept", "content-type", "authorization"}, strings.ToLower(name))
}

// pathVariable describes a placeholder, which a path always has, whether or not the handler reads it.
func (w *writer) pathVariable(o *operation, name string) schema.Node {
	at := slices.IndexFunc(o.handler.Params, func(p manifest.Param) bool { return p.Origin == manifest.FromPath && p.Key == name })
	p := manifest.Param{Type: &schema.Type{Kind: schema.String}}
	if at >= 0 {
		p = o.handler.Params[at]
	}
	if o.rest != o.names[name] {
		return w.parameter(&p, o.names[name], "path", true)
	}
	p.Doc = strings.TrimSpace(p.Doc + " The rest of the path, which may have slashes.")
	return append(w.parameter(&p, o.names[name], "path", true), schema.Member{Key: "x-fwrun-rest", Value: true})
}

func (w *writer) parameter(p *manifest.Param, name, in string, required bool) schema.Node {
	node := schema.Node{{Key: "name", Value: name}, {Key: "in", Value: in}}
	if p.Doc != "" {
		node = append(node, schema.Member{Key: "description", Value: p.Doc})
	}
	if required {
		node = append(node, schema.Member{Key: "required", Value: true})
	}
	if in == "query" && p.Type.IsNested() {
		node = append(node, schema.Member{Key: "style", Value: "deepObject"}, schema.Member{Key: "explode", Value: true})
	}
	return append(node, schema.Member{Key: "schema", Value: w.parameterSchema(p)})
}

// parameterSchema returns the schema of a value that is sent as text, for which null has no form.
func (w *writer) parameterSchema(p *manifest.Param) schema.Node {
	t := *p.Type
	t.Nullable = false
	read := w.components.Read
	if t.IsNested() {
		read = w.components.ReadClosed
	}
	node := read(&t)
	if p.Literal != nil && (p.ScriptDefault || p.HasDefault) {
		node = node.Set("default", p.Type.OnWire(p.Literal))
	}
	return node
}

// isFile reports whether a type is an uploaded file, or a list of them.
func isFile(t *schema.Type) bool {
	if t.Kind == schema.List && t.Elem != nil {
		t = t.Elem
	}
	return t.Kind == schema.Host && t.Name == schema.UploadedFile
}
