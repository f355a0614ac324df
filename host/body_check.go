package host

import (
	"bytes"
	"errors"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/valyala/fasthttp"

	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/host/charset"
	"github.com/fwrun/fwrun/platform/view"
)

// bodyForm is the form of a body that checkBody has found.
type bodyForm uint8

const (
	noBody bodyForm = iota
	jsonBody
	xmlBody
	formBody
	textBody
	bytesBody
	constructedBody // constructed from the body's text
)

// check decides how the body becomes a value, and refuses a body that cannot become one. A body without
// Content-Type is read as JSON if the parameter takes a parsed value.
func (b *received) check(r *request, a *argument) *problem {
	parsed := a.isParsed()
	switch {
	case parsed && r.hasForm():
		b.kind = formBody
		return nil
	case len(b.raw) == 0:
		b.kind = noBody
		return nil
	case a.target == takeBytes:
		b.kind = bytesBody
		return nil
	case parsed && r.contentType.isXML():
		return b.checkXML(r)
	case parsed && (r.contentType.text == "" || r.contentType.isJSON()):
		return b.checkJSON(r)
	}
	return b.checkRaw(r, a)
}

// decode converts the body to UTF-8.
func (b *received) decode(r *request, name string) *problem {
	if charset.IsUTF8(name) {
		b.text = view.Text(b.raw)
		return nil
	}
	text, err := charset.Decode(name, b.raw)
	if err != nil {
		return r.route.undecoded(err)
	}
	b.text = text
	return nil
}

// undecoded returns the problem that says why a body is not text.
func (r *route) undecoded(err error) *problem {
	if errors.Is(err, charset.ErrUnknown) {
		return &problem{status: fasthttp.StatusUnsupportedMediaType, detail: "the charset of the body is not supported; send UTF-8"}
	}
	return r.unreadable("the body is not valid text in its declared charset", schema.Mismatch{Code: schema.RefusedEncoding})
}

// checkRaw checks a body that reaches the script as text.
func (b *received) checkRaw(r *request, a *argument) *problem {
	switch {
	case a.target == takeText, a.typ.Kind == schema.Any, a.typ.Kind == schema.Untyped:
		b.kind = textBody
	case a.typ.Kind == schema.Object && a.typ.Class.OneText:
		b.kind = constructedBody
	case a.raw: // whatever the client sends, it is not what the parameter is made of
		return r.route.unreadable("the body cannot be converted to "+a.typ.Name+": its constructor does not take exactly one string",
			schema.Mismatch{Code: schema.RefusedType, Params: []schema.Member{{Key: "type", Value: "object"}}})
	default:
		return &problem{
			status: fasthttp.StatusUnsupportedMediaType,
			detail: "a body of this Content-Type is not accepted here; send application/json",
		}
	}
	if p := b.decode(r, r.contentType.charset); p != nil {
		return p
	}
	if !utf8.ValidString(b.text) {
		return r.route.unreadable("the body is not text in UTF-8", schema.Mismatch{Code: schema.RefusedEncoding})
	}
	return nil
}

func (b *received) checkJSON(r *request) *problem {
	if p := b.decode(r, r.contentType.charset); p != nil {
		return p
	}
	b.kind = jsonBody
	b.json = strings.TrimPrefix(b.text, "\uFEFF") // RFC 8259 lets a byte order mark be ignored
	wrong := schema.CheckJSON(view.Bytes(b.json), r.server.settings.JSON)
	switch {
	case wrong == nil:
		return nil
	case wrong.TooMany:
		p := r.route.unreadable("the body has "+wrong.Reason+"; server.max-json-values is the limit", wrong.Mismatch(schema.RefusedJSON))
		p.status = fasthttp.StatusRequestEntityTooLarge
		return p
	default:
		return r.route.unreadable("the body is not valid JSON: "+wrong.Error(), wrong.Mismatch(schema.RefusedJSON))
	}
}

func (b *received) checkXML(r *request) *problem {
	b.kind = xmlBody
	encoding := r.contentType.charset
	if encoding == "" {
		encoding = xmlEncoding(b.raw)
	}
	if p := b.decode(r, encoding); p != nil {
		return p
	}
	document, wrong := schema.ParseXML(strings.TrimPrefix(b.text, "\uFEFF"), r.server.settings.JSON.Depth)
	if wrong != nil {
		return r.route.unreadable("the body is not valid XML: "+wrong.Error(), wrong.Mismatch(schema.RefusedXML))
	}
	b.xml = document
	return nil
}

var xmlDeclaration = regexp.MustCompile(`^<\?xml\s[^>]*\sencoding\s*=\s*["']([A-Za-z][A-Za-z0-9._-]*)["']`)

// xmlEncoding returns the encoding that a document states in a byte order mark or in its declaration.
func xmlEncoding(body []byte) string {
	switch {
	case bytes.HasPrefix(body, []byte("\xFF\xFE")), bytes.HasPrefix(body, []byte("\xFE\xFF")):
		return "utf-16"
	case bytes.HasPrefix(body, []byte("<?xml")):
		if match := xmlDeclaration.FindSubmatch(body[:min(len(body), 200)]); match != nil {
			return string(match[1])
		}
	}
	return ""
}
