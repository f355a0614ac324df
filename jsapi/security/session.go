package security

import (
	"context"
	"encoding/json"
	"time"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/jsapi/realm"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/security/events"
	"github.com/fwrun/fwrun/security/sessions"
)

// session is a script's Session.
type session struct {
	of *sessions.Session
	realm.Properties
}

func (r *Realm) addSession() {
	r.sessions = realm.Dynamic[*session](r.Realm, manifest.TypeSession, "{} is called on an object that is not a Session")
	for _, method := range []struct {
		name string
		do   func(s *sessions.Session, call goja.FunctionCall) (engine.Value, error)
	}{{"login", r.login}, {"logout", r.logout}, {"get", r.get}, {"set", r.set}, {"remove", r.remove}, {"flash", r.flash}} {
		r.sessions.Method(method.name, func(s *session, call goja.FunctionCall) (engine.Value, error) { return method.do(s.of, call) })
	}
	r.sessions.Getter("id", func(s *session, _ goja.FunctionCall) engine.Value {
		if id := s.of.ID(); id != "" {
			return r.Runtime.ToValue(id)
		}
		return goja.Null()
	})
}

// login implements login(user), where user is an object with a name and perhaps roles.
func (r *Realm) login(s *sessions.Session, call goja.FunctionCall) (engine.Value, error) {
	user, _ := call.Argument(0).(*goja.Object)
	if user == nil {
		return nil, fault.New("security", fault.Invalid, "login takes an object with a name and roles").
			WithHint("session.login({ name: user.name, roles: user.roles })")
	}
	name, ok := user.Get("name").(goja.String)
	if !ok || name.String() == "" {
		return nil, fault.New("security", fault.Invalid, "the name of the user must be a text that is not empty")
	}
	var roles []string
	if list, ok := user.Get("roles").(*goja.Object); ok {
		for _, role := range realm.Elements(list) {
			roles = append(roles, role.String())
		}
	}
	s.Login(name.String(), roles)
	r.loggedIn(r.VM.Context(), name.String())
	return goja.Undefined(), nil
}

func (r *Realm) logout(s *sessions.Session, _ goja.FunctionCall) (engine.Value, error) {
	if name := s.Name(); name != "" {
		r.happened(r.VM.Context(), events.Logout, name)
	}
	s.End()
	return goja.Undefined(), nil
}

// get implements get(key), which returns undefined for a key that was not set.
func (r *Realm) get(s *sessions.Session, call goja.FunctionCall) (engine.Value, error) {
	return r.valueOf(s, call.Argument(0).String())
}

func (r *Realm) valueOf(s *sessions.Session, key string) (engine.Value, error) {
	value, found := s.Get(key)
	if !found {
		return goja.Undefined(), nil
	}
	return r.read(string(value))
}

// set implements set(key, value), where undefined removes.
func (r *Realm) set(s *sessions.Session, call goja.FunctionCall) (engine.Value, error) {
	return goja.Undefined(), r.keep(s, call.Argument(0).String(), call.Argument(1))
}

func (r *Realm) keep(s *sessions.Session, key string, value goja.Value) error {
	text, err := r.stringify(goja.Undefined(), value)
	switch {
	case err != nil:
		return err
	case goja.IsUndefined(text): // a function, or undefined
		s.Set(key, nil)
	default:
		s.Set(key, json.RawMessage(text.String()))
	}
	return nil
}

func (r *Realm) remove(s *sessions.Session, call goja.FunctionCall) (engine.Value, error) {
	s.Set(call.Argument(0).String(), nil)
	return goja.Undefined(), nil
}

// flashed is the prefix of values that are read once.
const flashed = "flash:"

// flash implements flash(key, value), which keeps a value until it is read, and flash(key), which reads and removes it.
func (r *Realm) flash(s *sessions.Session, call goja.FunctionCall) (engine.Value, error) {
	key := flashed + call.Argument(0).String()
	if len(call.Arguments) > 1 {
		return goja.Undefined(), r.keep(s, key, call.Argument(1))
	}
	value, err := r.valueOf(s, key)
	if err == nil && !goja.IsUndefined(value) {
		s.Set(key, nil)
	}
	return value, err
}

// errNoSessions is the error of the bean where there are no sessions.
func errNoSessions() error {
	return fault.New("security", fault.Invalid, "sessions are not enabled").WithHint("set security.session.enabled: true")
}

// list implements list(name): when each session of a user began, and when it was used last.
func (r *Realm) list(call goja.FunctionCall) (goja.Value, error) {
	name, err := text(call, 0, "the name of a user")
	if err != nil {
		return nil, err
	}
	if r.options.Sessions == nil {
		return nil, errNoSessions()
	}
	return r.VM.Go(func(ctx context.Context) (vm.Result, error) {
		found, err := r.options.Sessions.Of(ctx, name)
		if err != nil {
			return nil, err
		}
		return func(rt *goja.Runtime) (goja.Value, error) {
			all := make([]any, len(found))
			for i, one := range found {
				all[i] = r.infoOf(one.Began, one.Used)
			}
			return rt.NewArray(all...), nil
		}, nil
	}), nil
}

func (r *Realm) infoOf(began, used time.Time) *goja.Object {
	object := r.Runtime.NewObject()
	for _, one := range []struct {
		name string
		at   time.Time
	}{{"began", began}, {"used", used}} {
		if date, err := r.Runtime.New(r.date, r.Runtime.ToValue(one.at.UnixMilli())); err == nil {
			_ = object.Set(one.name, date)
		}
	}
	return object
}

// endAll implements endAll(name), which returns how many sessions have ended.
func (r *Realm) endAll(call goja.FunctionCall) (goja.Value, error) {
	name, err := text(call, 0, "the name of a user")
	if err != nil {
		return nil, err
	}
	if r.options.Sessions == nil {
		return nil, errNoSessions()
	}
	return promised(r, func(ctx context.Context) (int, error) {
		ended, err := r.options.Sessions.EndOf(ctx, name)
		if ended > 0 {
			r.happened(ctx, events.Revoked, name)
		}
		return ended, err
	}), nil
}
