package web

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"strconv"

	"github.com/fwrun/fwrun/platform/trace"
)

// describeSpan sets what is known of a request before it is sent. The query and what else may be a secret are left out.
func describeSpan(span *trace.Span, request *http.Request) {
	if span == nil {
		return
	}
	method := request.Method
	switch method {
	case "GET", "HEAD", "POST", "PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH":
		span.Rename(method)
	default:
		method = "_OTHER"
		span.Rename("HTTP")
	}
	shown := url.URL{Scheme: request.URL.Scheme, Host: request.URL.Host, Path: request.URL.Path}
	span.Set(
		slog.String("http.request.method", method), slog.String("url.full", shown.String()),
		slog.String("server.address", request.URL.Hostname()), slog.Int("server.port", portOf(request.URL)),
	)
}

func portOf(u *url.URL) int {
	port, err := strconv.Atoi(u.Port())
	switch {
	case err == nil:
		return port
	case u.Scheme == "https":
		return 443
	}
	return 80
}

// endSpan ends the span of a request.
func endSpan(span *trace.Span, got *incoming, err error) {
	switch {
	case err != nil:
		span.Fail(errorType(err), "")
	case got != nil:
		status := got.response.StatusCode
		span.Set(slog.Int("http.response.status_code", status))
		if status >= http.StatusBadRequest {
			span.Fail(strconv.Itoa(status), "")
		}
	}
	span.End()
}

// errorType returns why a request has no answer, as one of few names.
func errorType(err error) string {
	var late net.Error
	var unknown *net.DNSError
	switch {
	case errors.Is(err, context.Canceled):
		return "canceled"
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &late) && late.Timeout():
		return "timeout"
	case errors.As(err, &unknown):
		return "dns"
	}
	if code := errorCode(err); code != "" {
		return code
	}
	return "_OTHER"
}
