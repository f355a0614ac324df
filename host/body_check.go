package host

import (
	"bytes"
	"errors"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/valyala/fasthttp"

	"github.com/fwrun/fwrun/host/charset"
	"github.com/fwrun/fwrun/schema"
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

// checkBody decides how the body becomes a value, and refuses a body that cannot become one. A body without
// Content-Type is read as JSON if the parameter takes a parsed value.
func (x *exchange) checkBody(a *argument) *problem {
	parsed := a.isParsed()
	switch {
	case parsed && x.req.hasForm():
		x.bodyForm = formBody
		return nil
	case len(x.body) == 0:
		x.bodyForm = noBody
		return nil
	case a.target == takeBytes:
		x.bodyForm = bytesBody
		return nil
	case parsed && x.req.contentType.isXML():
		return x.checkXML()
	case parsed && (x.req.contentType.text == "" || x.req.contentType.isJSON()):
		return x.checkJSON()
	}
	return x.checkRaw(a)
}

// decode converts the body to UTF-8.
func (x *exchange) decode(name string) *problem {
	if charset.IsUTF8(name) {
		x.text = viewText(x.body)
		return nil
	}
	text, err := charset.Decode(name, x.body)
	if err != nil {
		return x.undecoded(err)
	}
	x.text = text
	return nil
}

// undecoded returns the problem that says why a body is not text.
func (x *exchange) undecoded(err error) *problem {
	if errors.Is(err, charset.ErrUnknown) {
		return &problem{status: fasthttp.StatusUnsupportedMediaType, detail: "the charset of the body is not supported; send UTF-8"}
	}
	return x.unreadable("the body is not valid text in its declared charset", schema.Mismatch{Code: schema.RefusedEncoding})
}

// checkRaw checks a body that reaches the script as text.
func (x *exchange) checkRaw(a *argument) *problem {
	switch {
	case a.target == takeText, a.typ.Kind == schema.Any, a.typ.Kind == schema.Untyped:
		x.bodyForm = textBody
	case a.typ.Kind == schema.Object && a.typ.Class.OneText:
		x.bodyForm = constructedBody
	case a.raw: // whatever the client sends, it is not what the parameter is made of
		return x.unreadable("the body cannot be converted to "+a.typ.Name+": its constructor does not take exactly one string",
			schema.Mismatch{Code: schema.RefusedType, Params: []schema.Member{{Key: "type", Value: "object"}}})
	default:
		return &problem{
			status: fasthttp.StatusUnsupportedMediaType,
			detail: "a body of this Content-Type is not accepted here; send application/json",
		}
	}
	if p := x.decode(x.req.contentType.charset); p != nil {
		return p
	}
	if !utf8.ValidString(x.text) {
		return x.unreadable("the body is not text in UTF-8", schema.Mismatch{Code: schema.RefusedEncoding})
	}
	return nil
}

func (x *exchange) checkJSON() *problem {
	if p := x.decode(x.req.contentType.charset); p != nil {
		return p
	}
	x.bodyForm = jsonBody
	x.json = strings.TrimPrefix(x.text, "\uFEFF") // RFC 8259 lets a byte order mark be ignored
	wrong := schema.CheckJSON(viewBytes(x.json), x.req.server.settings.JSON)
	switch {
	case wrong == nil:
		return nil
	case wrong.TooMany:
		p := x.unreadable("the body has "+wrong.Reason+"; server.max-json-values is the limit", wrong.Mismatch(schema.RefusedJSON))
		p.status = fasthttp.StatusRequestEntityTooLarge
		return p
	default:
		return x.unreadable("the body is not valid JSON: "+wrong.Error(), wrong.Mismatch(schema.RefusedJSON))
	}
}

func (x *exchange) checkXML() *problem {
	x.bodyForm = xmlBody
	encoding := x.req.contentType.charset
	if encoding == "" {
		encoding = xmlEncoding(x.body)
	}
	if p := x.decode(encoding); p != nil {
		return p
	}
	document, wrong := schema.ParseXML(strings.TrimPrefix(x.text, "\uFEFF"), x.req.server.settings.JSON.Depth)
	if wrong != nil {
		return x.unreadable("the body is not valid XML: "+wrong.Error(), wrong.Mismatch(schema.RefusedXML))
	}
	x.xml = document
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
