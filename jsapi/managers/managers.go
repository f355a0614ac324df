package managers

import (
	"embed"
	"errors"
	"time"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/jsapi/aspects"
	"github.com/fwrun/fwrun/jsapi/realm"
)

//go:embed *.js
var scripts embed.FS

// code is compiled once.
var code = realm.Sources(scripts, "managers.js", "context.js")

// Module returns the module with CacheManager, LockManager and ApplicationContext, and a bean of each.
func Module() realm.Module {
	return realm.Module{
		Exports: []string{"Cache", "CacheManager", "LockManager", "ApplicationContext"},
		Types:   []string{"CacheManager", "LockManager", "ApplicationContext"},
		Beans: []realm.Bean{
			bean("applicationContext", "ApplicationContext"), bean("cacheManager", "CacheManager"), bean("lockManager", "LockManager"),
		},
		OnUse:   true,
		Scripts: code,
		Install: install,
	}
}

// bean returns a bean that is one object of a class.
func bean(name, class string) realm.Bean {
	return realm.Bean{
		HostBean: manifest.HostBean{Name: name, Type: class},
		Make:     func(r *realm.Realm, _ string) (engine.Value, error) { return r.Object(class), nil },
	}
}

// Realm is the managers in one VM.
type Realm struct {
	*realm.Realm
	aspects *aspects.Realm
}

// install shares the functions that the scripts call.
func install(in *realm.Realm) (any, error) {
	around, err := realm.Part[*aspects.Realm](in)
	if err != nil {
		return nil, err
	}
	r := &Realm{in, around}
	for name, functions := range map[string]map[string]realm.Function{
		"cache":   {"get": r.cacheGet, "put": r.cachePut, "evict": r.cacheEvict, "clear": r.cacheClear},
		"context": {"find": r.findBean, "all": r.findBeans, "names": r.beanNames},
		"lock":    {"take": r.takeLock, "around": r.aroundLock},
	} {
		r.Share(name, r.functions(functions))
	}
	return r, nil
}

// functions returns an object of functions for a script of the module. Their order does not matter there.
func (r *Realm) functions(functions map[string]realm.Function) *goja.Object {
	object := r.Runtime.NewObject()
	for name, do := range functions {
		r.Function(object, name, do)
	}
	return object
}

func (r *Realm) cacheGet(call goja.FunctionCall) (goja.Value, error) {
	ttl, err := aspects.Limit("ttl", call.Argument(3))
	if err != nil {
		return nil, err
	}
	return r.aspects.Cache(call.Argument(0).String()).Get(call.Argument(1), call.Argument(2), ttl)
}

func (r *Realm) cachePut(call goja.FunctionCall) (goja.Value, error) {
	ttl, err := aspects.Limit("ttl", call.Argument(3))
	if err != nil {
		return nil, err
	}
	return goja.Undefined(), r.aspects.Cache(call.Argument(0).String()).Put(call.Argument(1), call.Argument(2), ttl)
}

func (r *Realm) cacheEvict(call goja.FunctionCall) (goja.Value, error) {
	return goja.Undefined(), r.aspects.Cache(call.Argument(0).String()).Evict(call.Argument(1))
}

func (r *Realm) cacheClear(call goja.FunctionCall) (goja.Value, error) {
	return goja.Undefined(), r.aspects.Cache(call.Argument(0).String()).Clear()
}

// lockTimes reads the options wait, how long to wait for a lock, and ttl, how long to hold it.
func lockTimes(wait, ttl goja.Value) (time.Duration, time.Duration, error) {
	w, waitErr := aspects.Duration("wait", wait)
	t, ttlErr := aspects.Limit("ttl", ttl)
	return w, t, errors.Join(waitErr, ttlErr)
}

func (r *Realm) takeLock(call goja.FunctionCall) (goja.Value, error) {
	wait, ttl, err := lockTimes(call.Argument(1), call.Argument(2))
	if err != nil {
		return nil, err
	}
	lease, err := r.aspects.TryLock(call.Argument(0).String(), wait, ttl)
	if err != nil || lease == nil {
		return goja.Null(), err
	}
	object := r.functions(map[string]realm.Function{
		"release": func(goja.FunctionCall) (goja.Value, error) { return goja.Undefined(), r.aspects.Release(lease) },
		"extend": func(call goja.FunctionCall) (goja.Value, error) {
			ttl, err := aspects.Limit("extend", call.Argument(0))
			if err != nil {
				return nil, err
			}
			return goja.Undefined(), r.aspects.Extend(lease, ttl)
		},
	})
	return object, object.Set("token", lease.Token())
}

func (r *Realm) aroundLock(call goja.FunctionCall) (goja.Value, error) {
	wait, ttl, err := lockTimes(call.Argument(2), call.Argument(3))
	if err != nil {
		return nil, err
	}
	work, _ := goja.AssertFunction(call.Argument(1))
	name, async := call.Argument(0).String(), call.Argument(4).ToBoolean()
	result, err := r.aspects.Locked(name, wait, ttl, async, func() (goja.Value, error) { return r.Awaited(work(goja.Undefined())) }, func() {})
	return r.Promised(async, result, err)
}
