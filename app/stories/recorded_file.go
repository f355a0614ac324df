package stories

import (
	"net/url"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/devtools/replay"
	"github.com/fwrun/fwrun/devtools/stories"
)

// moreHeaders is the name of a field that replaces the headers beyond the limit.
const moreHeaders = "…"

func hasMore(fields []stories.Field) bool {
	return slices.ContainsFunc(fields, func(f stories.Field) bool { return f.Name == moreHeaders })
}

// recordedFile makes the file of a request of what is remembered of it.
func recordedFile(whole *stories.Whole, made *saved, contextPath string) *replay.File {
	f := &replay.File{Version: replay.Version, Recorded: recordedAt(whole.At), Calls: made.of.Calls}
	target := (&url.URL{Path: strings.TrimPrefix(whole.Path, contextPath), RawQuery: whole.Request.Query}).String()
	if !strings.HasPrefix(target, "/") {
		target = "/" + target
	}
	f.Request = replay.Request{Method: whole.Method, Path: target, As: made.sender}
	f.Request.Headers = headersOf(whole.Request.Headers, func(name string) bool {
		return isOfConnection(name) || made.sender != nil && isCredential(name)
	})
	f.Request.Body = replay.BodyOf(fieldOf(whole.Request.Headers, "content-type"), []byte(whole.Request.Body), false)
	f.Response = replay.Response{Status: whole.Status}
	f.Response.Headers = headersOf(whole.Response.Headers, func(name string) bool { return !replay.IsCompared(name) })
	if made.sender != nil && f.Response.Headers["cache-control"] == "private" { // since credentials came with the request, which are left out
		delete(f.Response.Headers, "cache-control")
	}
	answerOf(whole, &f.Response)
	return f
}

// headersOf returns fields of a header, but for those that are left out.
func headersOf(fields []stories.Field, leave func(name string) bool) replay.Headers {
	out := replay.Headers{}
	for _, field := range fields {
		name := strings.ToLower(field.Name)
		if leave(name) {
			continue
		}
		switch before := out[name].(type) {
		case nil:
			out[name] = field.Value
		case string:
			out[name] = []any{before, field.Value}
		case []any:
			out[name] = append(before, field.Value)
		}
	}
	return out
}

func fieldOf(fields []stories.Field, name string) string {
	for _, field := range fields {
		if strings.EqualFold(field.Name, name) {
			return field.Value
		}
	}
	return ""
}

// isOfConnection reports whether a field belongs to how a request came, and not to what was asked.
func isOfConnection(name string) bool {
	switch name {
	case "host", "content-length", "content-encoding", "connection", "accept-encoding", "traceparent", "tracestate",
		"transfer-encoding", "te", "expect", "upgrade", "keep-alive":
		return true
	}
	return strings.HasPrefix(name, "sec-fetch-") || strings.HasPrefix(name, "sec-ch-")
}

// isCredential reports whether a field says who sends a request.
func isCredential(name string) bool { return name == "authorization" || name == "cookie" }
