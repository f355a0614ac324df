package security

import (
	"context"
	_ "embed" // the script
	"errors"
	"time"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/jsapi/aspects"
	"github.com/fwrun/fwrun/jsapi/realm"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/security"
	"github.com/fwrun/fwrun/security/events"
	"github.com/fwrun/fwrun/security/logins"
	"github.com/fwrun/fwrun/security/passwords"
	"github.com/fwrun/fwrun/security/sessions"
	"github.com/fwrun/fwrun/security/tokens"
)

//go:embed security.js
var script string

// code is compiled once.
var code = []realm.Script{realm.Source("security.js", script)}

// Options configure the beans.
type Options struct {
	Passwords *passwords.Encoder // shared by all VMs; one with the default settings if nil
	Signer    *tokens.Signer     // nil if nobody signs tokens here
	Verifier  *tokens.Verifier   // nil if no tokens are good
	Sessions  *sessions.Sessions // nil if there are none
	Logins    *logins.Limits     // shared by all VMs; those of a process alone if nil

	Used     func()             // called when a VM begins to use the module; it may be nil
	Happened func(events.Event) // called for log-ins, log-outs, sessions that are ended and tokens that are refused; it may be nil
}

// Module returns the module with its classes and a bean of each that is not for one request.
func Module(o Options) realm.Module {
	if o.Passwords == nil {
		o.Passwords = passwords.New(passwords.Options{})
	}
	if o.Logins == nil {
		o.Logins = logins.New(logins.Options{}, time.Now)
	}
	m := realm.Module{
		Exports: append(types(), "JwtError"),
		Types:   types(),
		OnUse:   true,
		Scripts: code,
		Install: func(r *realm.Realm) (any, error) { return install(r, o) },
	}
	for _, class := range beans() {
		m.Beans = append(m.Beans, realm.Bean{
			HostBean: manifest.HostBean{Name: manifest.BeanName(class), Type: class, Yields: true},
			Make:     func(r *realm.Realm, _ string) (engine.Value, error) { return r.Object(class), nil },
		})
	}
	return m
}

// beans lists the classes that have a bean.
func beans() []string {
	return []string{"SecurityContext", "PasswordEncoder", "JwtService", "Sessions", "Logins"}
}

func types() []string {
	return append([]string{
		manifest.TypePrincipal, manifest.TypeSession, manifest.TypeSecurityEvents, manifest.TypeAPIKeys, manifest.TypeUsers,
		manifest.TypeOidcUsers,
	}, beans()...)
}

// Realm is the module in one VM.
type Realm struct {
	*realm.Realm
	options    Options
	views      *views
	principals *realm.Class[*principal]
	sessions   *realm.Class[*session]
	jwtError   *goja.Object
	date       *goja.Object  // the class Date
	parse      goja.Callable // JSON.parse
	stringify  goja.Callable // JSON.stringify
}

func install(in *realm.Realm, o Options) (*Realm, error) {
	above, err := realm.Part[*views](in)
	if err != nil {
		return nil, err
	}
	if o.Used != nil {
		o.Used()
	}
	r := &Realm{Realm: in, options: o, views: above, jwtError: in.Shared("JwtError")}
	above.used = r
	json := in.Runtime.Get("JSON").(*goja.Object)
	r.parse, _ = goja.AssertFunction(json.Get("parse"))
	r.stringify, _ = goja.AssertFunction(json.Get("stringify"))
	r.date, _ = in.Runtime.Get("Date").(*goja.Object)
	r.addPrincipal()
	r.addSession()
	for _, method := range []struct {
		class, name string
		do          realm.Function
	}{
		{"SecurityContext", "getPrincipal", r.current},
		{"PasswordEncoder", "encode", r.encode},
		{"PasswordEncoder", "matches", r.matches},
		{"PasswordEncoder", "needsRehash", r.needsRehash},
		{"JwtService", "sign", r.sign},
		{"JwtService", "verify", r.verify},
		{"Sessions", "list", r.list},
		{"Sessions", "endAll", r.endAll},
		{"Logins", "check", r.check},
		{"Logins", "assertAllowed", r.assertAllowed},
		{"Logins", "failed", r.failed},
		{"Logins", "succeeded", r.succeeded},
	} {
		r.Function(r.Prototype(method.class), method.name, method.do)
	}
	return r, nil
}

// current implements getPrincipal().
func (r *Realm) current(goja.FunctionCall) (goja.Value, error) {
	return r.views.Principal(r.VM.Context())
}

// text returns an argument that has to be a text.
func text(call goja.FunctionCall, i int, what string) (string, error) {
	if s, ok := call.Argument(i).Export().(string); ok {
		return s, nil
	}
	if _, is := vm.AsPromise(call.Argument(i)); is {
		return "", fault.New("security", fault.Invalid, what+" must be a text, and is a promise: is an await missing?")
	}
	return "", fault.New("security", fault.Invalid, what+" must be a text")
}

// promised returns the promise of a value that is found outside of the VM.
func promised[T any](r *Realm, find func(ctx context.Context) (T, error)) goja.Value {
	return r.VM.Go(func(ctx context.Context) (vm.Result, error) {
		found, err := find(ctx)
		if err != nil {
			return nil, err
		}
		return func(rt *goja.Runtime) (goja.Value, error) { return rt.ToValue(found), nil }, nil
	})
}

// encode implements encode(password).
func (r *Realm) encode(call goja.FunctionCall) (goja.Value, error) {
	password, err := text(call, 0, "a password")
	if err != nil {
		return nil, err
	}
	return promised(r, func(ctx context.Context) (string, error) { return r.options.Passwords.Encode(ctx, password) }), nil
}

// matches implements matches(password, hash). A hash that is null or undefined means that the user does not exist.
func (r *Realm) matches(call goja.FunctionCall) (goja.Value, error) {
	password, hash, err := r.passwordAndHash(call, 0)
	if err != nil {
		return nil, err
	}
	return promised(r, func(ctx context.Context) (bool, error) { return r.options.Passwords.Matches(ctx, password, hash) }), nil
}

// needsRehash implements needsRehash(hash).
func (r *Realm) needsRehash(call goja.FunctionCall) (goja.Value, error) {
	hash, err := text(call, 0, "a hash")
	if err != nil {
		return nil, err
	}
	return promised(r, func(context.Context) (bool, error) { return r.options.Passwords.NeedsRehash(hash) }), nil
}

// sign implements sign(claims, { expiresIn }).
func (r *Realm) sign(call goja.FunctionCall) (goja.Value, error) {
	if r.options.Signer == nil {
		return nil, fault.New("security", fault.Invalid, "no tokens can be signed").
			WithHint("security.jwt has no issuer with a secret or a private-key")
	}
	claims, err := r.stringify(goja.Undefined(), call.Argument(0))
	if err != nil {
		return nil, err
	}
	var lifetime time.Duration
	if options, ok := call.Argument(1).(*goja.Object); ok {
		if lifetime, err = aspects.Limit("expiresIn", options.Get("expiresIn")); err != nil {
			return nil, err
		}
	}
	object := claims.String()
	return promised(r, func(context.Context) (string, error) { return r.options.Signer.Sign(object, lifetime) }), nil
}

// verify implements verify(token), which returns the claims.
func (r *Realm) verify(call goja.FunctionCall) (goja.Value, error) {
	token, err := text(call, 0, "a token")
	if err != nil {
		return nil, err
	}
	if r.options.Verifier == nil {
		return nil, fault.New("security", fault.Invalid, "no tokens can be verified").WithHint("security.jwt has no issuer")
	}
	return r.VM.Go(func(ctx context.Context) (vm.Result, error) {
		found, err := r.options.Verifier.Verify(ctx, token)
		if refused, ok := errors.AsType[*security.BadCredentials](err); ok {
			r.happened(ctx, events.Refused, "")
			return func(*goja.Runtime) (goja.Value, error) { return nil, r.refused(refused) }, nil
		}
		if err != nil {
			return nil, err
		}
		return func(*goja.Runtime) (goja.Value, error) { return r.read(found.Claims) }, nil
	}), nil
}

// refused returns a JwtError. Its message may be shown to anyone.
func (r *Realm) refused(why *security.BadCredentials) error {
	object, err := r.Runtime.New(r.jwtError, r.Runtime.ToValue(why.Public))
	if err != nil {
		return err
	}
	r.VM.Attach(object, why)
	return &vm.Thrown{Value: object}
}
