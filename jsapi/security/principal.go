package security

import (
	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/jsapi/realm"
	"github.com/fwrun/fwrun/security"
)

// principal is a script's Principal: an object on which a script may set its own properties.
type principal struct {
	who *security.Principal
	realm.Properties
	claims goja.Value // nil until a script reads them
}

// view returns the script's view of a principal.
func (r *Realm) view(p *security.Principal) *goja.Object {
	return r.principals.New(&principal{who: p})
}

func (r *Realm) addPrincipal() {
	c := realm.Dynamic[*principal](r.Realm, manifest.TypePrincipal, "{} is called on an object that is not a Principal")
	r.principals = c
	method := func(name string, do func(p *principal, call goja.FunctionCall) engine.Value) {
		c.Method(name, func(p *principal, call goja.FunctionCall) (engine.Value, error) { return do(p, call), nil })
	}
	method("getName", func(p *principal, _ goja.FunctionCall) engine.Value { return r.Runtime.ToValue(p.who.Name) })
	method("getRoles", func(p *principal, _ goja.FunctionCall) engine.Value { return r.Texts(p.who.Roles) })
	method("hasRole", func(p *principal, call goja.FunctionCall) engine.Value {
		return r.Runtime.ToValue(p.who.Has(call.Argument(0).String()))
	})
	method("getScopes", func(p *principal, _ goja.FunctionCall) engine.Value { return r.Texts(p.who.Scopes) })
	c.Getter("claims", func(p *principal, _ goja.FunctionCall) engine.Value { return r.claims(p) })
}

// claims parses what the credentials say, once.
func (r *Realm) claims(p *principal) engine.Value {
	if p.claims == nil {
		text := p.who.Claims
		if text == "" {
			text = "{}"
		}
		parsed, err := r.read(text)
		if err != nil {
			panic(r.Thrown(err))
		}
		p.claims = parsed
	}
	return p.claims
}
