// Package tracing is Tracer: spans of scripts, for themselves and for libraries that use the API of OpenTelemetry.
package tracing
