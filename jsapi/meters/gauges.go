package meters

import (
	"errors"
	"math"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/vm"
)

// Gauges are functions of scripts that are asked for the values of gauges. The zero value is ready to use.
type Gauges struct {
	mu  sync.Mutex
	all map[string][]*asked // by name and tags: the function of each VM that has given one, the last one last
}

// asked is a gauge with the function that a VM gave it.
type asked struct {
	vm      *vm.VM
	do      goja.Callable
	to      Instrument
	running atomic.Bool
}

// mostGauges is how many functions are remembered.
const mostGauges = 1000

// put remembers a function. It reports false if there are too many.
func (g *Gauges) put(key string, a *asked) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.all == nil {
		g.all = map[string][]*asked{}
	}
	list, known := g.all[key]
	if !known && len(g.all) >= mostGauges {
		return false
	}
	list = slices.DeleteFunc(list, func(other *asked) bool { return other.vm == a.vm || other.vm.Gone() })
	g.all[key] = append(list, a)
	return true
}

// current returns the last function of each gauge whose VM is still there.
func (g *Gauges) current() (list []*asked) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for key, of := range g.all {
		of = slices.DeleteFunc(of, func(a *asked) bool { return a.vm.Gone() })
		if g.all[key] = of; len(of) > 0 {
			list = append(list, of[len(of)-1])
		}
	}
	return list
}

// Ask asks all functions for their values, and waits for at most the given time. What is not there by then has its former value.
func (g *Gauges) Ask(longest time.Duration) {
	list := g.current()
	if len(list) == 0 {
		return
	}
	answers := make(chan struct{}, len(list))
	waiting := 0
	for _, a := range list {
		if a.running.CompareAndSwap(false, true) {
			waiting++
			go a.ask(answers)
		}
	}
	timer := time.NewTimer(longest)
	defer timer.Stop()
	for range waiting {
		select {
		case <-answers:
		case <-timer.C:
			return
		}
	}
}

// ask runs the function on its VM when that is free. If the VM goes meanwhile, it is not run.
func (a *asked) ask(answers chan<- struct{}) {
	a.vm.Enqueue(nil, func() error {
		defer func() {
			a.running.Store(false)
			answers <- struct{}{}
		}()
		value, err := a.do(goja.Undefined())
		if err != nil {
			return err
		}
		n, ok := numberOf(value)
		if !ok {
			return errNotNumber
		}
		a.to.Set(n)
		return nil
	})
}

var errNotNumber = errors.New("the function of a gauge must return a number")

// numberOf returns a finite number.
func numberOf(value goja.Value) (float64, bool) {
	if value == nil {
		return 0, false
	}
	switch n := value.Export().(type) {
	case int64:
		return float64(n), true
	case float64:
		return n, !math.IsNaN(n) && !math.IsInf(n, 0)
	}
	return 0, false
}
