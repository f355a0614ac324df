package openapi

import (
	"slices"

	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/schema"
)

// body is what an operation reads of the body.
type body struct {
	whole  *manifest.Param   // takes all of it; nil if there is none
	fields []*manifest.Param // of a form
	asked  bool              // the handler may ask the request for it
}

// bodyOf returns what a handler reads of the body. What may be sent in the query or in a form is in the form if there has to be one.
func bodyOf(h *manifest.Handler) (b body) {
	hasForm := slices.ContainsFunc(h.Params, func(p manifest.Param) bool {
		return p.Origin == manifest.FromForm || p.Origin == manifest.FromRequest && isFile(p.Type)
	})
	for i := range h.Params {
		switch p := &h.Params[i]; {
		case p.Origin == manifest.FromBody:
			b.whole = p
		case p.Origin == manifest.FromForm, p.Origin == manifest.FromRequest && hasForm:
			b.fields = append(b.fields, p)
		case p.Origin == manifest.FromHost && p.Type.Name == manifest.TypeRequest:
			b.asked = true
		}
	}
	return b
}

// requestBody describes the body that an operation reads; nil if it reads none.
func (w *writer) requestBody(o *operation) schema.Node {
	b := bodyOf(o.handler)
	switch {
	case b.whole != nil || len(b.fields) > 0:
	case b.asked && (o.method == "POST" || o.method == "PUT" || o.method == "PATCH"):
	default:
		return nil
	}
	var node schema.Node
	if b.whole != nil && b.whole.Doc != "" {
		node = append(node, schema.Member{Key: "description", Value: b.whole.Doc})
	}
	required := b.whole != nil && b.whole.Required || slices.ContainsFunc(b.fields, func(p *manifest.Param) bool { return p.Required })
	content := schema.Node{}
	for _, media := range b.mediaTypes(o.route.Consumes) {
		content = append(content, schema.Member{Key: media.text, Value: schema.Node{{Key: "schema", Value: w.bodySchema(&b, media)}}})
	}
	node = append(node, schema.Member{Key: "content", Value: content})
	if required {
		node = append(node, schema.Member{Key: "required", Value: true})
	}
	return node
}

// mediaTypes lists the media types of a body: those that the route consumes, or else those in which clients would send it.
func (b *body) mediaTypes(consumes []string) []media {
	if len(consumes) > 0 {
		return mediaList(consumes)
	}
	hasFile := slices.ContainsFunc(b.fields, func(p *manifest.Param) bool { return isFile(p.Type) })
	switch {
	case b.whole == nil && len(b.fields) == 0:
		return mediaList([]string{"*/*"})
	case hasFile, b.whole != nil && b.whole.Type.Holds(isFile):
		return mediaList([]string{typeMultipart})
	case len(b.fields) > 0:
		return mediaList([]string{typeForm, typeMultipart})
	case b.whole.DisableParsing, b.whole.Type.Kind == schema.String:
		return mediaList([]string{typeText})
	case b.whole.Type.Kind == schema.Bytes, b.whole.Type.Kind == schema.Host:
		return mediaList([]string{typeBytes})
	case isXML(b.whole.Type):
		return mediaList([]string{typeJSON, typeXML})
	}
	return mediaList([]string{typeJSON})
}

func (w *writer) bodySchema(b *body, m media) schema.Node {
	switch {
	case b.whole == nil && len(b.fields) == 0:
		return schema.Node{}
	case m.isForm():
		return w.formSchema(b)
	case b.whole == nil:
		return schema.Node{}
	case b.whole.DisableParsing, b.whole.Type.Kind == schema.String && !m.isBinary():
		return schema.Node{{Key: "type", Value: "string"}}
	case b.whole.Type.Kind == schema.Bytes, b.whole.Type.Kind == schema.Host:
		return binary()
	case m.isJSON(), m.isXML(), m.isRange():
		return w.readBody(b)
	case b.whole.Type.Kind == schema.Object && !b.whole.Type.Class.OneText:
		return w.readBody(b)
	}
	return schema.Node{{Key: "type", Value: "string"}} // the script gets the text, or a class that is constructed from it
}

// readBody describes what all of a body is read as.
func (w *writer) readBody(b *body) schema.Node {
	if w.isClosed(b) {
		return w.components.ReadClosed(b.whole.Type)
	}
	return w.components.Read(b.whole.Type)
}

// isClosed reports whether a body has only names that its type has. Beside fields for other parameters, no schema of one of them can say so.
func (w *writer) isClosed(b *body) bool {
	if b.whole == nil || len(b.fields) > 0 {
		return false
	}
	return b.whole.Unknown == manifest.UnknownRefused || b.whole.Unknown == manifest.UnknownAsSet && w.options.Closed
}

// formSchema describes a form: the fields of the class that takes it, and those that parameters take.
func (w *writer) formSchema(b *body) schema.Node {
	if len(b.fields) == 0 {
		return w.readBody(b)
	}
	properties, required := schema.Node{}, []string{}
	for _, p := range b.fields {
		node := w.parameterSchema(p)
		if p.Doc != "" {
			node = schema.DescribeUse(node, p.Type, p.Doc)
		}
		properties = append(properties, schema.Member{Key: p.Key, Value: node})
		if p.Required {
			required = append(required, p.Key)
		}
	}
	own := schema.Node{{Key: "type", Value: "object"}, {Key: "properties", Value: properties}}
	if len(required) > 0 {
		own = append(own, schema.Member{Key: "required", Value: required})
	}
	if b.whole == nil {
		return own
	}
	return schema.Node{{Key: "allOf", Value: []any{w.components.Read(b.whole.Type), own}}}
}

// isXML reports whether a class says how it is written as XML.
func isXML(t *schema.Type) bool {
	return t.Kind == schema.Object && (t.Class.XMLRoot != "" ||
		slices.ContainsFunc(t.Class.Fields, func(f *schema.Field) bool { return f.XML != schema.XMLName{} }))
}

// binary is the schema of what is not text.
func binary() schema.Node {
	return schema.Node{{Key: "type", Value: "string"}, {Key: "format", Value: "binary"}}
}
