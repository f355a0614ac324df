package mcp

import (
	"context"
	"log/slog"

	"github.com/tidwall/gjson"

	"github.com/fwrun/fwrun/platform/trace"
)

// record begins the span of a call. An agent names the span that it belongs to in _meta; the span of the HTTP request is a link then,
// and its parent otherwise.
func (c *call) record() {
	within, _ := trace.From(c.rpcRequest.Context(c.rpcRequest.Alive()))
	name := "tools/call " + c.tool.Name
	if parent := memberOf(c.meta(), "traceparent"); parent.Type == gjson.String && c.settings.Tracer != nil {
		if _, ok := trace.Remote([]byte(parent.Str), nil); ok {
			of := trace.Read([]byte(parent.Str), []byte(memberOf(c.meta(), "tracestate").Str))
			c.trace = c.settings.Tracer.Record(of, trace.Server, c.began)
			c.trace.Span().Link(within)
		}
	}
	if !c.trace.Recorded() {
		c.trace = within.Start(trace.Server, name)
	}
	if span := c.trace.Span(); span != nil && within.Span() != span {
		span.Rename(name)
		span.Set(slog.String("mcp.method.name", "tools/call"), slog.String("gen_ai.tool.name", c.tool.Name),
			slog.String("gen_ai.operation.name", "execute_tool"))
	}
}

// endSpan ends the span of a call.
func (c *call) endSpan() {
	span := c.trace.Span()
	if c.outcome != outcomeOK {
		span.Fail(c.outcome, "")
	}
	span.End()
}

// Context implements [engine.Contexter].
func (c *call) Context(parent context.Context) context.Context {
	ctx := c.rpcRequest.Context(parent)
	if c.trace.Recorded() {
		return c.trace.In(ctx)
	}
	return ctx
}

// Alive returns the context of the call's work outside of a VM.
func (c *call) Alive() context.Context {
	ctx := c.rpcRequest.Alive()
	if c.trace.Recorded() {
		return c.trace.In(ctx)
	}
	return ctx
}
