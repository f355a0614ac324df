package aspects

import (
	"fmt"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/jsapi/realm"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/security"
)

// authorizing is @PreAuthorize or @PostAuthorize on one method: a function that decides.
type authorizing struct {
	*Realm
	advised *manifest.Advised
	check   goja.Callable
	cause   error
	mayWait bool // callers wait for a promise even if the method is not known to return one
	rest    bool // the last parameter takes all further arguments
}

func (r *Realm) authorizing(decorator string, advised *manifest.Advised, o manifest.Options, check goja.Value) *authorizing {
	a := &authorizing{Realm: r, advised: advised, mayWait: advised.Async || o.Flag("mayWait"), rest: o.Flag("rest")}
	a.check, _ = goja.AssertFunction(check)
	a.cause = fmt.Errorf("@%s of %s refused the call", decorator, advised.Name)
	return a
}

// preAuthorize calls the method if the function allows it.
func (r *Realm) preAuthorize(advised *manifest.Advised, o manifest.Options, check goja.Value) layer {
	a := r.authorizing("PreAuthorize", advised, o, check)
	return func(c *call, rest Body) (goja.Value, error) {
		c.keep()
		return a.decide(c, nil, rest)
	}
}

// postAuthorize returns the result if the function allows it.
func (r *Realm) postAuthorize(advised *manifest.Advised, o manifest.Options, check goja.Value) layer {
	a := r.authorizing("PostAuthorize", advised, o, check)
	return func(c *call, rest Body) (goja.Value, error) {
		c.keep()
		result, err := rest()
		waited := *a
		if _, pending := vm.AsPromise(result); pending {
			waited.mayWait = true
		}
		return r.After(result, err, func(result goja.Value, err error) (goja.Value, error) {
			if err != nil {
				return nil, err
			}
			return waited.decide(c, result, func() (goja.Value, error) { return result, nil })
		})
	}
}

// decide asks the function, and goes on if it says true. What else it says, throws or rejects is a refusal. The result is nil before
// there is one.
func (a *authorizing) decide(c *call, result goja.Value, goOn Body) (goja.Value, error) {
	principal, err := a.principal()
	if err != nil {
		return nil, err
	}
	asked := []goja.Value{principal, a.arguments(c)}
	if result != nil {
		asked = []goja.Value{principal, result, asked[1]}
	}
	answer, err := a.Awaited(a.check(c.this, asked...))
	if _, pending := vm.AsPromise(answer); pending && !a.mayWait {
		return nil, fault.New("security", fault.Internal,
			fmt.Sprintf("the function of @PreAuthorize or @PostAuthorize on %s is async, but the method is not", a.advised.Name)).
			WithHint("make the method async, or the function sync")
	}
	return a.After(answer, err, func(answer goja.Value, err error) (goja.Value, error) {
		switch {
		case vm.Uncatchable(err):
			return nil, err
		case err != nil:
			a.VM.Uncaught(err)
		case answer.StrictEquals(a.Runtime.ToValue(true)):
			return goOn()
		}
		return a.refuse()
	})
}

// refuse refuses the call: with 401 if nobody is known on whose behalf it is made, and with 403 otherwise.
func (a *authorizing) refuse() (goja.Value, error) {
	answer := security.Refused
	if security.From(a.VM.Context()) == nil {
		answer = security.Unknown
	}
	return nil, a.denial(answer, a.cause)
}

func (a *authorizing) principal() (goja.Value, error) {
	if a.principals == nil {
		principals, err := realm.Part[Principals](a.Realm.Realm)
		if err != nil {
			return nil, err
		}
		a.principals = principals
	}
	return a.principals.Principal(a.VM.Context())
}

// arguments returns an object of the arguments by the names of their parameters.
func (a *authorizing) arguments(c *call) *goja.Object {
	object := a.Runtime.NewObject()
	for i, name := range a.advised.Params {
		value := goja.Undefined()
		switch {
		case name == "":
			continue
		case a.rest && i == len(a.advised.Params)-1:
			var more []any
			for j := i; j < len(c.args); j++ {
				more = append(more, c.args[j])
			}
			value = a.Runtime.NewArray(more...)
		case i < len(c.args):
			value = c.args[i]
		}
		_ = object.DefineDataProperty(name, value, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE)
	}
	return object
}
