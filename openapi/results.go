package openapi

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/schema"
)

// responses describes the answers of an operation: those that its decorators declare, that of its result, and its failures.
func (w *writer) responses(o *operation, hasBody bool, g Guard) schema.Node {
	out := schema.Node{}
	add := func(status string, node schema.Node) { out = append(out, schema.Member{Key: status, Value: node}) }
	declares := slices.ContainsFunc(o.said.Answers, func(a manifest.Answer) bool { return a.Status[0] == '2' || a.Status[0] == '3' })
	if !declares {
		text := "OK"
		if isEntity(o.handler.Answers()) {
			text = "OK, unless the code sets another status" // generators of clients know few ranges, and 200 is what others document
		}
		add("200", described(text, w.contents(o, o.handler.Answers())))
	}
	for _, a := range o.said.Answers {
		add(a.Status, w.answer(o, a))
	}
	for _, status := range w.failuresOf(o, hasBody, g) {
		if !has(out, strconv.Itoa(status)) {
			add(strconv.Itoa(status), w.failure(status, g))
		}
	}
	slices.SortStableFunc(out, func(a, b schema.Member) int { return strings.Compare(a.Key, b.Key) }) // 200, 404, 4XX, default
	if !has(out, "default") {
		add("default", w.failure(0, g))
	}
	return out
}

func has(node schema.Node, key string) bool {
	return slices.ContainsFunc(node, func(m schema.Member) bool { return m.Key == key })
}

// isEntity reports whether a result sets its own status.
func isEntity(t *schema.Type) bool {
	return t != nil && t.Kind == schema.Host && (t.Name == manifest.TypeResponse || t.Name == manifest.TypeWebResponse)
}

// described returns a response.
func described(text string, content schema.Node) schema.Node {
	node := schema.Node{{Key: "description", Value: text}}
	if len(content) > 0 {
		node = append(node, schema.Member{Key: "content", Value: content})
	}
	return node
}

// answer describes an answer that @ApiResponse declares. One without a type has the result of the handler if it is a success, and is a
// problem if it is a failure that the host answers.
func (w *writer) answer(o *operation, a manifest.Answer) schema.Node {
	text := a.Description
	if text == "" {
		text = statusName(a.Status)
	}
	content := w.answerContent(o, a)
	return w.withHeaders(described(text, content), a.Headers)
}

// withHeaders adds the headers of an answer.
func (w *writer) withHeaders(node schema.Node, headers []manifest.Header) schema.Node {
	var out schema.Node
	for _, h := range headers {
		one := schema.Node{{Key: "schema", Value: w.components.Written(h.Type)}}
		if h.Description != "" {
			one = append(schema.Node{{Key: "description", Value: h.Description}}, one...)
		}
		out = append(out, schema.Member{Key: h.Name, Value: one})
	}
	if out == nil {
		return node
	}
	return append(node, schema.Member{Key: "headers", Value: out})
}

// answerContent describes the bodies of an answer that @ApiResponse declares.
func (w *writer) answerContent(o *operation, a manifest.Answer) (content schema.Node) {
	switch isSuccess := a.Status[0] == '2'; {
	case a.Status == "204", a.Status == "205", a.Status == "304":
	case a.Type != nil && a.Media != "":
		content = schema.Node{{Key: a.Media, Value: schema.Node{{Key: "schema", Value: w.written(a.Type, mediaList([]string{a.Media})[0])}}}}
	case a.Type != nil:
		content = w.contentsOf(a.Type, nil)
	case a.Media != "":
		content = schema.Node{{Key: a.Media, Value: schema.Node{}}}
	case isSuccess:
		content = w.contents(o, o.handler.Answers())
	case (a.Status[0] == '4' || a.Status[0] == '5') && !isEntity(o.handler.Answers()):
		content = w.failureContent(a.Status)
	}
	return content
}

func statusName(status string) string {
	if n, err := strconv.Atoi(status); err == nil {
		if name := http.StatusText(n); name != "" {
			return name
		}
		return "Status " + status
	}
	switch status[0] {
	case '1':
		return "Information"
	case '2':
		return "Success"
	case '3':
		return "Redirection"
	case '4':
		return "The request cannot be answered"
	case '5':
		return "The server has failed"
	}
	return "Any other answer"
}

// contents describes the bodies of an operation's result.
func (w *writer) contents(o *operation, t *schema.Type) schema.Node {
	if t != nil && t.Kind == schema.Host {
		if t.Elem == nil {
			t = nil
		} else {
			t = t.Elem
		}
	}
	return w.contentsOf(t, mediaList(o.route.Produces))
}

// contentsOf describes the bodies of a type that is written, nil for one that is not known: as the media types that are stated, or else
// as the type implies.
func (w *writer) contentsOf(t *schema.Type, stated []media) (content schema.Node) {
	add := func(text string, node schema.Node) {
		content = append(content, schema.Member{Key: text, Value: schema.Node{{Key: "schema", Value: node}}})
	}
	if t != nil && t.Kind == schema.Void {
		return nil
	}
	if len(stated) > 0 {
		for _, m := range stated {
			add(m.text, w.written(t, m))
		}
		return content
	}
	for _, part := range byMedia(t) {
		usual := usualMedia(part)
		add(usual.text, w.written(part, usual))
	}
	usual := usualMedia(t)
	if t != nil && t.Nullable && !usual.isJSON() && !usual.isRange() {
		add(typeJSON, schema.Node{{Key: "type", Value: "null"}})
	}
	return content
}

// byMedia returns the types of which a result has one media type: of a union, those of its parts.
func byMedia(t *schema.Type) []*schema.Type {
	if t == nil || !slices.ContainsFunc(t.OneOf, func(part *schema.Type) bool { return usualMedia(part) != usualMedia(t) }) {
		return []*schema.Type{t}
	}
	var list []*schema.Type
	for _, part := range t.OneOf {
		at := slices.IndexFunc(list, func(other *schema.Type) bool { return usualMedia(other) == usualMedia(part) })
		if at < 0 {
			list = append(list, part)
			continue
		}
		joined := *t
		joined.Name, joined.OneOf = "", []*schema.Type{list[at], part}
		if before := list[at].OneOf; before != nil {
			joined.OneOf = append(slices.Clip(before), part)
		}
		list[at] = &joined
	}
	return list
}

// usualMedia returns the media type in which values of a type are written where none is stated.
func usualMedia(t *schema.Type) media {
	if t == nil {
		return media{"*/*"}
	}
	switch t.Kind {
	case schema.String, schema.Enum, schema.Int, schema.Float, schema.Bool, schema.Duration, schema.Size:
		return media{typeText}
	case schema.Bytes:
		return media{typeBytes}
	case schema.Any, schema.Untyped:
		if t.OneOf != nil {
			return usualMedia(t.OneOf[0])
		}
		if t.Standard != nil {
			return mediaOfKind(t.Standard.Written.Kind())
		}
		if t.Elem == nil {
			return media{"*/*"}
		}
		switch t.Elem.Kind { // of a stream
		case schema.String:
			return media{typeText}
		case schema.Bytes:
			return media{typeBytes}
		}
		return media{typeLines}
	case schema.Host:
		return media{"*/*"}
	}
	return media{typeJSON}
}

// mediaOfKind returns the media type in which values of a type of JSON Schema are written; any if that is not known.
func mediaOfKind(kind string) media {
	switch kind {
	case "":
		return media{"*/*"}
	case "object", "array":
		return media{typeJSON}
	}
	return media{typeText}
}

// written returns the schema of a type as a media type has it. For a stream it is that of one item.
func (w *writer) written(t *schema.Type, m media) schema.Node {
	if t == nil || t.Kind == schema.Host {
		return schema.Node{}
	}
	if item := t.Elem; item != nil && (t.Kind == schema.Any || t.Kind == schema.Untyped) {
		return w.streamed(item, m)
	}
	plain := *t
	switch {
	case m.isBinary() || t.Kind == schema.Bytes && !m.isJSON() && !m.isXML():
		return binary()
	case !m.isJSON() && !m.isXML() && !m.isRange() && usualMedia(t).isJSON():
		return schema.Node{} // whatever the application makes of it
	case m.text == typeText && t.Kind != schema.Untyped && t.Kind != schema.Any:
		plain.Nullable = false // null is written as JSON
	}
	return w.components.Written(&plain)
}

// streamed returns the schema of an item of a stream.
func (w *writer) streamed(item *schema.Type, m media) schema.Node {
	switch {
	case item.Kind == schema.Bytes || m.isBinary():
		return binary()
	case m.text == typeEvents:
		return w.components.Written(dataOf(item))
	case m.isStream(), item.Kind == schema.String:
		return w.components.Written(item)
	case m.isJSON():
		return schema.Node{{Key: "type", Value: "array"}, {Key: "items", Value: w.components.Written(item)}}
	}
	return schema.Node{}
}

// dataOf returns the type of the data of an event: an object that has only the fields of an event sets these.
func dataOf(item *schema.Type) *schema.Type {
	fields := item.Fields
	if item.Kind == schema.Object {
		fields = item.Class.Fields
	}
	var data *schema.Type
	for _, f := range fields {
		switch f.JSON {
		case "data":
			data = f.Type
		case "comment", "event", "id", "retry":
		default:
			return item
		}
	}
	if data == nil {
		return item
	}
	return data
}
