package replay

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
)

// Compared is how an answer differs from the one that is expected; nothing if Differences is empty.
type Compared struct {
	Differences        []Difference
	Expected, Received string // both sides as texts of several lines
}

// Answer is a response that was received.
type Answer struct {
	Status  int
	Headers http.Header
	Body    []byte
}

// Compare compares an answer with the one that is expected. Of its headers only those count that the file has.
func (f *File) Compare(a *Answer) Compared {
	var m matching
	shown, got := view{Status: a.Status}, view{Status: a.Status, Headers: Headers{}}
	if f.Response.Status != a.Status {
		m.add("status", f.Response.Status, a.Status, "")
		shown.Status = f.Response.Status
	}
	received := HeadersOf(a.Headers, func(string) bool { return false })
	shown.Headers = Headers{}
	for name, e := range f.Response.Headers {
		r, there := received[name]
		if !there {
			r = absent{}
		} else {
			got.Headers[name] = r
		}
		shown.Headers[name] = m.value("headers."+name, e, r)
	}
	shown.body, got.body = f.bodies(&m, a)
	slices.SortStableFunc(m.found, func(a, b Difference) int { return cmp.Compare(a.Path, b.Path) })
	return Compared{m.found, shown.text(), got.text()}
}

// bodies compares the bodies, and returns what is shown of both.
func (f *File) bodies(m *matching, a *Answer) (expected, received any) {
	got := BodyOf(a.Headers.Get("Content-Type"), a.Body, true)
	want := f.Response.Body
	if want.JSON != nil {
		_ = decode(want.JSON, &expected) // was read before
		if got.JSON == nil || decode(got.JSON, &received) != nil {
			received = textOf(&got)
		}
	} else {
		expected, received = textOf(&want), textOf(&got)
	}
	return m.value("body", expected, received), received
}

// textOf returns a body as a text; nothing for no body.
func textOf(b *Body) any {
	switch {
	case b.Base64 != nil:
		return "base64: " + fmt.Sprintf("%.200s", string(must(b.Base64)))
	case b.Text == nil && b.JSON == nil:
		return absent{}
	}
	return string(b.Bytes())
}

func must(data []byte) []byte {
	text, _ := json.Marshal(data) // bytes have a form
	return text
}

// view is what is shown of an answer.
type view struct {
	Status  int
	Headers Headers
	body    any
}

func (v *view) text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "status: %d\n", v.Status)
	for _, name := range slices.Sorted(maps.Keys(v.Headers)) {
		fmt.Fprintf(&b, "%s: %s\n", name, Show(v.Headers[name]))
	}
	switch body := v.body.(type) {
	case absent:
	case string:
		b.WriteString("\n" + body)
	default:
		b.WriteString("\n" + indented(body))
	}
	return b.String()
}

// Show returns a value in one line.
func Show(value any) string {
	if text, ok := value.(string); ok {
		return text
	}
	text, err := encode(value)
	if err != nil {
		return fmt.Sprint(value)
	}
	return string(text)
}

func indented(value any) string {
	text, err := json.MarshalIndent(value, "", "  ")
	if err != nil {
		return fmt.Sprint(value)
	}
	return string(text)
}

// Update replaces the response by the one that was received. Matchers that it satisfies stay.
func (f *File) Update(a *Answer) {
	response := Response{Status: a.Status, Headers: Headers{}}
	received := HeadersOf(a.Headers, func(name string) bool { return !IsCompared(name) })
	for name, r := range received {
		response.Headers[name] = r
		if e, there := f.Response.Headers[name]; there {
			response.Headers[name] = kept(e, r)
		}
	}
	response.Body = BodyOf(a.Headers.Get("Content-Type"), a.Body, true)
	var before, now any
	if f.Response.JSON != nil && response.JSON != nil && decode(f.Response.JSON, &before) == nil && decode(response.JSON, &now) == nil {
		if text, err := encode(kept(before, now)); err == nil {
			response.JSON = text
		}
	}
	f.Response = response
}

// kept returns what was received, with the matchers and masks of what was expected where they are satisfied.
func kept(expected, received any) any {
	if matcher, arg, is := matcherOf(expected); is {
		if satisfies(matcher, arg, received) == "" {
			return expected
		}
		return received
	}
	switch e := expected.(type) {
	case string:
		if text, ok := received.(string); strings.Contains(e, Masked) && (!ok || sameText(e, text)) {
			return expected
		}
	case map[string]any:
		if r, ok := received.(map[string]any); ok {
			out := map[string]any{}
			for name, one := range r {
				out[name] = kept(e[name], one)
			}
			return out
		}
	case []any:
		if r, ok := received.([]any); ok {
			out := slices.Clone(r)
			for i := range out[:min(len(out), len(e))] {
				out[i] = kept(e[i], out[i])
			}
			return out
		}
	}
	return received
}

// IsCompared reports whether a field of a response's header is one that the application decides, and the same each time.
func IsCompared(name string) bool {
	switch smallName(name) {
	case "date", "content-length", "server", "connection", "keep-alive", "transfer-encoding", "traceparent", "tracestate", "x-request-id", "etag",
		"server-timing", "x-trace-id", "content-encoding", "vary", "alt-svc":
		return false
	}
	return true
}

// Lines returns a value as a text of several lines; "" for nil.
func Lines(value any) string {
	if value == nil {
		return ""
	}
	return indented(value)
}
