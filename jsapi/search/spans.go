package search

import (
	"context"
	"log/slog"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/fwrun/fwrun/platform/trace"
)

// system is the name of OpenSearch in OpenTelemetry's conventions.
const system = "opensearch"

// startSpan begins the span of a request, if the trace is recorded. Ids, parameters and bodies are not part of it.
func (c Connection) startSpan(ctx context.Context, method, path string) (context.Context, *trace.Span) {
	ctx, span := trace.Start(ctx, trace.Client, "")
	if span == nil {
		return ctx, nil
	}
	operation, index := described(method, path)
	span.Set(
		slog.String("db.system.name", system), slog.String("db.operation.name", operation), slog.String("http.request.method", method),
		slog.String("fwrun.search.connection", c.Name),
	)
	name := operation
	if index != "" {
		span.Set(slog.String("db.collection.name", index))
		name += " " + index
	}
	span.Rename(name)
	return ctx, span
}

// send sends a request, within a span if the trace is recorded.
func (c Connection) send(ctx context.Context, method, path string, body []byte, mediaType string, reads bool) (status int, answer []byte, err error) {
	ctx, span := c.startSpan(ctx, method, path)
	status, answer, err = c.Cluster.Send(ctx, method, path, body, mediaType, reads)
	endSpan(span, method, status, err)
	return status, answer, err
}

// endSpan ends the span of a request. That a document is not there is an answer as any other, unless something was to be written to it.
func endSpan(span *trace.Span, method string, status int, err error) {
	switch {
	case span == nil:
		return
	case err != nil:
		span.Error(err)
	default:
		code := strconv.Itoa(status)
		span.Set(slog.String("db.response.status_code", code))
		if status >= http.StatusBadRequest && (status != http.StatusNotFound || method == http.MethodPost || method == http.MethodPut) {
			span.Fail(code, "")
		}
	}
	span.End()
}

// described returns what a request does, as OpenSearch names it in its specification, and with which indices; "" for none.
func described(method, path string) (operation, index string) {
	path, _, _ = strings.Cut(path, "?")
	parts := strings.Split(strings.Trim(path, "/"), "/")
	if first := parts[0]; first == "_all" || first != "" && first[0] != '_' {
		index = shownIndex(first)
		parts = parts[1:]
	}
	if len(parts) == 0 {
		return onIndex(method), index
	}
	operation = strings.TrimPrefix(parts[0], "_")
	switch operation {
	case "":
		return "info", index
	case "doc":
		operation = onDocument(method)
	case "search":
		switch {
		case len(parts) > 1 && method == http.MethodDelete:
			operation = "clear_" + parts[1]
		case len(parts) > 1: // /_search/scroll and the like
			operation = parts[1]
		}
	}
	return strings.ToLower(operation), index
}

// longestIndex is how much of a list of indices is shown.
const longestIndex = 256

func shownIndex(escaped string) string {
	index, err := url.PathUnescape(escaped)
	if err != nil {
		index = escaped
	}
	return strings.ToValidUTF8(index[:min(len(index), longestIndex)], "")
}

// onIndex returns what a request to nothing but an index does.
func onIndex(method string) string {
	switch method {
	case http.MethodPut:
		return "indices.create"
	case http.MethodDelete:
		return "indices.delete"
	case http.MethodHead:
		return "indices.exists"
	}
	return "indices.get"
}

// onDocument returns what a request to a document does.
func onDocument(method string) string {
	switch method {
	case http.MethodGet:
		return "get"
	case http.MethodHead:
		return "exists"
	case http.MethodDelete:
		return "delete"
	}
	return "index"
}
