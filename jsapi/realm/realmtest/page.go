package realmtest

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"time"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/guard"
	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/jsapi/realm"
	"github.com/fwrun/fwrun/jsapi/web"
)

// Page is a VM with the globals of the web platform, and with the exports of modules as globals.
type Page struct {
	*vm.VM
	Realm engine.Realm

	t testing.TB
}

// New makes a page with the given modules.
func New(t testing.TB, modules ...realm.Module) *Page {
	t.Helper()
	return newPage(t, func(v *vm.VM) (engine.Realm, error) {
		globals, err := web.New(web.Options{Logger: slog.New(slog.DiscardHandler)}).Install(v)
		if err != nil {
			return nil, err
		}
		r := realm.New(v, nil, globals)
		for _, module := range modules {
			if err := r.Install(module); err != nil {
				return nil, err
			}
		}
		return r, nil
	})
}

// Of makes a page with everything that an API has.
func Of(t testing.TB, api engine.API) *Page {
	t.Helper()
	return newPage(t, func(v *vm.VM) (engine.Realm, error) { return api.Install(v, nil) })
}

func newPage(t testing.TB, install func(*vm.VM) (engine.Realm, error)) *Page {
	t.Helper()
	p := &Page{VM: vm.New(0, vm.Hooks{}), t: t}
	if err := guard.Install(p.Runtime, guard.Limits{}); err != nil {
		t.Fatal(err)
	}
	var err error
	if p.Realm, err = install(p.VM); err != nil {
		t.Fatal(err)
	}
	for _, name := range p.Realm.Exports().Keys() {
		p.Set(name, p.Realm.Exports().Get(name))
	}
	return p
}

// Can returns the part of the page's modules that is a T.
func Can[T any](p *Page) T {
	p.t.Helper()
	for _, part := range p.Realm.Parts() {
		if able, ok := part.(T); ok {
			return able
		}
	}
	var none T
	p.t.Fatalf("no part is a %T", &none)
	return none
}

// Set sets a global.
func (p *Page) Set(name string, value any) {
	p.t.Helper()
	if err := p.Runtime.Set(name, value); err != nil {
		p.t.Fatal(err)
	}
}

// SetBean sets a global to a bean as the given asker gets it.
func (p *Page) SetBean(global, name, asker string) {
	p.t.Helper()
	bean, err := p.Realm.Bean(name, asker)
	if err != nil {
		p.t.Fatal(err)
	}
	p.Set(global, bean)
}

// Supply sets a global to the script's view of a subject.
func (p *Page) Supply(global, hostType string, subject any) {
	p.t.Helper()
	value, err := p.Supplied(hostType, subject)
	if err != nil {
		p.t.Fatal(err)
	}
	p.Set(global, value)
}

// Supplied returns the script's view of a subject.
func (p *Page) Supplied(hostType string, subject any) (engine.Value, error) {
	for _, part := range p.Realm.Parts() {
		if supplier, ok := part.(engine.Supplier); ok {
			if value, ok, err := supplier.Supply(hostType, subject); ok {
				return value, err
			}
		}
	}
	return nil, errors.New("nobody supplies " + hostType)
}

// hang limits a script that does not end. It is much longer than any takes, because a run that is interrupted on a
// machine that is busy with other work leaves its promise pending for ever.
const hang = 2 * time.Minute

// Value runs a script and awaits its result.
func (p *Page) Value(script string) (value goja.Value, err error) {
	err = p.Bounded(context.Background(), hang, func() error {
		err := p.Run(nil, func() (err error) {
			value, err = p.Runtime.RunScript("user.js", script)
			return err
		})
		if err == nil {
			ctx, cancel := context.WithTimeout(context.Background(), hang)
			defer cancel()
			value, err = p.Await(ctx, value)
		}
		return err
	})
	return value, err
}

// Eval returns a script's result as text, or what it threw.
func (p *Page) Eval(script string) string {
	value, err := p.Value(script)
	if err == nil {
		return value.String()
	}
	if exception, ok := errors.AsType[*goja.Exception](err); ok {
		return "throws " + exception.Value().String()
	}
	return "throws " + err.Error()
}

// Cases runs scripts and compares what Eval returns. All scripts run in the same page, in order.
func (p *Page) Cases(cases [][2]string) {
	p.t.Helper()
	for _, c := range cases {
		if got := p.Eval(c[0]); got != c[1] {
			p.t.Errorf("%s\n got %s\nwant %s", c[0], got, c[1])
		}
	}
}
