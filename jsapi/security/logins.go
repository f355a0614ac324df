package security

import (
	"context"
	"errors"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/jsapi/realm"
	"github.com/fwrun/fwrun/security"
	"github.com/fwrun/fwrun/security/events"
	"github.com/fwrun/fwrun/security/logins"
)

// check implements check(name, password, hash): it compares as matches does, within the limits of log-ins.
func (r *Realm) check(call goja.FunctionCall) (goja.Value, error) {
	name, err := text(call, 0, "the name of a user")
	if err != nil {
		return nil, err
	}
	password, hash, err := r.passwordAndHash(call, 1)
	if err != nil {
		return nil, err
	}
	return r.VM.Go(func(ctx context.Context) (vm.Result, error) {
		attempt, refused := r.options.Logins.Begin(name, security.AddressOf(ctx))
		if refused != nil {
			return func(*goja.Runtime) (goja.Value, error) { return nil, r.lockedOut(ctx, name, refused) }, nil
		}
		matched, err := attempt.Check(func() (bool, error) { return r.options.Passwords.Matches(ctx, password, hash) })
		if err != nil {
			return nil, err
		}
		if matched {
			r.loggedIn(ctx, name)
		} else {
			r.happened(ctx, events.Failure, name)
		}
		return func(rt *goja.Runtime) (goja.Value, error) { return rt.ToValue(matched), nil }, nil
	}), nil
}

// assertAllowed implements assertAllowed(name).
func (r *Realm) assertAllowed(call goja.FunctionCall) (goja.Value, error) {
	return r.named(call, func(ctx context.Context, name string) error {
		if err := r.options.Logins.Allowed(name, security.AddressOf(ctx)); err != nil {
			return r.lockedOut(ctx, name, err)
		}
		return nil
	})
}

// failed implements failed(name).
func (r *Realm) failed(call goja.FunctionCall) (goja.Value, error) {
	return r.named(call, func(ctx context.Context, name string) error {
		r.options.Logins.Fail(name, security.AddressOf(ctx))
		r.happened(ctx, events.Failure, name)
		return nil
	})
}

// succeeded implements succeeded(name).
func (r *Realm) succeeded(call goja.FunctionCall) (goja.Value, error) {
	return r.named(call, func(ctx context.Context, name string) error {
		r.options.Logins.Succeed(name)
		r.loggedIn(ctx, name)
		return nil
	})
}

// named calls do with the name that is the argument of a call.
func (r *Realm) named(call goja.FunctionCall, do func(ctx context.Context, name string) error) (goja.Value, error) {
	name, err := text(call, 0, "the name of a user")
	if err == nil {
		err = do(r.VM.Context(), name)
	}
	return goja.Undefined(), err
}

// lockedOut passes on that an attempt is refused, and returns its exception.
func (r *Realm) lockedOut(ctx context.Context, name string, err error) error {
	locked, is := errors.AsType[*logins.Locked](err)
	if !is {
		return err
	}
	r.happened(ctx, events.Locked, name)
	headers := r.Runtime.NewObject()
	_ = headers.Set("Retry-After", locked.RetryAfter())
	exception, err := r.Runtime.New(r.Shared("HttpRestException"), r.Runtime.ToValue(429), r.Runtime.ToValue(logins.Refusal), headers)
	if err != nil {
		return err
	}
	return &vm.Thrown{Value: exception}
}

// loggedIn passes on a log-in, once for a request: many handlers begin a session when the password was right.
func (r *Realm) loggedIn(ctx context.Context, name string) {
	if c := security.CallerOf(ctx); c == nil || !c.LoggedIn.Swap(true) {
		r.happened(ctx, events.Login, name)
	}
}

func (r *Realm) happened(ctx context.Context, k events.Kind, name string) {
	if r.options.Happened != nil {
		r.options.Happened(events.Of(ctx, k, name))
	}
}

// passwordAndHash returns two arguments of a call. A hash that is null or undefined means that the user does not exist.
func (r *Realm) passwordAndHash(call goja.FunctionCall, at int) (password, hash string, err error) {
	password, err = text(call, at, "a password")
	if err == nil && !realm.Absent(call.Argument(at+1)) {
		hash, err = text(call, at+1, "a hash")
	}
	return password, hash, err
}
