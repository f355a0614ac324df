package sockets_test

import (
	"context"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/guard"
	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/jsapi/web"
)

// page is a VM with the globals of the platform, and its uncaught errors.
type page struct {
	*vm.VM
	t        testing.TB
	uncaught []string
}

func newPage(t testing.TB, options web.Options) *page {
	t.Helper()
	p := &page{t: t}
	p.VM = vm.New(0, vm.Hooks{
		Uncaught:      func(_ *vm.VM, _ *vm.Call, err error) { p.uncaught = append(p.uncaught, err.Error()) },
		LostRejection: func(_ *vm.VM, _ *vm.Call, v goja.Value) { p.uncaught = append(p.uncaught, vm.Describe(v)) },
	})
	if err := guard.Install(p.Runtime, guard.Limits{}); err != nil {
		t.Fatal(err)
	}
	options.Logger = slog.New(slog.DiscardHandler)
	if err := web.Install(p.VM, options); err != nil {
		t.Fatal(err)
	}
	if _, err := p.Runtime.RunString(helpers); err != nil {
		t.Fatal(err)
	}
	return p
}

// helpers are functions of the scripts. talk lists what happens to a socket until it is closed; at says what to do then.
const helpers = `
function talk(socket, at = {}) {
	const seen = [];
	return new Promise(resolve => {
		const all = {
			open: () => seen.push('open'),
			message: e => seen.push(typeof e.data === 'string' ? e.data : new Uint8Array(e.data).join()),
			error: () => seen.push('error'),
			close: e => { seen.push('close ' + e.code + ' ' + e.reason + ' ' + e.wasClean); resolve(seen); },
		};
		for (const type in all) socket.addEventListener(type, e => { all[type](e); at[type]?.(e, socket, seen); });
	});
}
const name = f => { try { f(); return 'none' } catch (e) { return e.name } };
`

// eval runs the body of an async function, and returns its result as text, or what it threw.
func (p *page) eval(body string) string {
	p.t.Helper()
	var value goja.Value
	err := p.Run(nil, func() error {
		var err error
		value, err = p.Runtime.RunScript("user.js", "(async () => {"+body+"\n})()")
		return err
	})
	if err == nil {
		ctx, cancel := context.WithTimeout(p.t.Context(), 10*time.Minute)
		defer cancel()
		value, err = p.Await(ctx, value)
	}
	if err != nil {
		return "throws " + err.Error()
	}
	if object, ok := value.(*goja.Object); ok && object.ClassName() == "Array" {
		var parts []string
		for _, key := range object.Keys() {
			parts = append(parts, object.Get(key).String())
		}
		return strings.Join(parts, "|")
	}
	return value.String()
}

// cases runs scripts on one page, and compares the results. URL in a script is that of the server.
func (p *page) cases(url string, list [][2]string) {
	p.t.Helper()
	for _, c := range list {
		if got := p.eval(strings.ReplaceAll(c[0], "URL/", url+"/")); got != c[1] {
			p.t.Errorf("%s\n got %s\nwant %s", c[0], got, c[1])
		}
	}
	for _, lost := range p.uncaught {
		p.t.Errorf("uncaught: %s", lost)
	}
}
