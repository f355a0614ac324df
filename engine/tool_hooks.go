package engine

import (
	"fmt"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/platform/fault"
)

// ToolHook is a method of an interceptor of tool calls.
type ToolHook uint8

// The hooks.
const (
	IsVisible ToolHook = iota
	IsResourceVisible
	IsPromptVisible
	BeforeCall
	AfterCall
	toolHookCount
)

// toolHookNames holds the names of the methods, by ToolHook.
var toolHookNames = [toolHookCount]string{"isVisible", "isResourceVisible", "isPromptVisible", "beforeCall", "afterCall"}

// String returns the name of the method.
func (h ToolHook) String() string { return toolHookNames[h] }

// ToolInterception describes an interceptor of tool calls to an edge: its name for logs, and the methods that it
// has. Its index is its position in the order.
type ToolInterception struct {
	Name string
	has  [toolHookCount]bool
}

// Has reports whether the interceptor has a hook that does something.
func (i ToolInterception) Has(hook ToolHook) bool { return i.has[hook] }

// ToolInterceptors returns the interceptors of tool calls of the application in the order in which they are
// called.
func (a *Application) ToolInterceptors() []ToolInterception { return a.toolHooks }

// toolHooks holds the methods that one interceptor has in one VM.
type toolHooks struct {
	this  Value
	calls [toolHookCount]goja.Callable
}

// bindToolHooks finds the methods of the interceptors, which must be the same in every VM.
func (in *instance) bindToolHooks(m *manifest.Manifest) error {
	list := make([]ToolInterception, len(m.ToolInterceptors))
	for i, index := range m.ToolInterceptors {
		bean := m.Beans[index]
		list[i].Name = bean.TypeName
		hooks := toolHooks{this: in.beans[index]}
		if object, ok := hooks.this.(*goja.Object); ok {
			inherited := in.realm.Exports().Get("McpToolInterceptor").(*goja.Object).Get("prototype").(*goja.Object)
			for hook, name := range toolHookNames {
				method := object.Get(name)
				if method != nil && !method.SameAs(orUndefined(inherited.Get(name))) {
					hooks.calls[hook], list[i].has[hook] = goja.AssertFunction(method)
				}
			}
		}
		in.toolHooks = append(in.toolHooks, hooks)
	}
	return in.app.adoptToolHooks(list)
}

func (a *Application) adoptToolHooks(list []ToolInterception) error {
	if a.toolHooks == nil {
		a.toolHooks = list
		return nil
	}
	for i := range list {
		if a.toolHooks[i] != list[i] {
			return fault.New("engine.bindToolHooks", fault.Internal, fmt.Sprintf("the methods of %s differ between workers", list[i].Name)).
				WithHint("write its methods in the class, and do not replace them")
		}
	}
	return nil
}

// InterceptTool calls a method of an interceptor of tool calls, by its index. The result is nil if the interceptor
// has no such method.
func (s *Scope) InterceptTool(i int, hook ToolHook, args ...Value) (Value, error) {
	hooks := &s.instance.toolHooks[i]
	if hooks.calls[hook] == nil {
		return nil, nil
	}
	return hooks.calls[hook](hooks.this, args...)
}

// Content reads an McpContent, or an array of them; ok is false for any other value.
func (s *Scope) Content(value Value) (content Content, ok bool, err error) {
	if object, isObject := value.(*goja.Object); !isObject || object.Prototype() == s.instance.builtin.objects {
		return Content{}, false, nil
	}
	return s.instance.can.contents.Content(value)
}

// AppendContent appends the content as a JSON object.
func (s *Scope) AppendContent(dst []byte, content Content) ([]byte, error) {
	dst, err := s.AppendJSON(append(dst, `{"content":`...), content.Parts)
	if err == nil && content.Structured != nil {
		dst, err = s.AppendJSON(append(dst, `,"structuredContent":`...), content.Structured)
	}
	return append(dst, '}'), err
}
