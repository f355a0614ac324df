package engine

import (
	"context"
	"errors"
	"time"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/vm"
)

// started calls the OnWorkerStart hooks when all beans of a VM are made.
func (w wiring) started() error {
	for i, bean := range w.manifest.Beans {
		object, ok := w.instance.beans[i].(*goja.Object)
		if _, faked := w.faked[i]; faked || !ok {
			continue
		}
		for _, hook := range bean.WorkerStart {
			if _, err := w.call(object, hook.Method); err != nil {
				return &beanError{bean, hook.Place, err}
			}
		}
	}
	return nil
}

// Ready calls the OnApplicationReady hooks, one after the other, on one VM. It is called once, when the
// application serves. All hooks are called even if some fail; the error joins all of theirs.
func (a *Application) Ready(ctx context.Context) error {
	task := &ready{}
	for i, bean := range a.manifest.Beans {
		for _, hook := range bean.Ready {
			task.hooks = append(task.hooks, readyHook{i, hook})
		}
	}
	if len(task.hooks) == 0 {
		return nil
	}
	if err := a.RunUntil(ctx, time.Now().Add(noTimeout), task); err != nil && !errors.Is(err, vm.ErrClosed) {
		return err
	}
	return errors.Join(task.failed...)
}

type readyHook struct {
	bean int
	manifest.Hook
}

// ready is the Task of the OnApplicationReady hooks.
type ready struct {
	hooks  []readyHook // those that have not been called yet
	failed []error
}

func (r *ready) Start(s *Scope) (Value, error) {
	s.VM.Current().KeepTimers() // they are the application's
	return r.next(s)
}

// next calls the next hook.
func (r *ready) next(s *Scope) (Value, error) {
	for len(r.hooks) > 0 {
		hook := r.hooks[0]
		r.hooks = r.hooks[1:]
		object, ok := s.instance.beans[hook.bean].(*goja.Object)
		if !ok {
			continue // a lazy bean that has not been made
		}
		if method, ok := goja.AssertFunction(object.Get(hook.Method)); ok {
			return method(object)
		}
	}
	return nil, nil
}

func (r *ready) Next(s *Scope, _ Value) (Value, error) { return r.next(s) }

func (r *ready) Catch(s *Scope, err error) (Value, error) {
	r.failed = append(r.failed, s.Explain(err))
	return r.next(s)
}
