package mcp

import (
	"log/slog"

	"github.com/fwrun/fwrun/engine"
)

// calling is the [engine.Task] of what comes before a result: beforeCall of the interceptors and, for a
// method of a bean, the method itself.
type calling struct {
	*call
	invokes bool
	next    int  // the interceptor whose turn it is
	invoked bool // the method was called
}

// Experience implements [engine.Experienced].
func (k *calling) Experience() *engine.Experience { return &k.experiences[k.tool.Handler] }

// Start implements [engine.Task].
func (k *calling) Start(s *engine.Scope) (engine.Value, error) {
	if k.hooked[engine.BeforeCall] || k.hooked[engine.AfterCall] {
		if err := k.introduce(s); err != nil {
			return nil, err
		}
	}
	return k.advance(s)
}

func (k *calling) advance(s *engine.Scope) (engine.Value, error) {
	for ; k.next < len(k.hooks); k.next++ {
		if !k.hooks[k.next].Has(engine.BeforeCall) {
			continue
		}
		result, err := s.InterceptTool(k.next, engine.BeforeCall, object(s, k.tool), k.context)
		if err != nil || result != nil {
			return result, err
		}
	}
	if !k.invokes || !k.isInRate() {
		return nil, nil
	}
	args, err := k.bind(s)
	if err != nil || args == nil {
		return nil, err
	}
	k.invoked = true
	return s.Call(k.handler(), args)
}

func (c *call) handler() int { return c.tool.Handler }

// Next implements [engine.Task].
func (k *calling) Next(s *engine.Scope, settled engine.Value) (engine.Value, error) {
	if k.invoked {
		return nil, k.finish(s, settled)
	}
	k.next++
	return k.advance(s)
}

// Catch implements [engine.Task]. It keeps what was thrown for afterCall.
func (k *calling) Catch(_ *engine.Scope, err error) (engine.Value, error) {
	if thrown, ok := engine.ThrownValue(err); ok {
		k.thrown = thrown
	}
	return nil, err
}

// introduce makes the context that all scripts of the call are given. It keeps the VM, where they find
// each other's traces.
func (c *call) introduce(s *engine.Scope) error {
	if c.context != nil {
		return nil
	}
	if _, err := c.Request(s); err != nil {
		return err
	}
	var err error
	c.context, err = s.Supply("McpToolContext", toolCall{c, func() (engine.Value, error) { return c.Request(s) }})
	return err
}

// telling is the [engine.Task] of afterCall.
type telling struct {
	*call
	next int
}

// Start implements [engine.Task].
func (k *telling) Start(s *engine.Scope) (engine.Value, error) {
	if err := k.introduce(s); err != nil {
		return nil, err
	}
	return k.advance(s)
}

func (k *telling) advance(s *engine.Scope) (engine.Value, error) {
	for ; k.next < len(k.hooks); k.next++ {
		thrown := k.thrown
		if thrown == nil {
			thrown = s.Null()
		}
		result, err := s.InterceptTool(k.next, engine.AfterCall, object(s, k.tool), k.context, thrown)
		if err != nil || result != nil {
			return result, err
		}
	}
	return nil, nil
}

// Next implements [engine.Task].
func (k *telling) Next(s *engine.Scope, _ engine.Value) (engine.Value, error) {
	k.next++
	return k.advance(s)
}

// Catch implements [engine.Task]: the others are told all the same.
func (k *telling) Catch(s *engine.Scope, err error) (engine.Value, error) {
	k.logFailure("afterCall of "+k.hooks[k.next].Name+" failed", s.Explain(err), slog.String("tool", k.tool.Name))
	k.next++
	return k.advance(s)
}

// toolCall is what an McpToolContext reads from.
type toolCall struct {
	*call
	request func() (engine.Value, error) // the HttpRequest that belongs to it
}

// innerContext is what the McpToolContext of an endpoint reads from: its request is the one made for it.
func (c *call) innerContext(request func() (any, error)) any {
	return toolCall{c, func() (engine.Value, error) {
		made, err := request()
		value, _ := made.(engine.Value)
		return value, err
	}}
}

// ToolName is the tool's.
func (t toolCall) ToolName() string { return t.tool.Name }

// RequestID is what the client calls the request.
func (t toolCall) RequestID() any { return plainID(t.message.ID) }

// Arguments are those of the call, as JSON.
func (t toolCall) Arguments() string { return t.arguments }

// Outcome is empty while the call is under way.
func (t toolCall) Outcome() string { return t.outcome }

// CallerRequest is the HttpRequest that the call came with.
func (t toolCall) CallerRequest() (engine.Value, error) { return t.request() }
