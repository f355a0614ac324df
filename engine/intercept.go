package engine

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/platform/fault"
)

// Interception describes an interceptor to an edge: its name for logs, and the paths that it is called for. Its
// index is its position in the order.
type Interception struct {
	Name     string
	Patterns []*regexp.Regexp // empty for all paths
	Excludes []*regexp.Regexp

	Place fault.Place // where it is registered

	width int // of the text at Place
}

// Matches reports whether the interceptor is called for a canonical path.
func (i *Interception) Matches(path string) bool {
	return (len(i.Patterns) == 0 || anyMatch(i.Patterns, path)) && !anyMatch(i.Excludes, path)
}

// Registered is an interceptor that a WebMvcConfigurer has added.
type Registered struct {
	Object             Value
	Patterns, Excludes []string
	Order              int
	Place              fault.Place // where it was added

	width int
}

// Interceptors returns the interceptors of the application in the order in which they are called.
func (a *Application) Interceptors() []Interception { return a.interceptions }

// Hook is a method of an interceptor.
type Hook uint8

// The hooks.
const (
	PreHandle Hook = iota
	PostHandle
	AfterCompletion
)

// hookNames holds the names of the methods, by Hook.
var hookNames = [...]string{"preHandle", "postHandle", "afterCompletion"}

// String returns the name of the method.
func (h Hook) String() string { return hookNames[h] }

// hooks holds the methods of an interceptor that do something.
type hooks struct {
	this  Value
	calls [len(hookNames)]goja.Callable
}

// hooksOf reads an object's methods, except those that it inherits from a base class of the host, which do
// nothing.
func (in *instance) hooksOf(object *goja.Object, base string) hooks {
	h := hooks{this: object}
	inherited := in.realm.Exports().Get(base).(*goja.Object).Get("prototype").(*goja.Object)
	for i, name := range hookNames {
		method := object.Get(name)
		if method == nil || method.SameAs(orUndefined(inherited.Get(name))) {
			continue
		}
		h.calls[i], _ = goja.AssertFunction(method)
	}
	return h
}

func orUndefined(v Value) Value {
	if v == nil {
		return goja.Undefined()
	}
	return v
}

// interceptors asks the configurers for the interceptors that they register, and appends the beans that carry
// @Interceptor: of interceptors with the same order, the registered ones go first.
func (w wiring) interceptors() error {
	entries, err := w.registered()
	if err != nil {
		return err
	}
	for _, one := range w.manifest.Interceptors {
		if object, ok := w.instance.beans[one.Bean].(*goja.Object); ok {
			entries = append(entries, Registered{object, one.Patterns, one.Excludes, one.Order, one.Place, one.Width})
		}
	}
	slices.SortStableFunc(entries, func(x, y Registered) int { return cmp.Compare(x.Order, y.Order) })
	interceptions := make([]Interception, len(entries))
	for i, entry := range entries {
		object := entry.Object.(*goja.Object)
		w.instance.interceptors = append(w.instance.interceptors, w.hooksOf(object, "HandlerInterceptor"))
		if interceptions[i], err = interceptionOf(object, entry); err != nil {
			return err
		}
	}
	return w.app.intercept(w.instance, interceptions)
}

func (w wiring) registered() ([]Registered, error) {
	if len(w.manifest.Configurers) == 0 {
		return nil, nil
	}
	registry, read, err := w.can.registrar.Registry()
	if err != nil {
		return nil, err
	}
	for _, i := range w.manifest.Configurers {
		if object, ok := w.instance.beans[i].(*goja.Object); ok && isFunction(object.Get("addInterceptors")) {
			if _, err := w.call(object, "addInterceptors", registry); err != nil {
				bean := w.manifest.Beans[i]
				return nil, &beanError{bean, bean.Place, err}
			}
		}
	}
	return read(), nil
}

func interceptionOf(object *goja.Object, entry Registered) (out Interception, err error) {
	out.Name, out.Place, out.width = "an interceptor", entry.Place, entry.width
	if constructor, ok := object.Get("constructor").(*goja.Object); ok && nameOf(constructor) != "Object" {
		out.Name = cmp.Or(nameOf(constructor), out.Name)
	}
	if out.Patterns, err = compiled(entry.Patterns); err == nil {
		out.Excludes, err = compiled(entry.Excludes)
	}
	return out, err
}

func compiled(patterns []string) ([]*regexp.Regexp, error) {
	list := make([]*regexp.Regexp, len(patterns))
	for i, text := range patterns {
		var err error
		if list[i], err = CompilePattern(text); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// CompilePattern compiles an interceptor's pattern.
func CompilePattern(text string) (*regexp.Regexp, error) {
	pattern, err := regexp.Compile(text)
	if err != nil {
		problem := fmt.Sprintf("the pattern %q is invalid: %s", text, manifest.PatternProblem(err))
		return nil, fault.New("engine.pattern", fault.Invalid, problem).WithHint(manifest.HintPattern)
	}
	return pattern, nil
}

// intercept stores the interceptions of the first VM; all other VMs must have the same.
func (a *Application) intercept(in *instance, list []Interception) error {
	if !a.intercepts {
		a.intercepts, a.interceptions = true, list
		a.warnings = append(append(a.warnings, in.unregistered(a.manifest)...), in.unguarded(a.manifest, list)...)
		return nil
	}
	if !slices.EqualFunc(a.interceptions, list, sameInterception) {
		return fault.New("engine.intercept", fault.Internal, "the registered interceptors differ between workers").
			WithHint("addInterceptors must not depend on chance, time or state")
	}
	return nil
}

func sameInterception(x, y Interception) bool {
	same := func(a, b *regexp.Regexp) bool { return a.String() == b.String() }
	return x.Name == y.Name && slices.EqualFunc(x.Patterns, y.Patterns, same) && slices.EqualFunc(x.Excludes, y.Excludes, same)
}

// unregistered warns of beans that are interceptors and will never be called.
func (in *instance) unregistered(m *manifest.Manifest) fault.List {
	return m.Unregistered(func(bean int) bool {
		return slices.ContainsFunc(in.interceptors, func(h hooks) bool { return h.this.SameAs(in.beans[bean]) })
	})
}

// Intercept calls a method of an interceptor, by its index. The result is nil if the interceptor has no such
// method.
func (s *Scope) Intercept(i int, hook Hook, args ...Value) (Value, error) {
	s.VM.Ready()
	return s.instance.interceptors[i].run(hook, args)
}

// Intercepts reports whether an interceptor has a hook.
func (s *Scope) Intercepts(i int, hook Hook) bool {
	return s.instance.interceptors[i].calls[hook] != nil
}

// InterceptsController reports whether the controller that a handler belongs to has a hook.
func (s *Scope) InterceptsController(handler int, hook Hook) bool {
	return s.instance.handlers[handler].guard.calls[hook] != nil
}

// InterceptController calls a method of the controller that a handler belongs to. The result is nil if the
// controller has no such method.
func (s *Scope) InterceptController(handler int, hook Hook, args ...Value) (Value, error) {
	s.VM.Ready()
	return s.instance.handlers[handler].guard.run(hook, args)
}

func (h *hooks) run(hook Hook, args []Value) (Value, error) {
	call := h.calls[hook]
	if call == nil {
		return nil, nil
	}
	return call(h.this, args...)
}

// HandleError calls the application's error controller, which must exist.
func (s *Scope) HandleError(args ...Value) (Value, error) {
	h := &s.instance.errorController
	return h.call(h.this, args...)
}

// Exception makes an HttpRestException; errors lists the values that did not bind as plain values, in which an
// object is its names and values, [][2]any.
func (s *Scope) Exception(status int, message string, errors []any) (Value, error) {
	return s.instance.can.exceptions.Exception(status, message, errors)
}

// Merge puts what a handler returned into the ResponseEntity that interceptors see.
func (s *Scope) Merge(response, result Value) error {
	return s.instance.can.responses.Merge(response, result)
}

// SetStatus sets the status of the ResponseEntity that interceptors see.
func (s *Scope) SetStatus(response Value, status int) error {
	return s.instance.can.responses.SetStatus(response, status)
}
