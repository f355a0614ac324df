package aspects

import (
	"errors"
	"log/slog"
	"slices"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/jsapi/pack"
	"github.com/fwrun/fwrun/jsapi/realm"
)

// Ports are the services behind the aspects, shared by all VMs.
type Ports struct {
	Caches  Caches
	Locks   Locks
	Limits  *Limits
	Workers *Workers
	Log     *slog.Logger
}

// Advisor puts aspects around the methods of one VM.
type Advisor struct {
	*realm.Realm
	Ports
	transactions Transactions
	refusals     Refusals
	packer       *pack.Packer
	leading      map[entry]*vm.Call     // entries whose value a call of this VM is making
	holding      map[string]*lockedCall // the locks that async calls of this VM hold
	proceed      goja.Value             // the function proceed of every MethodCall
}

// newAdvisor prepares a VM.
func newAdvisor(r *realm.Realm, ports Ports) (*Advisor, error) {
	a := &Advisor{Realm: r, Ports: ports, packer: pack.New(r.Runtime), leading: map[entry]*vm.Call{}, holding: map[string]*lockedCall{}}
	a.packer.Adopt(r.Container)
	a.proceed = a.proceedOf()
	transactions, txErr := realm.Part[Transactions](r)
	refusals, refusalsErr := realm.Part[Refusals](r)
	a.transactions, a.refusals = transactions, refusals
	return a, errors.Join(txErr, refusalsErr)
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
func (a *Advisor) Around(method *goja.Object, advised *manifest.Advised, values engine.AspectValues) *goja.Object {
	inner, _ := goja.AssertFunction(method)
	layers := make([]layer, len(advised.Aspects))
	for i, aspect := range advised.Aspects {
		value := func(name string) engine.Value { return values.Option(i, name) }
		if aspect.Decorator == "Around" {
			layers[i] = a.around(advised.Name, func() goja.Value { return values.Bean(i) }, value("options"))
		} else {
			layers[i] = a.layer(advised, aspect, value)
		}
	}
	return a.Runtime.ToValue(func(f goja.FunctionCall) goja.Value {
		c := &call{f.This, f.Arguments}
		result, err := through(layers, c, inner)
		if err != nil {
			panic(a.Thrown(err))
		}
		return result
	}).(*goja.Object)
}

func through(layers []layer, c *call, inner goja.Callable) (goja.Value, error) {
	if len(layers) == 0 {
		return inner(c.this, c.args...)
	}
	return layers[0](c, func() (goja.Value, error) { return through(layers[1:], c, inner) })
}

func (a *Advisor) layer(advised *manifest.Advised, aspect manifest.Aspect, value func(string) engine.Value) layer {
	switch aspect.Decorator {
	case "Async":
		return a.async()
	case "Cacheable":
		return a.cacheable(advised, aspect.Options, value)
	case "CachePut":
		return a.cachePut(aspect.Options, value)
	case "CacheEvict":
		return a.cacheEvict(aspect.Options, value)
	case "RateLimited":
		return a.rateLimited(advised, aspect.Options, value)
	case "Retryable":
		return a.retryable(aspect.Options, value)
	case "Lockable":
		return a.lockable(advised, aspect.Options, value)
	default:
		return a.transactional(advised, aspect.Options, value)
	}
}
