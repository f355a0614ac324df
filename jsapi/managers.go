package jsapi

import (
	"errors"
	"strconv"
	"time"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/fault"
	"github.com/fwrun/fwrun/jsapi/aspects"
)

// installAspects gives the advisor what the exports have made.
func (r *runtime) installAspects() {
	r.advisor.Use(aspects.Host{Transactions: r, TooMany: r.tooMany, Conflict: r.conflict})
	r.method(r.Prototype("TransactionTemplate"), "execute", func(call goja.FunctionCall) goja.Value {
		object, _ := call.This.(*goja.Object)
		database, ok := r.templates[object]
		if !ok {
			panic(r.Runtime.NewTypeError("execute was called on something that is no TransactionTemplate"))
		}
		value, err := r.sqlTransaction(database, call)
		if err != nil {
			panic(r.Thrown(err))
		}
		return value
	})
	for name, functions := range map[string]map[string]native{
		"cache":   {"get": r.cacheGet, "put": r.cachePut, "evict": r.cacheEvict, "clear": r.cacheClear},
		"context": {"find": r.findBean, "all": r.findBeans, "names": r.beanNames},
		"lock":    {"take": r.takeLock, "around": r.aroundLock},
	} {
		object := r.Runtime.NewObject()
		r.natives(object, functions)
		r.Share(name, object)
	}
}

// native is a function of the host that can fail.
type native func(call goja.FunctionCall) (goja.Value, error)

// natives gives an object functions of the host.
func (r *runtime) natives(object *goja.Object, functions map[string]native) {
	for name, f := range functions {
		r.method(object, name, func(call goja.FunctionCall) goja.Value {
			value, err := f(call)
			if err != nil {
				panic(r.Thrown(err))
			}
			return value
		})
	}
}

// tooMany is the exception of a call that came too soon.
func (r *runtime) tooMany(after time.Duration) error {
	seconds := strconv.FormatInt(int64((after+time.Second-1)/time.Second), 10)
	return r.answers.Refused(429, "", map[string]string{"Retry-After": seconds}, nil)
}

// conflict is the exception of a call that another one is in the way of; its hint is the cause's.
func (r *runtime) conflict(cause error) error {
	message := cause.Error()
	if f, ok := errors.AsType[*fault.Error](cause); ok {
		message = f.Public
	}
	return r.answers.Refused(409, message, nil, cause)
}

// Around implements [engine.Runtime].
func (r *runtime) Around(method *goja.Object, advised *manifest.Advised, values engine.AspectValues) *goja.Object {
	return r.advisor.Around(method, advised, values)
}

func (r *runtime) transactionTemplate(database Database) goja.Value {
	object := r.Runtime.CreateObject(r.Prototype("TransactionTemplate"))
	r.templates[object] = database
	return object
}

func (r *runtime) cacheManager() goja.Value {
	return r.Runtime.CreateObject(r.Prototype("CacheManager"))
}
func (r *runtime) lockManager() goja.Value { return r.Runtime.CreateObject(r.Prototype("LockManager")) }

func (r *runtime) cacheGet(call goja.FunctionCall) (goja.Value, error) {
	ttl, err := aspects.Duration("ttl", call.Argument(3))
	if err != nil {
		return nil, err
	}
	return r.advisor.Cache(call.Argument(0).String()).Get(call.Argument(1), call.Argument(2), ttl)
}

func (r *runtime) cachePut(call goja.FunctionCall) (goja.Value, error) {
	ttl, err := aspects.Duration("ttl", call.Argument(3))
	if err != nil {
		return nil, err
	}
	return goja.Undefined(), r.advisor.Cache(call.Argument(0).String()).Put(call.Argument(1), call.Argument(2), ttl)
}

func (r *runtime) cacheEvict(call goja.FunctionCall) (goja.Value, error) {
	return goja.Undefined(), r.advisor.Cache(call.Argument(0).String()).Evict(call.Argument(1))
}

func (r *runtime) cacheClear(call goja.FunctionCall) (goja.Value, error) {
	return goja.Undefined(), r.advisor.Cache(call.Argument(0).String()).Clear()
}

// lockTimes reads how long to wait for a lock, and to hold it.
func lockTimes(wait, ttl goja.Value) (time.Duration, time.Duration, error) {
	w, waitErr := aspects.Duration("wait", wait)
	t, ttlErr := aspects.Duration("ttl", ttl)
	return w, t, errors.Join(waitErr, ttlErr)
}

func (r *runtime) takeLock(call goja.FunctionCall) (goja.Value, error) {
	wait, ttl, err := lockTimes(call.Argument(1), call.Argument(2))
	if err != nil {
		return nil, err
	}
	lease, err := r.advisor.TryLock(call.Argument(0).String(), wait, ttl)
	if err != nil || lease == nil {
		return goja.Null(), err
	}
	object := r.Runtime.NewObject()
	_ = object.Set("token", lease.Token())
	r.natives(object, map[string]native{
		"release": func(goja.FunctionCall) (goja.Value, error) { return goja.Undefined(), r.advisor.Release(lease) },
		"extend": func(call goja.FunctionCall) (goja.Value, error) {
			ttl, err := aspects.Duration("extend", call.Argument(0))
			if err != nil {
				return nil, err
			}
			return goja.Undefined(), r.advisor.Extend(lease, ttl)
		},
	})
	return object, nil
}

func (r *runtime) aroundLock(call goja.FunctionCall) (goja.Value, error) {
	wait, ttl, err := lockTimes(call.Argument(2), call.Argument(3))
	if err != nil {
		return nil, err
	}
	work, _ := goja.AssertFunction(call.Argument(1))
	name, async := call.Argument(0).String(), call.Argument(4).ToBoolean()
	return r.advisor.Locked(name, wait, ttl, async, func() (goja.Value, error) { return work(goja.Undefined()) }, func() {})
}
