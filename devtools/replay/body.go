package replay

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"mime"
	"slices"
	"strings"
	"unicode/utf8"
)

// Body is a body in the form that is read best. At most one of the fields is set; none for no body.
type Body struct {
	JSON   json.RawMessage `json:"json,omitempty"`
	Text   *string         `json:"text,omitempty"`
	Base64 []byte          `json:"base64,omitempty"`
}

// BodyOf returns a body. JSON is written as such if nothing but blanks is lost by that, or if it is only compared.
func BodyOf(mediaType string, data []byte, compared bool) Body {
	switch {
	case len(data) == 0:
		return Body{}
	case !utf8.Valid(data):
		return Body{Base64: data}
	case isJSON(mediaType) && json.Valid(data) && (compared || isCompact(data)):
		return Body{JSON: json.RawMessage(compact(data))}
	}
	text := string(data)
	return Body{Text: &text}
}

// Bytes returns the body as it is sent.
func (b *Body) Bytes() []byte {
	switch {
	case b.JSON != nil:
		return compact(b.JSON)
	case b.Text != nil:
		return []byte(*b.Text)
	}
	return b.Base64
}

// AddTo adds the body to what is asked.
func (b *Body) AddTo(asks map[string]any) {
	switch {
	case b.JSON != nil:
		var value any
		if decode(b.JSON, &value) == nil {
			asks["json"] = value
		}
	case b.Text != nil:
		asks["text"] = *b.Text
	case b.Base64 != nil:
		asks["base64"] = base64.StdEncoding.EncodeToString(b.Base64)
	}
}

func isJSON(mediaType string) bool {
	media, _, err := mime.ParseMediaType(mediaType)
	return err == nil && (media == "application/json" || strings.HasSuffix(media, "+json"))
}

func compact(data []byte) []byte {
	var out bytes.Buffer
	if json.Compact(&out, data) != nil {
		return data
	}
	return out.Bytes()
}

func isCompact(data []byte) bool { return bytes.Equal(compact(data), data) }

// smallName returns the name of a header's field in small letters.
func smallName(name string) string { return strings.ToLower(name) }

// encode writes a value as JSON, with < and > as they are.
func encode(value any) (json.RawMessage, error) {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	err := e.Encode(value)
	return json.RawMessage(bytes.TrimSuffix(out.Bytes(), []byte("\n"))), err
}

// decode reads JSON, with numbers as they are written.
func decode(text []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	return d.Decode(into)
}

// hasMasked reports whether something in a text of JSON is masked.
func hasMasked(text []byte) bool { return bytes.Contains(text, []byte(Masked)) }

// MaskedIn lists the parts of the request that are masked.
func (r *Request) MaskedIn() (list []string) {
	if strings.Contains(r.Path, Masked) {
		list = append(list, "request.path")
	}
	for name, value := range r.Headers {
		for text := range flat(value) {
			if strings.Contains(text, Masked) {
				list = append(list, "request.headers."+name)
			}
		}
	}
	if hasMasked(r.Body.Bytes()) {
		list = append(list, "the body of the request")
	}
	slices.Sort(list)
	return slices.Compact(list)
}
