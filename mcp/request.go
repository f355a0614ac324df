package mcp

import (
	"cmp"
	"encoding/base64"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/platform/inproc"
)

const typeForm = "application/x-www-form-urlencoded"

// pathTemplate is a parsed path of an endpoint.
type pathTemplate struct {
	segments []manifest.Segment
	vars     []string
}

func newPathTemplates(paths []string) []pathTemplate {
	list := make([]pathTemplate, len(paths))
	for i, path := range paths {
		list[i].segments = manifest.Segments(path)
		for _, s := range list[i].segments {
			list[i].vars = append(list[i].vars, s.Names...)
		}
	}
	return list
}

// acceptOf returns what a request for an endpoint accepts: JSON, unless the endpoint does not produce it.
func acceptOf(produces []string) string {
	for _, media := range produces {
		if essence, _, _ := strings.Cut(media, ";"); rankOf(strings.TrimSpace(essence)) > 0 {
			return typeJSON
		}
	}
	for _, media := range produces {
		if essence, _, _ := strings.Cut(media, ";"); strings.HasSuffix(strings.TrimSpace(essence), "+json") {
			return media
		}
	}
	if len(produces) > 0 {
		return strings.Join(produces, ", ")
	}
	return typeJSON
}

// requestMaker makes the request for an endpoint.
type requestMaker struct {
	*call
	path  map[string]string
	query strings.Builder
	form  strings.Builder
	out   inproc.Call

	contentType string // of the body; empty if there is none
	wrong       string
}

// request makes the request that calls an endpoint; wrong says what cannot be sent.
func (c *call) request() (r *inproc.Call, wrong string) {
	m := &requestMaker{call: c}
	m.out = inproc.Call{Handler: c.tool.Handler, Limit: c.limit(), Tool: c.innerContext}
	m.out.Method = c.tool.REST.Method
	if c.tool.accept != "" {
		m.out.Headers = append(m.out.Headers, [2]string{"Accept", c.tool.accept})
	}
	for i := range c.tool.Arguments {
		m.add(&c.tool.Arguments[i])
	}
	m.fillPath()
	if m.query.Len() > 0 {
		m.out.Target += "?" + m.query.String()
	}
	if m.form.Len() > 0 {
		m.contentType, m.out.Body = typeForm, []byte(m.form.String())
	}
	if m.contentType != "" {
		m.out.Headers = append(m.out.Headers, [2]string{"Content-Type", m.contentType})
		if m.out.Body == nil { // an empty form is a body, too
			m.out.Body = []byte{}
		}
	}
	return &m.out, m.wrong
}

func (c *call) limit() int {
	if c.tool.MaxResultBytes > 0 {
		return c.tool.MaxResultBytes
	}
	return c.settings.MaxResultBytes
}

// add puts an argument where the endpoint reads it. Null and absent arguments are left out.
func (m *requestMaker) add(a *manifest.Argument) {
	p := &m.tool.handler.Params[a.Param]
	value, given := m.argument(a.Name, false)
	if !given {
		return
	}
	switch p.Origin {
	case manifest.FromPath:
		if m.path == nil {
			m.path = map[string]string{}
		}
		m.path[p.Key] = textOf(value)
	case manifest.FromForm:
		addParameter(&m.form, p, value)
	case manifest.FromBody:
		m.addBody(p, value)
	default:
		addParameter(&m.query, p, value)
	}
}

// addParameter adds the value of a parameter: one field, one for each item of a list, or those within its name.
func addParameter(b *strings.Builder, p *manifest.Param, value gjson.Result) {
	if p.Type.IsNested() {
		addNested(b, p.Key, value)
		return
	}
	addField(b, p.Key, value)
}

// textOf returns a value as text: a JSON string without its quotes.
func textOf(value gjson.Result) string {
	if value.Type == gjson.String {
		return value.Str
	}
	return value.Raw
}

// addField adds a value, or each item of a list, under a key.
func addField(b *strings.Builder, key string, value gjson.Result) {
	if value.IsArray() {
		value.ForEach(func(_, one gjson.Result) bool {
			addField(b, key, one)
			return true
		})
		return
	}
	if b.Len() > 0 {
		b.WriteByte('&')
	}
	b.WriteString(url.QueryEscape(key))
	b.WriteByte('=')
	b.WriteString(url.QueryEscape(textOf(value)))
}

func (m *requestMaker) addBody(p *manifest.Param, value gjson.Result) {
	m.contentType = m.tool.REST.BodyType
	switch {
	case p.Type.Kind == schema.Bytes:
		data, err := base64.StdEncoding.DecodeString(textOf(value))
		if err != nil {
			m.wrong = p.Name + ": expected base64 text"
		}
		m.out.Body = data
	case p.Type.Kind == schema.String || p.DisableParsing || m.tool.REST.RawBody:
		m.out.Body = []byte(textOf(value))
	case strings.HasPrefix(m.contentType, typeForm) && value.IsObject(): // with the other fields of the form
		value.ForEach(func(key, one gjson.Result) bool {
			addNested(&m.form, key.Str, one)
			return true
		})
	default:
		m.out.Body = []byte(value.Raw)
	}
}

// addNested adds a field of a form that may have fields of its own: address[street], lines[0][sku]. Null is left out,
// and an empty list is one empty field.
func addNested(b *strings.Builder, key string, value gjson.Result) {
	switch {
	case value.Type == gjson.Null:
	case value.IsObject():
		value.ForEach(func(name, one gjson.Result) bool {
			addNested(b, key+"["+name.Str+"]", one)
			return true
		})
	case value.IsArray():
		items := value.Array()
		if len(items) == 0 {
			addField(b, key, gjson.Result{Type: gjson.String})
		}
		for i, one := range items {
			if one.IsObject() || one.IsArray() {
				addNested(b, key+"["+strconv.Itoa(i)+"]", one)
			} else {
				addField(b, key, one)
			}
		}
	default:
		addField(b, key, value)
	}
}

// fillPath fills the path with the most placeholders, among those whose placeholders are all given; the first one of
// equals.
func (m *requestMaker) fillPath() {
	if m.wrong != "" {
		return
	}
	missing := func(name string) bool { _, ok := m.path[name]; return !ok }
	best := -1
	for i, t := range m.tool.paths {
		if !slices.ContainsFunc(t.vars, missing) && (best < 0 || len(t.vars) > len(m.tool.paths[best].vars)) {
			best = i
		}
	}
	if best < 0 {
		m.wrong = "arguments: " + strings.Join(m.tool.paths[0].vars, ", ") + " are required"
		return
	}
	var b strings.Builder
	for _, s := range m.tool.paths[best].segments {
		b.WriteByte('/')
		b.WriteString(m.segment(&s))
	}
	m.out.Target = cmp.Or(b.String(), "/")
}

// segment writes a segment of the path. A value must not lead to a different path, or be read as a different value.
func (m *requestMaker) segment(s *manifest.Segment) string {
	var plain, sent strings.Builder
	for i, name := range s.Names {
		plain.WriteString(s.Texts[i])
		sent.WriteString(url.PathEscape(s.Texts[i]))
		plain.WriteString(m.path[name])
		sent.WriteString(m.placeholder(name, s.Rest))
	}
	last := s.Texts[len(s.Names)]
	for i, name := range s.Names {
		if text := plain.String() + last; !s.Rest && m.wrong == "" && (!s.Matches(text) || s.Value(text, i) != m.path[name]) {
			m.wrong = fmt.Sprintf("%s: in the path %q it would be read as %q", name, text, s.Value(text, i))
		}
	}
	return sent.String() + url.PathEscape(last)
}

// placeholder writes a value of the path; the value of a placeholder for the rest keeps its slashes.
func (m *requestMaker) placeholder(name string, rest bool) string {
	parts := []string{m.path[name]}
	if rest {
		parts = strings.Split(parts[0], "/")
	}
	for i, part := range parts {
		if part == "" || part == "." || part == ".." || strings.ContainsAny(part, "/\\\x00") {
			m.wrong = fmt.Sprintf("%s: cannot be a part of a path", name)
		}
		parts[i] = url.PathEscape(part)
	}
	return strings.Join(parts, "/")
}
