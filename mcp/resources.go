package mcp

import (
	"cmp"
	"errors"
	"log/slog"
	"net/url"
	"regexp"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/mcp/jsonrpc"
	"github.com/fwrun/fwrun/platform/jsontext"
	"github.com/fwrun/fwrun/security"
)

// resource is a resource with all that reading it needs, made once.
type resource struct {
	*manifest.Resource
	handler *manifest.Handler
	demands []security.Demand // of those who read it
	pattern *regexp.Regexp    // of a template; nil for a fixed URI
	entry   []byte            // of the list
	about   map[string]any
}

func newResource(declared *manifest.Resource, h *manifest.Handler) *resource {
	r := &resource{Resource: declared, handler: h, about: map[string]any{
		"uri": declared.URI, "name": declared.Name, "title": declared.Title, "description": declared.Description,
		"mimeType": declared.MimeType, "handler": h.Name,
	}}
	uri := "uri"
	if len(declared.Vars) > 0 {
		uri, r.pattern = "uriTemplate", templatePattern(declared.URI)
	}
	dst := append([]byte(`{"`), uri...)
	dst = append(dst, `":`...)
	dst = jsontext.AppendString(dst, declared.URI)
	dst = appendMember(dst, "name", declared.Name)
	dst = appendMember(dst, "title", declared.Title)
	dst = appendMember(dst, "description", declared.Description)
	r.entry = append(appendMember(dst, "mimeType", declared.MimeType), '}')
	return r
}

func (r *resource) describe() map[string]any { return r.about }

// templatePattern matches the URIs of a template. A placeholder matches one segment, or a part of it.
func templatePattern(template string) *regexp.Regexp {
	var b strings.Builder
	b.WriteString("^")
	for {
		before, behind, found := strings.Cut(template, "{")
		b.WriteString(regexp.QuoteMeta(before))
		if !found {
			b.WriteString("$")
			return regexp.MustCompile(b.String())
		}
		_, template, _ = strings.Cut(behind, "}")
		b.WriteString(`([^/?#]+)`)
	}
}

// match reports whether a URI is the resource's, and returns the values of its placeholders.
func (r *resource) match(uri string) (values []string, ok bool) {
	if r.pattern == nil {
		return nil, uri == r.URI
	}
	found := r.pattern.FindStringSubmatch(uri)
	if found == nil {
		return nil, false
	}
	for _, part := range found[1:] {
		value, err := url.PathUnescape(part)
		if err != nil {
			return nil, false
		}
		values = append(values, value)
	}
	return values, true
}

// listTemplates lists the templates that the caller sees.
func (r *rpcRequest) listTemplates() ([]byte, error) {
	seen, err := r.seenResources()
	if err != nil {
		return nil, err
	}
	return r.listed("resourceTemplates", seen.key(), r.protocol.listTail(), func(yield func([]byte)) {
		for i, one := range r.resources {
			if one.pattern != nil && seen.has(i) {
				yield(one.entry)
			}
		}
	}), nil
}

func (r *rpcRequest) seenResources() (bits, error) {
	if err := r.noCursor(); err != nil {
		return nil, err
	}
	return visible(r, engine.IsResourceVisible, r.resources, func(one *resource) bool { return r.permits(one.demands) })
}

// listResources lists the fixed URIs that the caller sees, and the URIs that the listMethods of templates return.
func (r *rpcRequest) listResources() ([]byte, error) {
	seen, err := r.seenResources()
	if err != nil {
		return nil, err
	}
	dst := []byte(`{"resources":[`)
	for i, one := range r.resources {
		switch {
		case !seen.has(i):
		case one.pattern == nil:
			dst = appendEntry(dst, one.entry)
		}
		if !seen.has(i) || one.List < 0 || !r.permits(r.settings.demandsOf(r.manifest.Handlers[one.List], nil)) {
			continue
		}
		if listed, err := r.appendListed(dst, one); err == nil {
			dst = listed
		} else if r.Alive().Err() != nil {
			return nil, err
		} else { // the others are listed nevertheless
			r.logFailure("a listMethod failed, and its resources are not listed", err, slog.String("resource", one.Name))
		}
	}
	return append(append(append(dst, ']'), r.protocol.listTail()...), '}'), nil
}

func appendEntry(dst, entry []byte) []byte {
	if dst[len(dst)-1] != '[' {
		dst = append(dst, ',')
	}
	return append(dst, entry...)
}

// appendListed adds the result of a listMethod.
func (r *rpcRequest) appendListed(dst []byte, one *resource) ([]byte, error) {
	k := &asking{rpcRequest: r, handler: one.List, params: r.manifest.Handlers[one.List].Params}
	if err := r.Run(r.Alive(), k); err != nil {
		return nil, err
	}
	entries := gjson.ParseBytes(k.json)
	if !entries.IsArray() {
		return nil, errors.New("the listMethod of " + one.Name + " did not return a list")
	}
	var bad error
	entries.ForEach(func(_, entry gjson.Result) bool {
		uri, name := entry.Get("uri"), entry.Get("name")
		if uri.Type != gjson.String || name.Type != gjson.String {
			bad = errors.New("the listMethod of " + one.Name + " returned an entry without a uri or a name")
			return false
		}
		text := jsontext.AppendString([]byte(`{"uri":`), uri.Str)
		text = appendMember(text, "name", name.Str)
		text = appendMember(text, "title", entry.Get("title").String())
		text = appendMember(text, "description", entry.Get("description").String())
		text = append(appendMember(text, "mimeType", cmp.Or(entry.Get("mimeType").String(), one.MimeType)), '}')
		dst = appendEntry(dst, text)
		return true
	})
	return dst, bad
}

// readResource answers resources/read.
func (r *rpcRequest) readResource() ([]byte, error) {
	uri := r.param("uri")
	if uri.Type != gjson.String {
		return nil, invalidParams("uri is required")
	}
	one, values := r.resourceAt(uri.Str)
	if one == nil || !r.permits(one.demands) {
		return nil, r.protocol.notFound(uri.Str)
	}
	switch isSeen, err := sees(r, engine.IsResourceVisible, one); {
	case err != nil:
		return nil, err
	case !isSeen:
		return nil, r.protocol.notFound(uri.Str)
	}
	return r.readFrom(one, uri.Str, values)
}

// resourceAt returns the resource of a URI, and the values of its placeholders. A fixed URI takes precedence over
// templates that match it.
func (s *Server) resourceAt(uri string) (found *resource, values []string) {
	for _, one := range s.resources {
		switch parts, ok := one.match(uri); {
		case ok && one.pattern == nil:
			return one, nil
		case ok && found == nil:
			found, values = one, parts
		}
	}
	return found, values
}

func (r *rpcRequest) readFrom(one *resource, uri string, values []string) ([]byte, error) {
	k := &asking{rpcRequest: r, handler: one.Handler, params: one.handler.Params, texts: map[string]string{}}
	for i, name := range one.Vars {
		k.texts[name] = values[i]
	}
	if err := r.Run(r.Alive(), k); err != nil {
		if thrown, ok := errors.AsType[*engine.ScriptError](err); ok && (thrown.Status == 401 || thrown.Status == 403 || thrown.Status == 404) {
			return nil, r.protocol.notFound(uri)
		}
		if errors.Is(err, errMisfit) {
			return nil, r.protocol.notFound(uri)
		}
		r.logFailure("a resource could not be read", err, slog.String("resource", one.Name))
		return nil, &jsonrpc.Error{Code: jsonrpc.InternalError, Message: "Internal error"}
	}
	if k.isNothing() {
		return nil, r.protocol.notFound(uri)
	}
	dst := []byte(`{"contents":[`)
	for i, content := range k.contents() {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = jsontext.AppendString(append(dst, `{"uri":`...), uri)
		dst = appendMember(dst, "mimeType", cmp.Or(content.mimeType, one.mimeTypeOf(content)))
		dst = append(append(dst, `,"`...), content.kind...)
		dst = append(jsontext.AppendString(append(dst, `":`...), content.text), '}')
	}
	return append(append(append(dst, ']'), r.protocol.readTail()...), '}'), nil
}

// mimeTypeOf returns the type of a content, or the resource's if the content states none.
func (r *resource) mimeTypeOf(c content) string {
	if r.Untyped && c.isText {
		return "text/plain"
	}
	return r.MimeType
}

func notFound(code int, uri string) *jsonrpc.Error {
	return &jsonrpc.Error{
		Code: code, Message: "Resource not found",
		Data: append(jsontext.AppendString([]byte(`{"uri":`), uri), '}'),
	}
}
