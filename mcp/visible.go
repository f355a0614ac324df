package mcp

import (
	"slices"
	"strings"

	"github.com/fwrun/fwrun/engine"
)

// toolFilter is a caller's choice of tools, within what the configuration allows.
type toolFilter struct {
	readOnly bool
	toolsets [][]string // a tool with sets must be in one set of each list; nil for all tools
}

// filterOf reads which tools the request asks for: ?toolset=a,b and ?readonly=true, or the headers X-MCP-Toolsets and
// X-MCP-Readonly.
func (s *Server) filterOf(x Exchange) toolFilter {
	c := toolFilter{readOnly: s.settings.ReadOnly || isTrue(x.Query("readonly")) || isTrue(string(x.Header("X-MCP-Readonly")))}
	if len(s.settings.Toolsets) > 0 {
		c.toolsets = append(c.toolsets, s.settings.Toolsets)
	}
	for _, text := range [...]string{x.Query("toolset"), string(x.Header("X-MCP-Toolsets"))} {
		if text == "" {
			continue
		}
		if list := strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' }); len(list) > 0 && !slices.Contains(list, "all") {
			c.toolsets = append(c.toolsets, list)
		}
	}
	return c
}

func isTrue(text string) bool { return text == "1" || strings.EqualFold(text, "true") }

// has reports whether a tool passes the filter. A tool without a set counts as a member of all sets.
func (f toolFilter) has(t *tool) bool {
	if f.readOnly && !t.ReadOnly {
		return false
	}
	for _, list := range f.toolsets {
		if len(t.Toolsets) > 0 && !slices.ContainsFunc(t.Toolsets, func(name string) bool { return slices.Contains(list, name) }) {
			return false
		}
	}
	return true
}

// bits is a set of indexes.
type bits []byte

func newBits(n int) bits { return make(bits, (n+7)/8) }

func (b bits) set(i int) { b[i/8] |= 1 << (i % 8) }

func (b bits) has(i int) bool { return b[i/8]&(1<<(i%8)) != 0 }

func (b bits) key() string { return string(b) }

// subject is a tool, resource or prompt that interceptors are asked about.
type subject interface {
	describe() map[string]any
}

// visible asks the interceptors which of the chosen subjects the caller sees. An interceptor that fails hides the
// subject.
func visible[S subject](t *rpcRequest, hook engine.ToolHook, subjects []S, chosen func(S) bool) (bits, error) {
	v := &viewing{rpcRequest: t, hook: hook, seen: newBits(len(subjects))}
	for i, one := range subjects {
		if chosen(one) {
			v.asked = append(v.asked, asked{i, one})
			v.seen.set(i)
		}
	}
	if !t.hooked[hook] || len(v.asked) == 0 {
		return v.seen, nil
	}
	v.seen = newBits(len(subjects))
	if err := t.Run(t.Alive(), v); err != nil {
		return nil, err
	}
	return v.seen, nil
}

// sees reports whether the caller sees one subject.
func sees[S subject](t *rpcRequest, hook engine.ToolHook, one S) (bool, error) {
	if !t.hooked[hook] {
		return true, nil
	}
	seen, err := visible(t, hook, []S{one}, func(S) bool { return true })
	return err == nil && seen.has(0), err
}

// asked is a subject with its index.
type asked struct {
	index int
	subject
}

// object returns the script's object for a subject, which is made once in every VM.
func object(s *engine.Scope, one subject) engine.Value {
	return s.Memoize(one, func() engine.Value { return s.Frozen(one.describe()) })
}

// viewing is the [engine.Task] that asks one hook of every interceptor about one subject after the other.
type viewing struct {
	*rpcRequest // provides the context and the request
	hook        engine.ToolHook
	asked       []asked // the subjects that are still to be asked about
	next        int     // index of the interceptor to ask
	seen        bits

	request engine.Value
}

// Start implements [engine.Task].
func (v *viewing) Start(s *engine.Scope) (engine.Value, error) {
	var err error
	if v.request, err = v.Request(s); err != nil {
		return nil, err
	}
	return v.ask(s)
}

// ask asks interceptors until one of them returns a result that has to be settled.
func (v *viewing) ask(s *engine.Scope) (engine.Value, error) {
	for len(v.asked) > 0 {
		if v.next == len(v.hooks) {
			v.seen.set(v.asked[0].index)
			v.forward()
			continue
		}
		verdict, err := s.InterceptTool(v.next, v.hook, object(s, v.asked[0].subject), v.request)
		if verdict != nil || err != nil {
			return verdict, err
		}
		v.next++
	}
	return nil, nil
}

// forward moves on to the next subject.
func (v *viewing) forward() { v.asked, v.next = v.asked[1:], 0 }

// Next implements [engine.Task].
func (v *viewing) Next(s *engine.Scope, verdict engine.Value) (engine.Value, error) {
	if isShown, ok := s.BoolOf(verdict); ok && isShown {
		v.next++
	} else {
		v.forward()
	}
	return v.ask(s)
}

// Catch implements [engine.Task].
func (v *viewing) Catch(s *engine.Scope, err error) (engine.Value, error) {
	v.logFailure(v.hooks[v.next].Name+"."+v.hook.String()+" failed, so the tool, resource or prompt is hidden", s.Explain(err))
	v.forward()
	return v.ask(s)
}
