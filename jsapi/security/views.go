package security

import (
	"fmt"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/jsapi/realm"
	"github.com/fwrun/fwrun/security"
)

// Views returns the part of the module that the engine asks. It comes before [Module] in the listing, and installs it when the first
// principal is wanted.
func Views() realm.Module {
	return realm.Module{Install: func(r *realm.Realm) (any, error) { return &views{Realm: r}, nil }}
}

// views makes the script's view of principals.
type views struct {
	*realm.Realm
	used *Realm // nil until the module is used
}

var _ engine.Supplier = (*views)(nil)

// Supply implements [engine.Supplier].
func (v *views) Supply(hostType string, subject any) (value engine.Value, ok bool, err error) {
	if hostType != manifest.TypePrincipal {
		return nil, false, nil
	}
	p, is := subject.(*security.Principal)
	if !is {
		return nil, true, fmt.Errorf("a %T is not a principal", subject)
	}
	if v.used == nil {
		if exception := v.Runtime.Try(func() { v.Exports().Get(manifest.TypePrincipal) }); exception != nil {
			return nil, true, exception
		}
	}
	return v.used.view(p), true, nil
}
