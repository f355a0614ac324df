package engine

import (
	"regexp"
	"slices"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/declared"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/platform/fault"
)

// ownConstraint is a constraint that a script has made: Constraint("slug", (v) => …, "must be a slug").
type ownConstraint struct {
	name     string
	decorate *goja.Object // the function that Constraint has returned
	holds    goja.Callable
	message  goja.Value // a text, or a function that returns one
	nulls    bool
	isBare   bool // its function takes only the value
}

// constraintUse is a constraint with the arguments that a decorator gives it. A use has the same index in all VMs,
// because they run the same modules.
type constraintUse struct {
	*ownConstraint
	args    []Value
	message string // replaces the message of the constraint
}

// code matches the codes of constraints, whose form differs from the names of their decorators: multiple-of.
var code = regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z0-9]+)*$`)

// makeConstraint is the function Constraint of the module "fwrun".
func (r *recorder) makeConstraint(call goja.FunctionCall) Value {
	own, wrong := r.readConstraint(call)
	if wrong != nil {
		panic(r.vm.ErrorValue(wrong))
	}
	bare := r.use(own, nil, "")
	own.decorate = r.rt.ToValue(func(call goja.FunctionCall) Value { return r.callOwn(own, bare, call.Arguments) }).(*goja.Object)
	r.known[own.decorate] = bare
	r.own = append(r.own, own)
	return own.decorate
}

func (r *recorder) readConstraint(call goja.FunctionCall) (*ownConstraint, error) {
	name, isText := call.Argument(0).(goja.String)
	function, _ := call.Argument(1).(*goja.Object)
	holds, isCallable := goja.AssertFunction(call.Argument(1))
	own := &ownConstraint{holds: holds, message: call.Argument(2)}
	refuse := func(message, hint string) (*ownConstraint, error) {
		return nil, fault.New("engine.constraint", fault.Invalid, message).WithHint(hint)
	}
	const usage = `write Constraint("slug", (value) => /^[a-z-]+$/.test(value), "must be a slug")`
	switch {
	case r.locked:
		return refuse("Constraint was called after the application had started", "call it at the top level of a file")
	case !isText || !code.MatchString(name.String()):
		return refuse("the first argument of Constraint must be a name in lower-case letters and dashes", usage)
	case slices.Contains(schema.Codes(), name.String()):
		return refuse("fwrun already has a constraint "+name.String(), "give it another name, which is also the code that clients get")
	case slices.ContainsFunc(r.own, func(c *ownConstraint) bool { return c.name == name.String() }):
		return refuse("there is already a constraint "+name.String(), "declare it once, export it, and import it where it is needed")
	case !isCallable || r.isClass(function):
		return refuse("the second argument of the constraint "+name.String()+" is not a function", usage)
	case isDeferred(function):
		return refuse("the function of the constraint "+name.String()+" is async, or a generator",
			"its result is needed at once: remove async; do the lookups in the handler")
	case !isMessage(own.message):
		return refuse("the third argument of the constraint "+name.String()+" must be a string or a function that returns one", usage)
	}
	own.name = name.String()
	own.isBare = function.Get("length").ToInteger() < 2
	if options, ok := call.Argument(3).(*goja.Object); ok {
		own.nulls = options.Get("nulls") != nil && options.Get("nulls").ToBoolean()
	}
	return own, nil
}

func isMessage(v Value) bool {
	_, isText := v.(goja.String)
	return isText || isFunction(v) || goja.IsUndefined(v)
}

// isDeferred reports whether a function is asynchronous or a generator, and so has no result at once.
func isDeferred(function *goja.Object) bool {
	constructor, ok := function.Get("constructor").(*goja.Object)
	return ok && constructor.Get("name").String() != "Function"
}

// ownDecorator is what all constraints of applications are to the listing.
var ownDecorator = declared.OwnConstraint()

// use records a use of a constraint and returns it as a decorator.
func (r *recorder) use(own *ownConstraint, args []Value, message string) applied {
	r.uses = append(r.uses, constraintUse{own, args, message})
	return applied{decorator: &ownDecorator, use: len(r.uses)}
}

// callOwn handles the bare form, @Slug, and the called form, @Between(1, 5). The last argument may be { message },
// which is not passed to the function.
func (r *recorder) callOwn(own *ownConstraint, bare applied, args []Value) Value {
	if len(args) == 3 && isMemberTarget(args[0]) && isMemberName(args[1]) {
		return r.apply(bare, args)
	}
	if object, ok := argument(args, 0).(*goja.Object); ok && len(args) == 1 && own.isBare && isFunction(object) {
		return r.apply(bare, args)
	}
	if r.locked { // each use is kept for as long as the VM lives
		panic(r.rt.NewTypeError("@%s was called after the application had started; "+
			"decorators belong on top-level declarations", r.nameOf(bare)))
	}
	args, message := slices.Clone(args), "" // the arguments are on the VM's stack
	if n := len(args); n > 0 {
		if text, ok := messageOption(args[n-1]); ok {
			args, message = args[:n-1], text
		}
	}
	with := r.use(own, args, message)
	function := r.rt.ToValue(func(call goja.FunctionCall) Value { return r.apply(with, call.Arguments) }).(*goja.Object)
	r.known[function] = with
	return function
}

// messageOption reads an object whose only property is message, a text.
func messageOption(v Value) (string, bool) {
	object, ok := v.(*goja.Object)
	if !ok || !isPlainObject(object) || !slices.Equal(object.Keys(), []string{"message"}) {
		return "", false
	}
	text, ok := object.Get("message").(goja.String)
	if !ok {
		return "", false
	}
	return text.String(), true
}

// ownOptions returns the options of the use of a constraint, for the manifest.
func (in *instance) ownOptions(r *recorder, use int) manifest.Options {
	u := r.uses[use-1]
	options := manifest.Options{"name": u.name, "use": int64(use - 1), "nulls": u.nulls, "shown": declared.ShownConstraint(u.name)}
	if ref, exported := in.refs[u.decorate]; exported && ref.Export != "default" {
		options["shown"] = ref.Export
	}
	if text, isText := u.ownConstraint.message.(goja.String); isText {
		options["message"] = text.String()
	}
	if u.message != "" {
		options["message"] = u.message
	}
	var list []any
	for _, arg := range u.args {
		list = append(list, in.plain(r, arg, 0))
	}
	if list != nil {
		options["arguments"] = list
	}
	return options
}

// Judge implements [schema.Judge].
func (m Maker) Judge(use int, value Value) (message string, broken bool, err error) {
	u := &m.instance.records.uses[use]
	args := append([]Value{value}, u.args...)
	said, err := u.holds(goja.Undefined(), args...)
	switch {
	case err != nil:
		return "", false, err
	case said.StrictEquals(m.rt.ToValue(true)):
		return "", false, nil
	case !said.StrictEquals(m.rt.ToValue(false)):
		return "", false, fault.New("engine.constraint", fault.Internal,
			"the constraint "+u.name+" returned neither true nor false").WithHint("its function must return true or false; it cannot be async")
	}
	message, err = u.said(args)
	return message, true, err
}

// said returns the message about a value that breaks the constraint.
func (u *constraintUse) said(args []Value) (string, error) {
	if u.message != "" {
		return u.message, nil
	}
	message := u.ownConstraint.message
	if call, isFunction := goja.AssertFunction(message); isFunction {
		var err error
		if message, err = call(goja.Undefined(), args...); err != nil {
			return "", err
		}
		if _, isText := message.(goja.String); !isText {
			return "", fault.New("engine.constraint", fault.Internal,
				"the message of the constraint "+u.name+" is not a string").WithHint("its function must return a string")
		}
	}
	if goja.IsUndefined(message) {
		return "does not fulfil " + u.name, nil
	}
	return message.String(), nil
}
