package security

import (
	"context"
	"fmt"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/jsapi/aspects"
	"github.com/fwrun/fwrun/jsapi/realm"
	"github.com/fwrun/fwrun/security"
	"github.com/fwrun/fwrun/security/sessions"
)

// Views returns the part of the module that the engine asks. It comes before [Module] in the listing, and installs it when the first
// principal or session is wanted.
func Views() realm.Module {
	return realm.Module{Install: func(r *realm.Realm) (any, error) { return &views{Realm: r}, nil }}
}

// views makes the script's view of principals and sessions.
type views struct {
	*realm.Realm
	used *Realm // nil until the module is used
}

var (
	_ engine.Supplier    = (*views)(nil)
	_ aspects.Principals = (*views)(nil)
)

// Principal implements [aspects.Principals].
func (v *views) Principal(ctx context.Context) (engine.Value, error) {
	p := security.From(ctx)
	if p == nil {
		return goja.Null(), nil
	}
	value, _, err := v.Supply(manifest.TypePrincipal, p)
	return value, err
}

// Supply implements [engine.Supplier].
func (v *views) Supply(hostType string, subject any) (value engine.Value, ok bool, err error) {
	if hostType != manifest.TypePrincipal && hostType != manifest.TypeSession {
		return nil, false, nil
	}
	if v.used == nil {
		if err := v.Use(hostType); err != nil {
			return nil, true, err
		}
	}
	switch one := subject.(type) {
	case *security.Principal:
		return v.used.view(one), true, nil
	case *sessions.Session:
		return v.used.sessions.New(&session{of: one}), true, nil
	}
	return nil, true, fmt.Errorf("a %T is no %s", subject, hostType)
}
