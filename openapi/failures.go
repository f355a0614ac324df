package openapi

import (
	"cmp"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/schema"
)

// failuresOf lists the statuses with which the host may refuse or fail a request of an operation.
func (w *writer) failuresOf(o *operation, hasBody bool, g Guard) (list []int) {
	binds := func(p manifest.Param) bool { return p.Origin != manifest.FromHost }
	add := func(may bool, status int) {
		if may {
			list = append(list, status)
		}
	}
	add(hasBody || slices.ContainsFunc(o.handler.Params, binds), http.StatusBadRequest)
	add(g.Known || g.Optional, http.StatusUnauthorized)
	add(g.Refuses, http.StatusForbidden)
	add(len(o.route.Vars) > 0, http.StatusNotFound)
	add(slices.ContainsFunc(mediaList(o.route.Produces), func(m media) bool { return !m.isRange() }), http.StatusNotAcceptable)
	add(hasBody, http.StatusRequestEntityTooLarge)
	add(hasBody && isParticular(o), http.StatusUnsupportedMediaType)
	add(true, http.StatusInternalServerError)
	return list
}

// isParticular reports whether bodies of some media types are refused.
func isParticular(o *operation) bool {
	if len(o.route.Consumes) > 0 {
		return true
	}
	b := bodyOf(o.handler)
	if b.whole == nil || b.whole.DisableParsing {
		return false
	}
	switch b.whole.Type.Kind {
	case schema.String, schema.Bytes, schema.Host, schema.Any, schema.Untyped:
		return false
	}
	return true
}

// failure describes an answer with a status, 0 for any other failure.
func (w *writer) failure(status int, g Guard) schema.Node {
	if status == http.StatusForbidden && len(g.OneOf) > 0 {
		return described("Needs "+listed(g.OneOf), w.failureContent("403"))
	}
	w.failures[status] = true
	return schema.Node{{Key: "$ref", Value: "#/components/responses/" + failureName(status)}}
}

func listed(authorities []string) string {
	if len(authorities) == 1 {
		return authorities[0]
	}
	last := len(authorities) - 1
	return strings.Join(authorities[:last], ", ") + " or " + authorities[last]
}

// failureName returns the name of a shared response: BadRequest.
func failureName(status int) string {
	if status == 0 {
		return "Failure"
	}
	return strings.ReplaceAll(http.StatusText(status), " ", "")
}

// failureResponses describes the responses that operations refer to.
func (w *writer) failureResponses() schema.Node {
	var out schema.Node
	for _, status := range slices.Sorted(maps.Keys(w.failures)) {
		out = append(out, schema.Member{Key: failureName(status), Value: w.failureResponse(status)})
	}
	slices.SortFunc(out, func(a, b schema.Member) int { return strings.Compare(a.Key, b.Key) })
	return out
}

// failureResponse describes a failure, 0 for any that is not named: as the error controller declares it, or else as the host answers.
func (w *writer) failureResponse(status int) schema.Node {
	text := "default"
	if status > 0 {
		text = strconv.Itoa(status)
	}
	a := w.ownError(text)
	return w.withHeaders(described(cmp.Or(a.Description, failureText(status)), w.failureContent(text)), a.Headers)
}

// ownError returns what the error controller declares for a status: for that one, its range, or any.
func (w *writer) ownError(status string) manifest.Answer {
	for _, declared := range []string{status, status[:1] + "XX", "default"} {
		if at := slices.IndexFunc(w.m.Errors, func(a manifest.Answer) bool { return a.Status == declared }); at >= 0 {
			return w.m.Errors[at]
		}
	}
	return manifest.Answer{}
}

// failureContent describes the body of a failure; nil if the application writes that itself, and does not say what.
func (w *writer) failureContent(status string) schema.Node {
	if a := w.ownError(status); w.ownErrors && a.Type != nil {
		if a.Media != "" {
			return schema.Node{{Key: a.Media, Value: schema.Node{{Key: "schema", Value: w.written(a.Type, mediaList([]string{a.Media})[0])}}}}
		}
		return w.contentsOf(a.Type, nil)
	}
	return w.problemContent()
}

func failureText(status int) string {
	switch status {
	case 0:
		return "Any other failure"
	case http.StatusBadRequest:
		return "The request cannot be read, or some of its values are refused: errors lists these"
	case http.StatusUnauthorized:
		return "The client is not known; it must log in or send credentials"
	case http.StatusForbidden:
		return "The client may not do this"
	case http.StatusNotFound:
		return "Nothing was found"
	case http.StatusNotAcceptable:
		return "The client accepts none of the media types"
	case http.StatusRequestEntityTooLarge:
		return "The body is too large"
	case http.StatusUnsupportedMediaType:
		return "The media type of the body is not accepted"
	case http.StatusInternalServerError:
		return "The application has failed"
	}
	return strconv.Itoa(status)
}

// problemContent describes the body of a failure; nil if the application writes that itself.
func (w *writer) problemContent() schema.Node {
	if w.ownErrors {
		return nil
	}
	if w.problem == "" {
		w.problem = w.components.Reserve("Problem")
	}
	ref := schema.Node{{Key: "$ref", Value: "#/components/schemas/" + w.problem}}
	return schema.Node{{Key: typeProblem, Value: schema.Node{{Key: "schema", Value: ref}}}}
}

// problemSchema describes the document of RFC 9457 with what this server adds.
func problemSchema() schema.Node {
	text := func(about string) schema.Node {
		return schema.Node{{Key: "description", Value: about}, {Key: "type", Value: "string"}}
	}
	return schema.Node{
		{Key: "description", Value: "What went wrong, in the format of RFC 9457."},
		{Key: "type", Value: "object"},
		{Key: "properties", Value: schema.Node{
			{Key: "type", Value: text("about:blank, or a URI of the kind of problem.")},
			{Key: "title", Value: text("The name of the status.")},
			{Key: "status", Value: schema.Node{
				{Key: "description", Value: "The status of the answer."},
				{Key: "type", Value: "integer"},
				{Key: "format", Value: "int32"},
			}},
			{Key: "detail", Value: text("What went wrong with this request.")},
			{Key: "instance", Value: text("The path of the request.")},
			{Key: "traceId", Value: text("The id of the request in the log of the server.")},
			{Key: "errors", Value: schema.Node{
				{Key: "description", Value: "The values that were refused."},
				{Key: "type", Value: "array"},
				{Key: "items", Value: refusalSchema(text)},
			}},
			{Key: "constraint", Value: text("The constraint of the database that the change violates.")},
		}},
		{Key: "required", Value: []string{"type", "title", "status", "traceId"}},
	}
}

func refusalSchema(text func(string) schema.Node) schema.Node {
	places := []any{"path", "query", "form", "cookie", "header", "body"}
	return schema.Node{
		{Key: "type", Value: "object"},
		{Key: "properties", Value: schema.Node{
			{Key: "name", Value: text("The name of the value, or its path in the body.")},
			{Key: "in", Value: schema.Node{{Key: "description", Value: "Where it was sent."}, {Key: "type", Value: "string"}, {Key: "enum", Value: places}}},
			{Key: "code", Value: text("Why it was refused, for programs.")},
			{Key: "message", Value: text("Why it was refused, for people.")},
			{Key: "params", Value: schema.Node{
				{Key: "description", Value: "The values that belong to the code, such as the smallest allowed value."},
				{Key: "type", Value: "object"},
			}},
		}},
		{Key: "required", Value: []string{"name", "in", "code", "message"}},
	}
}
