package crypto_test

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/guard"
	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/jsapi/node/crypto"
	"github.com/fwrun/fwrun/jsapi/web"
	"github.com/fwrun/fwrun/jsapi/web/part"
)

// page is a VM whose scripts have the exports of the module as nodeCrypto.
type page struct{ *vm.VM }

func newPage(t testing.TB) *page {
	t.Helper()
	v, err := newVM(0)
	if err != nil {
		t.Fatal(err)
	}
	return &page{v}
}

func newVM(id int) (*vm.VM, error) {
	v := vm.New(id, vm.Hooks{})
	if err := guard.Install(v.Runtime, guard.Limits{}); err != nil {
		return nil, err
	}
	realm, err := web.New(web.Options{Logger: slog.New(slog.DiscardHandler), Parts: []part.Part{crypto.Part()}}).Install(v)
	if err != nil {
		return nil, err
	}
	if err := realm.Use("node:crypto"); err != nil {
		return nil, err
	}
	return v, v.Runtime.Set("nodeCrypto", realm.Shared("node").ToObject(v.Runtime).Get("crypto"))
}

// eval runs the body of an async function, and returns its result as text, or what it threw.
func (p *page) eval(body string) string {
	var value goja.Value
	err := p.Run(nil, func() error {
		var err error
		value, err = p.Runtime.RunScript("user.js", "(async () => {"+body+"\n})()")
		return err
	})
	if err == nil {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Minute)
		defer cancel()
		value, err = p.Await(ctx, value)
	}
	if err != nil {
		return "throws " + err.Error()
	}
	return value.String()
}

// thrown returns a body that returns the code, or the name, and the message of what an expression throws.
func thrown(expression string) string {
	return "try { await (" + expression + "); return 'nothing' } catch (e) { return (e.code ?? e.name) + ': ' + e.message }"
}
