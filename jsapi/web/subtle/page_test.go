package subtle_test

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/guard"
	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/jsapi/web"
)

// page is a VM with the globals of the web.
type page struct{ *vm.VM }

func newPage(t testing.TB) *page {
	t.Helper()
	v := vm.New(0, vm.Hooks{})
	if err := guard.Install(v.Runtime, guard.Limits{}); err != nil {
		t.Fatal(err)
	}
	if err := web.Install(v, web.Options{Logger: slog.New(slog.DiscardHandler)}); err != nil {
		t.Fatal(err)
	}
	return &page{v}
}

// eval runs the body of an async function, and returns its result as text, or what it threw.
func (p *page) eval(body string) string { return p.evalIn(context.Background(), body) }

func (p *page) evalIn(ctx context.Context, body string) string {
	var value goja.Value
	err := p.Run(nil, func() error {
		var err error
		value, err = p.Runtime.RunScript("user.js", "(async () => { const {subtle} = crypto;"+body+"\n})()")
		return err
	})
	if err == nil {
		ctx, cancel := context.WithTimeout(ctx, 10*time.Minute)
		defer cancel()
		value, err = p.Await(ctx, value)
	}
	if err != nil {
		return "throws " + err.Error()
	}
	return value.String()
}

// nameOf returns a body that returns the name of the error that an expression ends in.
func nameOf(expression string) string {
	return "try { await (" + expression + "); return 'nothing' } catch (e) { return e instanceof DOMException || e instanceof TypeError ? e.name : " +
		"'odd: ' + e }"
}
