package engine

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/dop251/goja"
	"github.com/tidwall/gjson"

	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/platform/pollution"
	"github.com/fwrun/fwrun/security"
)

// Find asks the bean of a class of the host to whom credentials belong, see [manifest.Finder], on one of the workers, within the time that a handler
// has. The claims are those of a provider, a JSON object; empty if there are none. It returns nil if they belong to nobody.
// An error that it threw is one of the *[ScriptError]s.
func (a *Application) Find(ctx context.Context, class, credential, claims string) (*security.Account, error) {
	finder := a.manifest.Finder(class)
	if finder == nil {
		return nil, fault.New("engine.Find", fault.Internal, "no bean extends "+class)
	}
	task := &finding{bean: a.manifest.Beans[finder.Bean], credential: strings.Clone(credential), claims: claims} // a script may keep it
	err := a.Run(ctx, time.Now(), task)
	return task.found, err
}

// finding is the Task of asking a finder.
type finding struct {
	bean       *manifest.Bean
	credential string
	claims     string
	found      *security.Account
}

func (t *finding) Start(s *Scope) (Value, error) {
	object, isObject := s.instance.beans[t.bean.Index].(*goja.Object)
	if !isObject {
		return nil, t.mistake("is not an object, so it has no method " + manifest.FinderMethod)
	}
	call, ok := goja.AssertFunction(object.Get(manifest.FinderMethod)) // an aspect may have wrapped it
	if !ok {
		return nil, t.mistake("has no method " + manifest.FinderMethod)
	}
	if t.claims == "" {
		return call(object, s.rt.ToValue(t.credential))
	}
	claims, _, err := schema.JSON(s, &schema.Type{Kind: schema.Any}, gjson.Parse(t.claims), schema.Limits{Depth: 64, Proto: pollution.Dropped})
	if err != nil {
		return nil, err
	}
	return call(object, s.rt.ToValue(t.credential), claims)
}

// Next takes what the method has returned.
func (t *finding) Next(s *Scope, settled Value) (Value, error) {
	if settled == nil || goja.IsNull(settled) || goja.IsUndefined(settled) {
		return nil, nil
	}
	object, isObject := settled.(*goja.Object)
	if !isObject {
		return nil, t.mistake(fmt.Sprintf("returned %s from %s, which is neither an object nor null", kindOf(settled), manifest.FinderMethod))
	}
	var found *security.Account
	var err error
	if thrown := s.rt.Try(func() { found, err = t.read(object) }); thrown != nil { // by a getter
		return nil, thrown
	}
	if err == nil {
		t.found = found
	}
	return nil, err
}

func (t *finding) Catch(_ *Scope, err error) (Value, error) { return nil, err }

// read reads what the bean says of somebody. The properties are read one by one: an object that hides some of them in JSON, such as a hash,
// has them here.
func (t *finding) read(object *goja.Object) (found *security.Account, err error) {
	found = &security.Account{}
	for _, one := range []struct {
		name string
		text *string
	}{{"name", &found.Name}, {"password", &found.Password}} {
		if *one.text, err = t.text(one.name, object.Get(one.name)); err != nil {
			return nil, err
		}
	}
	if found.Roles, err = t.texts("roles", object.Get("roles")); err != nil {
		return nil, err
	}
	found.Scopes, err = t.texts("scopes", object.Get("scopes"))
	return found, err
}

// text reads a text that may be left out.
func (t *finding) text(name string, value Value) (string, error) {
	switch found := value.(type) {
	case goja.String:
		return found.String(), nil
	case nil:
		return "", nil
	}
	if goja.IsNull(value) || goja.IsUndefined(value) {
		return "", nil
	}
	return "", t.mistake(fmt.Sprintf("returned %s for %s, which is not a text", kindOf(value), name))
}

// mostTexts is how many roles or scopes are more than anybody has: an array can claim to be of any length.
const mostTexts = 10_000

// texts reads a list of texts that may be left out.
func (t *finding) texts(name string, value Value) (list []string, err error) {
	if value == nil || goja.IsNull(value) || goja.IsUndefined(value) {
		return nil, nil
	}
	array, isObject := value.(*goja.Object)
	if !isObject || array.ClassName() != "Array" {
		return nil, t.mistake(fmt.Sprintf("returned %s for %s, which is not an array of texts", kindOf(value), name))
	}
	length := array.Get("length").ToInteger()
	if length > mostTexts {
		return nil, t.mistake(fmt.Sprintf("returned %d %s, which are too many", length, name))
	}
	for i := range length {
		one := array.Get(strconv.FormatInt(i, 10))
		text, isText := one.(goja.String)
		if !isText {
			return nil, t.mistake(fmt.Sprintf("returned %s among the %s, which is not a text", kindOf(one), name))
		}
		list = append(list, text.String())
	}
	return list, nil
}

// mistake is an error of the bean.
func (t *finding) mistake(what string) error {
	return fault.New("engine.Find", fault.Internal, t.bean.TypeName+" "+what).
		WithHint(`return { name: "ada", roles: ["USER"] }, or null if nobody has these credentials`)
}
