package aspects

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"time"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/jsapi/meters"
	"github.com/fwrun/fwrun/jsapi/pack"
	"github.com/fwrun/fwrun/jsapi/realm"
)

// Ports are the services behind the aspects, shared by all VMs.
type Ports struct {
	Caches  Caches
	Locks   Locks
	Limits  *Limits
	Workers *Workers
	// CacheGet is called when a value was looked for in a cache. It may be nil.
	CacheGet func(cache string, found bool)
	Meters   meters.Registry // for Timed and Counted; nil if nobody measures
	Log      *slog.Logger
	// Denied is called when somebody who is known may not call a method. It may be nil.
	Denied func(ctx context.Context)
	// Passed is called when a call has gone through an aspect. It may be nil, which costs nothing.
	Passed func(ctx context.Context, p Passage)
}

// Passage is a call that has gone through an aspect, and through what is within it.
type Passage struct {
	Decorator, Method string // Transactional, Users#save
	Failed            string // what was thrown; empty if nothing was
	Began             time.Time
}

// Realm puts aspects around the methods of one VM.
type Realm struct {
	*realm.Realm
	Ports
	transactions Transactions
	refusals     Refusals
	packer       *pack.Packer
	leading      map[entry]*vm.Call     // entries whose value a call of this VM is making
	holding      map[string]*lockedCall // the locks that async calls of this VM hold
	asking       aside[string]          // async calls of this VM that wait for a lock, by its name
	joining      aside[entry]           // calls of this VM that wait for the value of another
	principals   Principals             // nil until a function of @PreAuthorize asks
	proceed      goja.Value             // the function proceed of every MethodCall
}

// newRealm prepares a VM.
func newRealm(in *realm.Realm, ports Ports) (*Realm, error) {
	r := &Realm{
		Realm: in, Ports: ports, packer: pack.New(in.Runtime), leading: map[entry]*vm.Call{}, holding: map[string]*lockedCall{},
		asking: aside[string]{}, joining: aside[entry]{},
	}
	r.packer.Adopt(in.Container)
	r.proceed = r.proceedOf()
	transactions, txErr := realm.Part[Transactions](in)
	refusals, refusalsErr := realm.Part[Refusals](in)
	r.transactions, r.refusals = transactions, refusals
	return r, errors.Join(txErr, refusalsErr)
}

// call is one call of an advised method.
type call struct {
	this goja.Value
	args []goja.Value // owned by the VM until keep is called
}

// keep copies the arguments, so that they outlast the call.
func (c *call) keep() { c.args = slices.Clone(c.args) }

// layer is one aspect around one method. It may call rest or leave it out.
type layer func(c *call, rest Body) (goja.Value, error)

// Around implements [engine.Advisor]: it returns the function that replaces a method.
func (r *Realm) Around(method *goja.Object, advised *manifest.Advised, values engine.AspectValues) *goja.Object {
	inner, _ := goja.AssertFunction(method)
	layers := make([]layer, len(advised.Aspects))
	for i, aspect := range advised.Aspects {
		value := func(name string) engine.Value { return values.Option(i, name) }
		switch {
		case aspect.Decorator == "Around":
			layers[i] = r.around(advised.Name, func() goja.Value { return values.Bean(i) }, value("options"))
		case aspect.Demand != nil:
			layers[i] = r.demanding(advised, aspect.Demand.Demand)
		default:
			layers[i] = r.layer(advised, aspect, value)
		}
		if r.Passed != nil {
			layers[i] = r.reported(layers[i], aspect.Decorator, advised.Name)
		}
	}
	return r.Runtime.ToValue(func(f goja.FunctionCall) goja.Value {
		c := &call{f.This, f.Arguments}
		result, err := r.through(layers, c, inner, advised.Async)
		if err != nil {
			panic(r.Thrown(err))
		}
		return result
	}).(*goja.Object)
}

// through calls the method through its layers. Each layer of an async method finds what the ones within it return and throw in a promise,
// as if the method did.
func (r *Realm) through(layers []layer, c *call, inner goja.Callable, async bool) (goja.Value, error) {
	if len(layers) == 0 {
		return r.Awaited(inner(c.this, c.args...))
	}
	result, err := layers[0](c, func() (goja.Value, error) { return r.through(layers[1:], c, inner, async) })
	return r.Promised(async, result, err)
}

func (r *Realm) layer(advised *manifest.Advised, aspect manifest.Aspect, value func(string) engine.Value) layer {
	switch aspect.Decorator {
	case "PreAuthorize":
		return r.preAuthorize(advised, aspect.Options, value("check"))
	case "PostAuthorize":
		return r.postAuthorize(advised, aspect.Options, value("check"))
	case "Async":
		return r.async()
	case "Timed":
		return r.timed(advised, aspect.Options)
	case "Counted":
		return r.counted(advised, aspect.Options)
	case "Traced":
		return r.traced(advised, aspect.Options)
	case "Cacheable":
		return r.cacheable(advised, aspect.Options, value)
	case "CachePut":
		return r.cachePut(aspect.Options, value)
	case "CacheEvict":
		return r.cacheEvict(aspect.Options, value)
	case "RateLimited":
		return r.rateLimited(advised, aspect.Options, value)
	case "Retryable":
		return r.retryable(aspect.Options, value)
	case "Lockable":
		return r.lockable(advised, aspect.Options, value)
	default:
		return r.transactional(advised, aspect.Options, value)
	}
}
