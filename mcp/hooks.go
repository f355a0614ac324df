package mcp

import (
	"log/slog"
	"strings"

	"github.com/fwrun/fwrun/engine"
)

// calling is the [engine.Task] of the stages before a result: beforeCall of the interceptors and, for a method of a
// bean, the method itself.
type calling struct {
	*call
	invokes bool
	next    int  // index of the interceptor to call
	invoked bool // the method was called

	args    []engine.Value // nil before they are bound
	wrong   []string       // what does not fit
	whole   engine.Value   // what the schema of all arguments makes of them
	schemas engine.Validation
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
	if !k.invokes {
		return nil, nil
	}
	return k.invoke(s)
}

// invoke calls the method when its arguments fit.
func (k *calling) invoke(s *engine.Scope) (engine.Value, error) {
	if k.args == nil {
		if !k.isInRate() {
			return nil, nil
		}
		if err := k.bind(s); err != nil {
			return nil, err
		}
	}
	if result, err := k.schemas.Step(s); result != nil || err != nil {
		return result, err
	}
	if k.wrong != nil {
		k.fail(outcomeTool, strings.Join(k.wrong, "\n"))
		return nil, nil
	}
	k.spread(s)
	k.invoked = true
	return s.Call(k.handler(), k.args)
}

func (c *call) handler() int { return c.tool.Handler }

// Next implements [engine.Task].
func (k *calling) Next(s *engine.Scope, settled engine.Value) (engine.Value, error) {
	switch {
	case k.invoked:
		return nil, k.finish(s, settled)
	case k.args != nil:
		if err := k.schemas.Settled(s, settled); err != nil {
			return nil, err
		}
		return k.invoke(s)
	}
	k.next++
	return k.advance(s)
}

// Catch implements [engine.Task]. It stores the error for afterCall.
func (k *calling) Catch(_ *engine.Scope, err error) (engine.Value, error) {
	if thrown, ok := engine.ThrownValue(err); ok {
		k.thrown = thrown
	}
	return nil, err
}

// introduce makes the context that all scripts of the call are given. From then on the call stays on this VM, where
// scripts find the properties that others have set.
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

// Catch implements [engine.Task]: the remaining interceptors are called nevertheless.
func (k *telling) Catch(s *engine.Scope, err error) (engine.Value, error) {
	k.logFailure("afterCall of "+k.hooks[k.next].Name+" failed", s.Explain(err), slog.String("tool", k.tool.Name))
	k.next++
	return k.advance(s)
}

// toolCall is the Go side of an McpToolContext.
type toolCall struct {
	*call
	request func() (engine.Value, error) // returns the HttpRequest of the context
}

// innerContext returns the Go side of an endpoint's McpToolContext: its request is the one that was made for it.
func (c *call) innerContext(request func() (any, error)) any {
	return toolCall{c, func() (engine.Value, error) {
		made, err := request()
		value, _ := made.(engine.Value)
		return value, err
	}}
}

// ToolName returns the tool's name.
func (t toolCall) ToolName() string { return t.tool.Name }

// RequestID returns the client's id of the request.
func (t toolCall) RequestID() any { return plainID(t.message.ID) }

// Arguments returns the arguments of the call as JSON.
func (t toolCall) Arguments() string { return t.arguments }

// Outcome returns the outcome; empty while the call is in progress.
func (t toolCall) Outcome() string { return t.outcome }

// CallerRequest returns the HttpRequest that the call came with.
func (t toolCall) CallerRequest() (engine.Value, error) { return t.request() }
